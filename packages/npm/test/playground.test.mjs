// docs/playground in a headless Chromium. With the variable SCREENSHOTS, a directory, the page is
// drawn there in both themes, and narrow.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { deflateRawSync } from 'node:zlib';

import { toJSON } from 'hcljson';
import { serve, write } from '../playground.mjs';
import { program, start } from './chromium.mjs';

const source = new URL('../../../docs/playground/', import.meta.url);
const name = program();
const READY = "document.body?.dataset.state === 'ready'";
const value = (id) => `document.getElementById('${id}').value`;
const marked = (id, kind) => `[...document.getElementById('${id}').parentElement.querySelectorAll('.behind .${kind}')]`
  + ".map((piece) => piece.textContent).join('')";

test('the page is small, and offers all languages', async () => {
  const files = readdirSync(source).filter((file) => /\.(html|css|js)$/.test(file));
  const texts = files.map((file) => readFileSync(new URL(file, source), 'utf8'));
  assert.ok(texts.join('').split('\n').length <= 501, 'at most 500 lines');
  const { diagnostics: [{ detail }] } = await toJSON('', { dialect: '-' });
  const [, menu] = /id="dialect">(.*?)<\/select>/s.exec(readFileSync(new URL('index.html', source), 'utf8'));
  const offered = [...menu.matchAll(/<option>(.*?)</g)].map(([, language]) => language);
  assert.deepEqual(offered.sort(), /one of (.*)\./.exec(detail)[1].split(', ').sort());
});

test('the page', { skip: name === undefined && 'there is no chromium on the PATH' }, async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'hcljson-playground-'));
  write(dir);
  const server = await serve(dir, 0);
  const url = `http://localhost:${server.address().port}/`;
  const browser = start(name);
  t.after(async () => {
    await browser.stop();
    server.close();
    rmSync(dir, { recursive: true });
  });

  // on opens the page for a test, which must not throw in it.
  const on = (title, fragment, run, ...size) => t.test(title, async () => {
    const page = await browser.open(url + fragment, ...size);
    await page.until(READY);
    await run(page);
    assert.deepEqual(page.errors, []);
    await page.close();
  });
  // paste puts a text in place of what is there, as a person does.
  const paste = async (page, id, text) => {
    // In one step: a result that comes in between would undo the selection.
    await page.evaluate(`{ const pane = document.getElementById('${id}'); pane.focus(); pane.select();
      document.execCommand('insertText', false, ${JSON.stringify(text)}); }`);
  };
  const drop = async (page, file, text) => {
    const made = `new File([${JSON.stringify(text)}], ${JSON.stringify(file)})`;
    await page.evaluate(`{ const data = new DataTransfer(); data.items.add(${made});
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })); }`);
  };
  const click = async (page, x, y) => {
    for (const type of ['mouseMoved', 'mousePressed', 'mouseReleased']) {
      await page.send('Input.dispatchMouseEvent', { type, x, y, button: type === 'mouseMoved' ? 'none' : 'left', clickCount: 1 });
    }
  };

  // The playground converts in a worker. Whoever does not, has a thread that may not wait.
  await on('both modules on the thread of a page', '', async (page) => {
    const made = await page.evaluate(`import('./hcljson/index.mjs').then(async ({ patch, toJSON }) => [
      await toJSON('locals {}\\n', { filename: 'main.tf' }), await patch('a = 1 # c\\n', { a: 2 }, { dialect: 'generic' }),
    ].map(({ text }) => text))`);
    assert.deepEqual(made, ['{\n  "locals": {}\n}\n', 'a = 2 # c\n']);
  });

  await on('each pane becomes the other', '', async (page) => {
    assert.match(await page.evaluate(value('json')), /"shown in the console"/);
    await paste(page, 'native', 'locals {\n  a = 12345678901234567890\n}\n');
    await page.until(`${value('json')} === '{\\n  "locals": {\\n    "a": 12345678901234567890\\n  }\\n}\\n'`);
    await paste(page, 'json', '{"locals": {"b": "ß"}}');
    await page.until(`${value('native')} === 'locals {\\n  b = "ß"\\n}\\n'`);
    await page.send('Input.insertText', { text: 'x' });
    await page.until("document.getElementById('native').classList.contains('stale')");
    assert.match(await page.evaluate(value('native')), /b = "ß"/);
  });

  await on('wrong input is underlined at its place', '', async (page) => {
    await paste(page, 'native', 'locals {\n  a = "𝔘ß" = 1\n}\n');
    assert.equal(await page.until(marked('native', 'error')), '=');
    const shown = await page.evaluate("document.querySelector('#diagnostics button').innerText");
    assert.match(shown, /^error, line 2: /);
    await page.evaluate("document.querySelector('#diagnostics button').click()");
    const selected = "document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)";
    assert.equal(await page.evaluate(selected), '=');
    assert.equal(await page.evaluate("document.getElementById('native').getAttribute('aria-invalid')"), 'true');
    await paste(page, 'native', 'a = ');
    await page.until("document.querySelectorAll('#diagnostics button').length > 0 && document.body.dataset.state === 'ready'");
    await paste(page, 'native', 'locals {}\n');
    await page.until("document.querySelectorAll('#diagnostics button').length === 0");
    assert.equal(await page.evaluate(marked('native', 'error')), '');
  });

  await on('pointing and the cursor mark both sides', '', async (page) => {
    const { x, y } = await page.evaluate(`{ const { x, y } = document.getElementById('native').getBoundingClientRect(); ({ x, y }) }`);
    await page.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: x + 60, y: y + 9 + 3 * 20 + 10 });
    assert.equal(await page.until(marked('native', 'mark')), 'ami        = "ami-${each.key}"');
    await click(page, x + 60, y + 9 + 6 * 20 + 10);
    await page.until(`${marked('native', 'mark')} === 'Name = each.key'`);
    assert.equal(await page.until(marked('json', 'mark')), '"Name": "${each.key}"');
    await page.evaluate("document.getElementById('json').focus(), document.getElementById('json').setSelectionRange(0, 0)");
    await page.send('Input.dispatchKeyEvent', { type: 'keyDown', key: 'ArrowRight', windowsVirtualKeyCode: 39 });
    await page.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'ArrowRight', windowsVirtualKeyCode: 39 });
    await page.until(`${marked('json', 'mark')} === ''`);
  });

  await on('the menus', '', async (page) => {
    const choose = (id, to) => page.evaluate(
      `document.getElementById('${id}').value = '${to}', document.getElementById('${id}').dispatchEvent(new Event('change'))`);
    await choose('form', 'general');
    await page.until(`${value('json')}.includes('"resource": [')`);
    await choose('form', 'query');
    await page.until(`!${value('json')}.includes('shown in the console')`);
    assert.equal(await page.evaluate("document.getElementById('json').readOnly"), true);
    await choose('form', 'compact');
    await choose('dialect', 'generic');
    await page.until(`${value('json')}.includes('"\${[aws_vpc.main]}"') || ${value('json')}.includes('"\${aws_vpc.main}"')`);
    await choose('dialect', 'terraform');
    await choose('target', 'packer');
    await page.until("document.querySelectorAll('#diagnostics button').length > 0");
  });

  await on('a link has text and choices', '', async (page) => {
    const text = 'locals {\n  "a<b>" = "𝔘 </textarea><img src=x onerror=alert(1)>"\n}\n'.replace('"a<b>"', 'a');
    await page.evaluate("document.getElementById('dialect').value = 'generic', document.getElementById('form').value = 'general'");
    await paste(page, 'native', text);
    await page.until(`${READY} && ${value('json')}.includes('onerror')`);
    const before = await page.evaluate(value('json'));
    await page.evaluate("document.getElementById('link').click()");
    const fragment = await page.until('location.hash');
    const other = await browser.open(url + fragment);
    await other.until(`${READY} && ${value('native')} !== ''`);
    assert.deepEqual(await other.evaluate(`[${value('native')}, ${value('json')}, ${value('dialect')}, ${value('form')}]`),
      [text, before, 'generic', 'general']);
    await other.close();
  });

  const pack = async (page, state) => `#${await page.evaluate(
    `import('./link.js').then(({ toFragment }) => toFragment(${JSON.stringify(state)}))`)}`;
  await on('a hostile link is text', '', async (page) => {
    const html = '<img src=x onerror="window.hurt = true"><script>window.hurt = true</script>';
    const hostile = await pack(page, { from: '__proto__', text: html, dialect: html, target: html, form: ['query'] });
    const large = deflateRawSync(JSON.stringify({ text: 'a'.repeat(1 << 24) })).toString('base64url');
    assert.ok(large.length < 64 << 10);
    for (const [fragment, text] of [
      [hostile, html], [`#1.${large}`, undefined], ['#1.%%%', undefined], ['#<b>', undefined], [`#1.${'A'.repeat(70000)}`, undefined],
      [await pack(page, null), ''], [await pack(page, 5), ''],
    ]) {
      const other = await browser.open(url + fragment);
      await other.until(READY);
      assert.equal(await other.evaluate('document.querySelectorAll("img, body script").length'), 0);
      assert.equal(await other.evaluate('window.hurt'), undefined);
      if (text !== undefined) assert.equal(await other.evaluate(value('native')), text);
      else assert.match(await other.evaluate("document.getElementById('status').textContent"), /^The link cannot be read\./);
      assert.deepEqual(other.errors, []);
      await other.close();
    }
  });

  await on('a dropped schema counts, until it is removed', '', async (page) => {
    await paste(page, 'json', '{"resource": {"x_y": {"z": {"part": {"a": 1}}}}}');
    await page.until(`${value('native')}.includes('part {')`);
    const attributes = { part: { type: ['map', 'number'], optional: true } };
    const provider = { resource_schemas: { x_y: { version: 0, block: { attributes } } } };
    await drop(page, 'schema.json', JSON.stringify({ format_version: '1.0', provider_schemas: { 'registry.opentofu.org/hashicorp/x': provider } }));
    await page.until(`${value('native')}.includes('part = {')`);
    await page.evaluate("document.querySelector('#files button').click()");
    await page.until(`${value('native')}.includes('part {')`);
    await drop(page, 'broken.hcl', 'language "broken" {\n');
    await page.until("document.querySelector('#diagnostics button')?.innerText.startsWith('error, broken.hcl: ')");
    await page.evaluate("document.querySelector('#files button').click()");
    await drop(page, 'shop.hcl', 'language "shop" {\n  file {\n    native = "*.shop"\n    json = "*.shop.json"\n  }\n}\nroot {\n  attribute "a" {\n  }\n}\n');
    await page.until(`${value('dialect')} === 'shop'`);
    await paste(page, 'native', 'a = 1\n');
    await page.until(`${value('json')} === '{\\n  "a": 1\\n}\\n'`);
    await page.evaluate("document.getElementById('form').value = 'query', document.getElementById('form').dispatchEvent(new Event('change'))");
    await page.until("document.getElementById('json').readOnly");
    await drop(page, 'text.json', '{"a": 2}');
    await page.until(`${value('native')} === 'a = 2\\n'`);
  });

  await on('the page answers while 1 MB is converted', '', async (page) => {
    const block = (i) => `resource "aws_instance" "web${i}" {\n  ami  = "ami-1"\n  tags = { Name = "a" }\n}\n`;
    const text = Array.from({ length: Math.ceil(2 ** 20 / block(10000).length) }, (_, i) => block(10000 + i)).join('');
    await page.evaluate(`{ const area = document.getElementById('native');
      area.value = ${JSON.stringify(text)}; window.answers = 0; area.dispatchEvent(new Event('input')); }`);
    await page.until("document.body.dataset.state === 'busy'");
    await page.evaluate("{ const timer = setInterval(() => { if (document.body.dataset.state === 'busy') answers += 1; else clearInterval(timer); }, 10); }");
    await page.until(`${READY} && ${value('json')}.length > 2 ** 20`);
    assert.ok(await page.evaluate('answers') > 5);
  });

  await on('nothing can be sent', '', async (page) => {
    const elsewhere = "fetch('http://127.0.0.1:9/', { mode: 'no-cors' }).then(() => 'sent', () => 'refused')";
    const told = `new Promise((resolve) => { addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective)); ${elsewhere}; })`;
    assert.equal(await page.evaluate(told), 'connect-src');
    assert.equal(await page.inWorker(told), 'connect-src');
  });

  for (const [theme, width] of [['light', 1100], ['dark', 1100], ['light', 320], ['dark', 320]]) {
    await on(`${theme}, ${width} pixels wide`, '', async (page) => {
      await page.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: theme }] });
      assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), 'it does not scroll sideways');
      const color = await page.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)[0]");
      assert.equal(color < 128, theme === 'dark');
      const unnamed = "[...document.querySelectorAll('select, input, textarea, button')].filter((e) => !e.labels?.length && !e.textContent.trim())";
      assert.equal(await page.evaluate(`${unnamed}.length`), 0);
      await paste(page, 'native', `${await page.evaluate(value('native'))}\noutput "id" {\n  value = aws_instance.web[\n}\n`);
      await page.until(marked('native', 'error'));
      if (process.env.SCREENSHOTS) writeFileSync(join(process.env.SCREENSHOTS, `${theme}-${width}.png`), await page.screenshot());
    }, width);
  }
});
