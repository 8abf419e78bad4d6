// The playground, in headless Chromium and Firefox. SCREENSHOTS=DIR writes screenshots in both themes,
// wide and narrow.
import assert from 'node:assert/strict';
import { accessSync, constants, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import test, { after, before } from 'node:test';
import { deflateRawSync, gzipSync } from 'node:zlib';

import { toHCL, toJSON, verify } from 'hcljson';
import { toFragment } from '../playground/link.js';
import { serve, write } from '../playground.mjs';

const source = new URL('../playground/', import.meta.url);
const read = (name) => readFileSync(new URL(name, source), 'utf8');
const require = createRequire(import.meta.url);

// found returns the path of the first program on the PATH.
function found(...names) {
  const files = names.flatMap((name) => process.env.PATH.split(delimiter).map((dir) => join(dir, name)));
  return files.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

const NONE = !readdirSync(new URL('..', source)).includes('node_modules') && 'npm ci has not been run';
const QUIET = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync'];

const dir = mkdtempSync(join(tmpdir(), 'hcljson-playground-'));
const requested = new Set(); // paths
let server;
let url;
before(async () => {
  if (NONE) return;
  await write(dir);
  server = await serve(dir, 0);
  server.on('request', ({ url: path }) => requested.add(path.slice(1) || 'index.html'));
  url = `http://localhost:${server.address().port}/`;
});
after(() => {
  server?.close();
  rmSync(dir, { recursive: true });
});

test('the header describes the page and links to the project', () => {
  const html = read('index.html');
  const [, header] = /<header>(.*?)<\/header>/s.exec(html);
  assert.match(html, /<title>hcljson playground: HCL ↔ JSON<\/title>/);
  assert.match(header, /<h1>hcljson<\/h1>\n<p>HCL ↔ JSON for Terraform, OpenTofu and Packer, with comments\./);
  const { repository, homepage } = JSON.parse(readFileSync(new URL('../package.json', source), 'utf8'));
  const project = repository.url.replace(/^git\+|\.git$/g, '');
  assert.ok(homepage.startsWith(project));
  const links = [...html.matchAll(/href="(https:.*?)"/g)].map(([, link]) => link);
  assert.ok(links.includes(project) && links.includes(`${project}/blob/main/docs/README.md`));
  for (const link of links) {
    const [, path] = /\/blob\/main\/(.*)$/.exec(link) ?? [, 'README.md'];
    readFileSync(new URL(`../../../${path}`, source));
  }
});

test('texts have the contrast of WCAG AA in both themes', () => {
  const css = read('style.css');
  const colours = new Map([...css.matchAll(/--(\w+): light-dark\((#\w+), (#\w+)\)/g)].map(([, name, ...both]) => [name, both]));
  const shades = [...css.matchAll(/background: light-dark\((#\w+), (#\w+)\)/g)].map(([, ...both]) => both);
  const luminance = (colour) => {
    const digits = colour.length === 4 ? [...colour.slice(1)].map((digit) => digit + digit) : colour.slice(1).match(/../g);
    const [red, green, blue] = digits.map((pair) => parseInt(pair, 16) / 255).map((v) => (v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4));
    return .2126 * red + .7152 * green + .0722 * blue;
  };
  const contrast = (a, b) => {
    const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (high + .05) / (low + .05);
  };
  const backgrounds = [...['page', 'field', 'active', 'mark', 'select', 'added', 'removed'].map((name) => colours.get(name)), ...shades];
  assert.equal(backgrounds.length, 10);
  for (const name of ['text', 'comment', 'string', 'special', 'number', 'type', 'name']) {
    for (const background of backgrounds) for (const theme of [0, 1]) {
      const found = contrast(colours.get(name)[theme], background[theme]);
      assert.ok(found >= 4.5, `${name} on ${background[theme]}: ${found}`);
    }
  }
  for (const name of ['quiet', 'accent', 'error', 'warning']) {
    for (const place of ['page', 'field']) for (const theme of [0, 1]) {
      assert.ok(contrast(colours.get(name)[theme], colours.get(place)[theme]) >= 4.5, `${name} on ${place}`);
    }
  }
});

test('the page offers all languages', async () => {
  const { diagnostics: [{ detail }] } = await toJSON('', { dialect: '-' });
  const [, menu] = /id="dialect"[^>]*>(.*?)<\/select>/s.exec(read('index.html'));
  const offered = [...menu.matchAll(/<option value="(\w*)" data-file="(.*?)">(.*?)</g)];
  // The product selects opentofu or terraform.
  const all = /the values are (.*)\./.exec(detail)[1].split(', ').filter((language) => !/^(opentofu|terraform)$/.test(language));
  assert.deepEqual(offered.map(([, language]) => language).sort(), ['', ...all].sort());
  assert.deepEqual(offered.filter(([, language]) => /^(|packer|terragrunt)$/.test(language)).map(([,, file, name]) => [file, name]),
    [['main.tf', 'OpenTofu / Terraform'], ['main.pkr.hcl', 'Packer'], ['terragrunt.hcl', 'Terragrunt']]);
  for (const [, dialect, filename] of offered) assert.ok((await toJSON('', { dialect, filename })).ok, filename);
});

// FIRST contains the files that the first conversion loads.
const FIRST = ['hcljson/files-web.mjs', 'hcljson/hcljson.wasm.gz', 'hcljson/index.mjs', 'hcljson/number.mjs', 'hcljson/tables.bin',
  'hcljson/wasm.mjs', 'index.html', 'main.js', 'style.css', 'worker.js'];

test('the first conversion loads at most 5.5 MB in gzip', { skip: NONE }, () => {
  const sizes = FIRST.map((name) => gzipSync(readFileSync(join(dir, name))).length);
  const size = sizes.reduce((sum, one) => sum + one);
  assert.ok(size <= 5_500_000, `${size} bytes: ${FIRST.map((name, i) => `${name} ${sizes[i]}`)}`);
  const page = readFileSync(new URL('../../../docs/playground.md', source), 'utf8');
  // The size depends on the compiler and the state of the checkout.
  const stated = Number(/loads ([\d.]+) MB in gzip/.exec(page)?.[1]);
  assert.ok(Math.abs(stated - size / 1e6) < 0.1, `docs/playground.md states ${stated} MB for ${size} bytes`);
});

test('licences.txt contains the licences of the bundle', { skip: NONE }, () => {
  const parts = readFileSync(join(dir, 'licences.txt'), 'utf8').split(/^(?=\S+ \d+\.\d+\.\d+$)/m);
  assert.ok(parts.every((part) => part.includes('Copyright') && part.includes('Permission is hereby granted')));
  const names = parts.map((part) => part.slice(0, part.indexOf(' ')));
  for (const name of ['@codemirror/view', '@codemirror/merge', '@lezer/json', 'style-mod']) assert.ok(names.includes(name), name);
});

test('each example converts, and back', async () => {
  const examples = read('examples.txt').split(/^-- /m).slice(1);
  assert.ok(examples.length >= 8);
  for (const example of examples) {
    const [, title, filename, text] = /^(.*) \((\S+?)(?:\.json)?\) --\n([^]*)$/.exec(example);
    const isJSON = text.startsWith('{');
    const { text: json, diagnostics } = isJSON ? { text, diagnostics: [] } : await toJSON(text, { filename, form: 'compact' });
    assert.ok(json, `${title}: ${JSON.stringify(diagnostics)}`);
    const { text: native } = await toHCL(json, { filename });
    assert.equal((await verify(native, json, { filename })).verdict, 'equal', title);
  }
});

test('colours, folding and indentation of native syntax', { skip: NONE }, async () => {
  const { EditorState } = await import('@codemirror/state');
  const { foldable, getIndentation, syntaxTree } = await import('@codemirror/language');
  const { build } = await import('esbuild');
  const outfile = new URL('../node_modules/.cache/hcl.mjs', source);
  await build({ entryPoints: [new URL('hcl.js', source).pathname], outfile: outfile.pathname, bundle: true, format: 'esm', packages: 'external' });
  const { hcl } = await import(outfile);
  const doc = `/* a
b */
resource "aws_x" web { # c
  name = "a \${f("b", { k = true })} \\" $\${d}"
  text = <<-EOT
    x = "\${1}
  EOT
  dynamic "y" {
    for_each = [for z in var.z : z]
  }
}
`;
  const state = EditorState.create({ doc, extensions: hcl() });
  const tokens = [];
  syntaxTree(state).iterate({ enter: (node) => { if (node.name !== 'Document') tokens.push(`${node.name} ${doc.slice(node.from, node.to)}`); } });
  assert.deepEqual(tokens.filter((token) => !/^(bracket|operator)/.test(token)), [
    'comment /* a', 'comment b */', 'typeName resource', 'string "aws_x"', 'string web', 'comment # c', 'propertyName name',
    'string "a ', 'special ${', 'function f', 'string "b"', 'propertyName k', 'atom true', 'special }', 'string  ',
    'escape \\"', 'string  ', 'escape $${', 'string d}"', 'propertyName text', 'meta <<-EOT', 'string     x = "',
    'special ${', 'number 1', 'special }', 'meta   EOT', 'typeName dynamic', 'string "y"', 'propertyName for_each',
    'keyword for', 'variableName z', 'keyword in', 'variableName var', 'variableName z', 'variableName z',
  ]);
  const folded = (n) => {
    const { from, to } = state.doc.line(n);
    const range = foldable(state, from, to);
    return range && [state.doc.lineAt(range.from).number, state.doc.lineAt(range.to).number];
  };
  assert.deepEqual([3, 4, 5, 8, 9].map(folded), [[3, 11], null, [5, 7], [8, 10], null]);
  assert.deepEqual([4, 9, 10, 11].map((n) => getIndentation(state, state.doc.line(n).from)), [2, 4, 2, 0]);
});

const READY = "document.body?.dataset.state === 'ready'";
const value = (id) => `document.getElementById('${id}').editor.text`;
const marked = (id, kind) => `[...document.querySelectorAll('#${id} .${kind}')].map((piece) => piece.textContent).join('')`;
const STALE = "document.querySelector('.pane.stale .editor')?.id";

for (const [browserName, executablePath] of [
  ['chrome', found('chromium', 'chromium-browser', 'google-chrome')], ['firefox', found('firefox-esr', 'firefox')],
]) {
  const skip = NONE || (!executablePath && `there is no ${browserName} on the PATH`);
  test(`the page in ${browserName}`, { skip }, async (t) => {
    const { default: puppeteer } = await import('puppeteer-core');
    const launch = (theme) => puppeteer.launch({
      browser: browserName, executablePath, args: browserName === 'chrome' ? QUIET : [],
      extraPrefsFirefox: { 'layout.css.prefers-color-scheme.content-override': theme === 'dark' ? 0 : 1 },
    });
    let browser = await launch('light');
    t.after(() => browser.close());

    // open opens the page without stored texts.
    const open = async (fragment = '', width = 1100, phone = {}) => {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      page.setDefaultTimeout(120_000);
      const errors = [];
      page.on('pageerror', ({ message }) => errors.push(message));
      await page.setViewport({ width, height: 700, ...phone });
      await page.evaluateOnNewDocument(`window.violations = [];
        addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => violations.push([effectiveDirective, blockedURI]));`);
      await page.goto(url + fragment);
      await page.waitForFunction(READY);
      return Object.assign(page, {
        errors,
        // until waits for an expression to be true, and returns it.
        until: async (expression) => (await page.waitForFunction(expression)).jsonValue(),
        done: async (violations = []) => {
          assert.deepEqual(errors, []);
          assert.deepEqual(await page.evaluate('violations'), violations);
          await context.close();
        },
      });
    };
    const on = (title, run, ...more) => t.test(title, async () => {
      const page = await open(...more);
      await page.done(await run(page));
    });
    // paste replaces the text of an editor, like a user.
    const paste = (page, id, text) => page.evaluate((into, insert) => {
      const { view } = document.getElementById(into).editor;
      view.focus();
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert }, userEvent: 'input.paste' });
    }, id, text);
    const drop = (page, name, text) => page.evaluate((file, content) => {
      const data = new DataTransfer();
      data.items.add(new File([content], file));
      const dispatch = (type) => document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
      if (dispatch('dragover') || !('drop' in document.body.dataset)) throw new Error('the page does not accept the file');
      dispatch('drop');
      if ('drop' in document.body.dataset) throw new Error('the page still waits for a file');
    }, name, text);
    const choose = (page, id, to) => page.select(`#${id}`, to);
    const look = async (page, view) => {
      await page.evaluate((to) => document.querySelector(`input[value=${to}]`).click(), view);
      await page.until(READY);
    };
    // place returns the coordinates of a text in an editor.
    const place = (page, id, text) => page.evaluate((of, what) => {
      const { view, text: all } = document.getElementById(of).editor;
      const { left, top, bottom } = view.coordsAtPos(all.indexOf(what) + 2);
      return { x: left, y: (top + bottom) / 2 };
    }, id, text);

    await t.test('files of the first conversion', async () => {
      requested.clear();
      await (await open()).done();
      requested.delete('favicon.ico');
      assert.deepEqual([...requested].sort(), FIRST);
    });

    // The playground converts in a worker. Other pages use their own thread, which must not block.
    await on('both modules on the thread of a page', async (page) => {
      const made = await page.evaluate(`import('./hcljson/index.mjs').then(async ({ patch, toJSON }) => [
        await toJSON('locals {}\\n', { filename: 'main.tf' }), await patch('a = 1 # c\\n', { a: 2 }, { dialect: 'generic' }),
      ].map(({ text }) => text))`);
      assert.deepEqual(made, ['{\n  "locals": {}\n}\n', 'a = 2 # c\n']);
    });

    await on('each side becomes the other, and an error replaces nothing', async (page) => {
      assert.match(await page.evaluate(value('json')), /"shown in the console"/);
      await paste(page, 'native', 'locals {\n  a = 12345678901234567890\n}\n');
      await page.until(`${value('json')} === '{\\n  "locals": {\\n    "a": 12345678901234567890\\n  }\\n}\\n'`);
      await paste(page, 'json', '{"locals": {"b": "ß"}}');
      await page.until(`${value('native')} === 'locals {\\n  b = "ß"\\n}\\n'`);
      await page.click('#json .cm-content');
      await page.keyboard.type('x');
      await page.until(`${STALE} === 'native'`);
      assert.match(await page.evaluate(value('native')), /b = "ß"/);
      // A user can undo a change by a conversion.
      await paste(page, 'native', 'locals {}\n');
      await page.until(`${value('json')} === '{\\n  "locals": {}\\n}\\n'`);
      await page.click('#json .cm-content');
      await page.keyboard.down('Control');
      await page.keyboard.press('z');
      await page.keyboard.up('Control');
      assert.match(await page.evaluate(value('json')), /^\{"locals": \{"b": "ß"\}\}x$/);
    });

    await on('wrong input is marked at its place', async (page) => {
      await paste(page, 'native', 'locals {\n  a = "𝔘ß" = 1\n}\n');
      assert.equal(await page.until(marked('native', 'cm-lintRange-error')), '=');
      assert.ok(await page.$('#native .cm-gutter-lint .cm-lint-marker-error'));
      assert.match(await page.$eval('#diagnostics button', (button) => button.innerText), /^Error, line 2: /);
      await page.hover('#native .cm-lint-marker-error');
      await page.until("document.querySelector('.cm-tooltip .cm-diagnostic')");
      assert.equal(await page.$eval('#status', (status) => status.innerText), '1 error. The other side is outdated.');
      await page.click('#diagnostics button');
      assert.equal(await page.evaluate(`{ const { state } = document.getElementById('native').editor.view;
        state.sliceDoc(state.selection.main.from, state.selection.main.to) }`), '=');
      await paste(page, 'native', 'a = ');
      await page.until("document.querySelectorAll('#diagnostics button').length > 0 && document.body.dataset.state === 'ready'");
      await paste(page, 'native', 'locals {}\n');
      await page.until("document.querySelectorAll('#diagnostics button').length === 0");
      assert.equal(await page.evaluate(marked('native', 'cm-lintRange-error')), '');
    });

    await on('the pointer and the cursor mark both sides and show an explanation', async (page) => {
      const { x, y } = await place(page, 'native', 'aws_vpc.main');
      await page.mouse.move(x - 3, y);
      await page.mouse.move(x, y);
      assert.equal(await page.until(marked('native', 'mark')), 'aws_vpc.main');
      assert.equal(await page.evaluate(marked('json', 'mark')), '"aws_vpc.main"');
      assert.match(await page.until("document.querySelector('.cm-tooltip .explained')?.textContent"),
        /^Traversal: .* The schema of the language defines this\. .* depends_on › 0$/);
      const key = await place(page, 'native', 'each.key #');
      await page.mouse.click(key.x, key.y);
      await page.until(`${marked('json', 'mark')} === '"Name": "\${each.key}"'`);
      await page.until("document.getElementById('here').textContent.startsWith('Expression: ')");
      await paste(page, 'native', 'variable "v" {\n  default = "$${a}"\n}\n');
      await page.until(`${READY} && ${value('json')}.includes('"\${a}"')`);
      const text = await place(page, 'json', '"${a}"');
      await page.mouse.click(text.x, text.y);
      await page.until("document.getElementById('here').textContent.startsWith('Literal: ')");
    });

    await on('the keyboard', async (page) => {
      await paste(page, 'native', '');
      await page.click('#native .cm-content');
      await page.keyboard.type('locals {');
      await page.keyboard.press('Enter');
      await page.keyboard.type('a = [1');
      await page.until(`${value('native')} === 'locals {\\n  a = [1]\\n}'`);
      const press = async (...keys) => {
        for (const key of keys) await page.keyboard.down(key);
        for (const key of keys.reverse()) await page.keyboard.up(key);
      };
      await press('Control', '/');
      await page.until(`${value('native')} === 'locals {\\n  # a = [1]\\n}'`);
      await press('Control', 'f');
      await page.until("document.activeElement.name === 'search'");
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Tab');
      assert.equal(await page.evaluate("document.getElementById('native').contains(document.activeElement)"), false);
    });

    await on('the menus', async (page) => {
      await choose(page, 'form', 'general');
      await page.until(`${value('json')}.includes('"resource": [')`);
      await choose(page, 'form', 'compact');
      await choose(page, 'dialect', 'generic');
      await page.until(`${value('json')}.includes('"\${[aws_vpc.main]}"') || ${value('json')}.includes('"\${aws_vpc.main}"')`);
      const options = () => page.$eval('#settings', (button) => button.textContent);
      await choose(page, 'dialect', '');
      assert.equal(await options(), 'Options');
      await choose(page, 'target', 'terraform@1.5');
      assert.equal(await options(), 'Options (1)');
      await paste(page, 'native', 'import {\n  to       = a.b\n  id       = "i"\n  for_each = {}\n}\n');
      await page.until("document.querySelector('#diagnostics button')?.innerText.includes('terraform@1.5')");
      await choose(page, 'dialect', 'nomad'); // has no choice of products
      await page.until(`${READY} && !document.getElementById('diagnostics').innerText.includes('terraform@1.5')`);
      assert.equal(await options(), 'Options');
      await choose(page, 'example', 'Packer');
      await page.until(`${READY} && ${value('json')}.includes('"amazon-ebs"')`);
      assert.equal(await page.$eval('#dialect', (menu) => menu.value), 'packer');
      await page.evaluate(`HTMLAnchorElement.prototype.click = function () { window.saved = [...(window.saved ?? []), this.download]; }`);
      for (const id of ['native', 'json']) await page.click(`[data-save=${id}]`);
      assert.deepEqual(await page.evaluate('saved'), ['main.pkr.hcl', 'main.pkr.json']);
      await page.evaluate(`navigator.clipboard.writeText = async (text) => { window.copied = text; }`);
      await page.click('[data-copy=native]');
      assert.equal(await page.evaluate('copied'), await page.evaluate(value('native')));
    });

    await on('the query form', async (page) => {
      await paste(page, 'json', '{"locals": {"a": 1}} x');
      await page.until(`${STALE} === 'native'`);
      await look(page, 'query');
      const query = await page.until(`${value('query')}.includes('aws_instance') && ${value('query')}`);
      assert.doesNotMatch(query, /shown in the console/);
      await look(page, 'both');
      assert.equal(await page.evaluate(value('json')), '{"locals": {"a": 1}} x');
    });

    await on('an edit as JSON shows its changes and survives a reload', async (page) => {
      const before = await page.evaluate(value('native'));
      await look(page, 'edit');
      await paste(page, 'json', (await page.evaluate(value('json'))).replace('ami-', 'image-'));
      await page.until(`${READY} && ${value('native')} === ${JSON.stringify(before.replace('ami-', 'image-'))}`);
      assert.equal(await page.until(marked('native', 'cm-deletedChunk')), '  ami        = "ami-${each.key}"');
      assert.equal(await page.evaluate(marked('native', 'cm-changedText')), 'image');
      assert.match(await page.$eval('#status', (status) => status.textContent), /Checked: nothing else changes/);
      await paste(page, 'json', '{');
      await page.until(`${STALE} === 'native'`);
      await page.reload();
      await page.until(`${READY} && ${STALE} === 'native'`);
      assert.deepEqual(await page.evaluate(`[${value('native')}, ${value('json')}]`), [before.replace('ami-', 'image-'), '{']);
      await paste(page, 'json', '{}');
      await page.evaluate("document.querySelector('input[value=both]').click()"); // before there is an answer
      await page.until(`${value('native')} === '' && ${value('json')} === '{}\\n'`);
    });

    await on('a typed text survives a reload, an example and a link', async (page) => {
      await choose(page, 'dialect', 'generic');
      await paste(page, 'native', 'a = 1\n');
      await page.until(`${value('json')} === '{\\n  "a": 1\\n}\\n'`);
      await paste(page, 'json', '{"a": ');
      await page.until(`${STALE} === 'native'`);
      const both = `[${value('native')}, ${value('json')}, document.getElementById('dialect').value]`;
      await page.reload();
      await page.until(`${READY} && ${STALE} === 'native'`);
      assert.deepEqual(await page.evaluate(both), ['a = 1\n', '{"a": ', 'generic']);
      await choose(page, 'example', 'Computed and repeated keys');
      await page.until(`${READY} && ${value('native')}.includes('twice') && ${value('json')}.includes('twice')`);
      await choose(page, 'example', 'kept 0');
      await page.until(`${READY} && ${STALE} === 'native'`);
      assert.deepEqual(await page.evaluate(both), ['a = 1\n', '{"a": ', 'generic']);
      await page.goto(`${url}#${await toFragment({ from: 'native', text: 'b = 2\n', dialect: 'generic' })}`);
      await page.reload();
      await page.until(`${READY} && ${value('native')} === 'b = 2\\n'`);
      await choose(page, 'example', 'kept 0');
      await page.until(`${READY} && ${STALE} === 'native'`);
      assert.deepEqual(await page.evaluate(both), ['a = 1\n', '{"a": ', 'generic']);
    });

    await on('a link has text and choices', async (page) => {
      const text = 'locals {\n  a = "𝔘 </textarea><img src=x onerror=alert(1)>"\n}\n';
      await choose(page, 'dialect', 'generic');
      await choose(page, 'form', 'general');
      await paste(page, 'native', text);
      await page.until(`${READY} && ${value('json')}.includes('onerror')`);
      const before = await page.evaluate(value('json'));
      await page.click('#link');
      const other = await open(await page.until('location.hash'));
      const values = `[${value('native')}, ${value('json')}, ...['dialect', 'form'].map((id) => document.getElementById(id).value)]`;
      assert.deepEqual(await other.evaluate(values), [text, before, 'generic', 'general']);
      await other.done();
    });

    await t.test('a hostile link is text', async () => {
      const html = '<img src=x onerror="window.hurt = true"><script>window.hurt = true</script>';
      const hostile = { from: '__proto__', text: html, dialect: html, target: html, form: ['query'], view: '__proto__' };
      const large = deflateRawSync(JSON.stringify({ text: 'a'.repeat(1 << 24) })).toString('base64url');
      assert.ok(large.length < 64 << 10);
      for (const [fragment, text] of [
        [`#${await toFragment(hostile)}`, html], [`#1.${large}`], ['#1.%%%'], ['#<b>'], [`#1.${'A'.repeat(70000)}`],
        [`#${await toFragment(null)}`, ''], [`#${await toFragment(5)}`, ''],
      ]) {
        const page = await open(fragment);
        assert.equal(await page.evaluate('document.querySelectorAll("img[src], body script").length'), 0);
        assert.equal(await page.evaluate('window.hurt'), undefined);
        if (text !== undefined) assert.equal(await page.evaluate(value('native')), text);
        else assert.match(await page.$eval('#status', (status) => status.textContent), /^The link is invalid\./);
        await page.done();
      }
    });

    await on('a dropped schema counts, until it is removed', async (page) => {
      await paste(page, 'json', '{"resource": {"x_y": {"z": {"part": {"a": 1}}}}}');
      await page.until(`${value('native')}.includes('part {')`);
      const attributes = { part: { type: ['map', 'number'], optional: true } };
      const provider = { resource_schemas: { x_y: { version: 0, block: { attributes } } } };
      await drop(page, 'schema.json', JSON.stringify({ format_version: '1.0', provider_schemas: { 'registry.opentofu.org/hashicorp/x': provider } }));
      await page.until(`${value('native')}.includes('part = {')`);
      assert.equal(await page.$eval('#settings', (button) => button.textContent), 'Options (1)');
      await page.click('#settings');
      await page.click('#files button');
      await page.until(`${value('native')}.includes('part {')`);
      await drop(page, 'broken.hcl', 'language "broken" {\n');
      await page.until("document.querySelector('#diagnostics p.error')?.innerText.startsWith('Error, broken.hcl: ')");
      await page.click('#files button');
      await drop(page, 'shop.hcl', 'language "shop" {\n  file {\n    native = "*.shop"\n    json = "*.shop.json"\n  }\n}\nroot {\n  attribute "a" {\n  }\n}\n');
      await page.until("document.getElementById('dialect').value === 'shop'");
      await paste(page, 'native', 'a = 1\n');
      await page.until(`${value('json')} === '{\\n  "a": 1\\n}\\n'`);
      await look(page, 'query');
      await drop(page, 'text.json', '{"a": 2}');
      await page.until(`${value('native')} === 'a = 2\\n'`);
    });

    await on('the name of a file selects the language', async (page) => {
      for (const [name, dialect] of [
        ['a.pkr.hcl', 'packer'], ['a.tofu', ''], ['a.tfvars.json', 'tfvars'], ['a.tofutest.json', 'test'], ['.tflint.hcl', 'tflint'],
        ['a.hcl', 'generic'], ['unknown.json', 'generic'], ['a.tf.json', ''], ['docker-bake.json', 'bake'],
      ]) {
        await drop(page, name, name.endsWith('.json') ? `{"a": "${name}"}` : `a = "${name}"\n`);
        await page.until(`${READY} && ${value(name.endsWith('.json') ? 'json' : 'native')}.includes('${name}')`);
        assert.equal(await page.$eval('#dialect', (menu) => menu.value), dialect, name);
      }
    });

    for (const width of [390, 1440]) {
      const press = async (page, label) => {
        await page.until(`[...document.querySelectorAll('#actions button')].some((button) => button.innerText === '${label}' && button.checkVisibility())`);
        const fits = 'document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight';
        assert.ok(await page.evaluate(fits), `${label} fits`);
        if (process.env.SCREENSHOTS && label.startsWith('Upgrade')) {
          await page.screenshot({ path: join(process.env.SCREENSHOTS, `${browserName}-${width}-pasted.png`) });
        }
        await page.evaluate((text) => [...document.querySelectorAll('#actions button')].find((button) => button.innerText === text).click(), label);
      };

      await on(`pasted texts of other kinds have actions, ${width} pixels wide`, async (page) => {
        await paste(page, 'native', '{"locals": {"a": 1}}');
        await press(page, 'Convert to HCL');
        await page.until(`${READY} && ${value('native')} === 'locals {\\n  a = 1\\n}\\n' && ${value('json')} === '{"locals": {"a": 1}}'`);
        assert.equal(await page.$eval('#actions', (part) => part.checkVisibility()), false);

        await paste(page, 'json', 'locals {\n  b = 2 # c\n}\n');
        await press(page, 'Convert to JSON');
        await page.until(`${READY} && ${value('native')} === 'locals {\\n  b = 2 # c\\n}\\n' && ${value('json')}.includes('"b": 2')`);

        const template = '{"builders": [{"type": "null", "communicator": "none"}]}';
        for (const side of ['native', 'json']) {
          await choose(page, 'dialect', '');
          await paste(page, side, template);
          await press(page, 'Upgrade to HCL2');
          await page.until(`${READY} && ${value('native')}.startsWith('source "null" "null" {') && document.getElementById('dialect').value === 'packer'`);
        }

        await choose(page, 'dialect', '');
        await paste(page, 'native', 'source "null" "x" {\n  communicator = "none"\n}\n');
        await press(page, 'Read as Packer');
        await page.until(`${READY} && document.getElementById('dialect').value === 'packer' && document.getElementById('status').className === 'none'`);

        const metadata = { path: 'a/web', uniqueId: 'web_1234ABCD' };
        const stack = { '//': { metadata: { backend: 'local', stackName: 'a', version: '0.20' } },
          resource: { terraform_data: { web_1234ABCD: { '//': { metadata }, input: 'a' } } } };
        await paste(page, 'json', JSON.stringify(stack));
        await press(page, 'Eject the stack');
        await page.until(`${READY} && ${value('native')}.startsWith('resource "terraform_data" "web" {')`);
        assert.match(await page.evaluate(value('native')), /moved \{/);

        const plan = { format_version: '1.2', terraform_version: '1.9.0', planned_values: { root_module: {} }, configuration: { root_module: {} },
          resource_changes: [{ address: 'terraform_data.a', mode: 'managed', type: 'terraform_data', name: 'a', provider_name: 'terraform.io/builtin/terraform',
            change: { actions: ['create'], before: null, after: { input: 'x' }, after_unknown: {}, before_sensitive: false, after_sensitive: {} } }] };
        await paste(page, 'native', JSON.stringify(plan));
        await press(page, 'Show a summary');
        await page.until("document.getElementById('summary').checkVisibility()");
        assert.match(await page.$eval('#summarized', (part) => part.textContent), /terraform_data/);
        await page.keyboard.press('Escape');
      }, '', width);

      await on(`the line changes the text at an address, ${width} pixels wide`, async (page) => {
        const change = async (line) => {
          await page.$eval('#line', (field, text) => { field.value = text; field.form.requestSubmit(); }, line);
        };
        await paste(page, 'native', 'locals {\n  x  =  2   # keep\n}\n');
        await page.until(`${READY} && ${value('json')}.includes('"x": 2')`);
        await change('set local.x=1');
        await page.until(`${READY} && ${value('native')} === 'locals {\\n  x  =  1   # keep\\n}\\n' && ${value('json')}.includes('"x": 1')`);
        assert.match(await page.evaluate(marked('native', 'cm-deletedChunk')), /x {2}= {2}2/);
        if (process.env.SCREENSHOTS) await page.screenshot({ path: join(process.env.SCREENSHOTS, `${browserName}-${width}-line.png`) });
        await change('set local.y=1');
        await page.until("document.querySelector('#diagnostics p.error')?.innerText.includes('Nothing is at local.y')");
        await change('mv local.x local.z');
        await page.until(`${READY} && ${value('native')}.includes('z  =  1')`);
        await paste(page, 'native', 'locals {}\n');
        await page.until(`${READY} && ${value('json')}.includes('"locals": {}')`);
        assert.equal(await page.evaluate(marked('native', 'cm-deletedChunk')), '');
      }, '', width);
    }

    await on('a list of errors needs no other style', async (page) => {
      assert.equal(await page.$eval('#progress', (bar) => bar.checkVisibility()), false);
      await paste(page, 'native', 'locals {\n  a = = 1\n}\nfoo "x" {}\n');
      await page.until("document.querySelector('#native .cm-lint-marker')");
      await (await page.$('#native .cm-lint-marker')).hover();
      await page.until("document.querySelector('.cm-tooltip-lint')");
      await page.focus('#native .cm-content');
      await page.keyboard.press('F8');
    });

    await t.test('a bar shows the progress of the loading', async () => {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await page.goto(url);
      const bar = await page.$('#progress');
      assert.equal(await bar.evaluate((element) => element.max), 1);
      await page.waitForFunction(READY);
      assert.equal(await bar.evaluate((element) => element.hidden), true);
      assert.ok(await bar.evaluate((element) => element.value) > .99);
      await context.close();
    });

    await on('the button opens a file', async (page) => {
      const file = join(dir, 'opened.nomad.hcl');
      for (const text of ['a = 1\n', 'a = 2\n']) {
        writeFileSync(file, text);
        await (await page.$('#open')).uploadFile(file);
        await page.until(`${READY} && ${value('native')} === ${JSON.stringify(text)}`);
      }
      assert.equal(await page.$eval('#dialect', (menu) => menu.value), 'nomad');
    });

    await on('Options and Help explain, and close with Escape', async (page) => {
      const isShown = (id) => page.$eval(`#${id}`, (part) => part.checkVisibility());
      for (const [button, id, text] of [['#settings', 'options', /A schema defines which names are blocks/], ['[popovertarget=help]', 'help', /leave the editor/]]) {
        assert.equal(await isShown(id), false);
        await page.focus(button);
        await page.keyboard.press('Enter');
        assert.equal(await isShown(id), true);
        assert.match(await page.$eval(`#${id}`, (part) => part.innerText), text);
        await page.keyboard.press('Escape');
        assert.equal(await isShown(id), false);
      }
    });

    await t.test('a phone has no keyboard hints', { skip: browserName === 'firefox' && 'Firefox emulates no phone' }, async () => {
      const page = await open('', 390, { isMobile: true, hasTouch: true });
      await page.tap('[popovertarget=help]');
      assert.ok(await page.$eval('#help', (help) => help.checkVisibility() && !/Ctrl|Esc/.test(help.innerText)));
      await page.done();
    });

    for (const width of [390, 800, 1440]) {
      await on(`the layout, ${width} pixels wide`, async (page) => {
        const layout = () => page.evaluate(`({
          clipped: [...document.querySelectorAll('header *, .toolbar *, .title *')].filter((part) => part.checkVisibility() && !part.closest('select, input')
            && !part.matches('legend, .hidden') && part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0).map((part) => part.outerHTML),
          outside: document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth,
          editor: document.getElementById('native').clientHeight / innerHeight,
          rows: new Set([...document.querySelector('.toolbar').children].map((part) => Math.round(part.getBoundingClientRect().bottom))).size,
        })`);
        const { editor, rows, ...wrong } = await layout();
        assert.deepEqual(wrong, { clipped: [], outside: false });
        assert.ok(editor > (width === 390 ? .45 : .65), `the editor has ${editor} of the window`);
        assert.equal(rows, width === 390 ? 3 : 1);
        await paste(page, 'native', 'a = = 1\n'.repeat(40));
        await page.until("document.querySelector('#diagnostics button')");
        assert.equal((await layout()).outside, false);
      }, '', width);
    }

    await on('the page answers while 1 MB is converted', async (page) => {
      const block = (i) => `resource "aws_instance" "web${i}" {\n  ami  = "ami-1"\n  tags = { Name = "a" }\n}\n`;
      await paste(page, 'native', Array.from({ length: Math.ceil(2 ** 20 / block(10000).length) }, (_, i) => block(10000 + i)).join(''));
      await page.until("document.body.dataset.state === 'busy'");
      await page.evaluate(`{ window.answers = 0; const timer = setInterval(() => {
        if (document.body.dataset.state === 'busy') answers += 1; else clearInterval(timer); }, 10); }`);
      await page.until(`${READY} && ${value('json')}.length > 2 ** 20`);
      assert.ok(await page.evaluate('answers') > 5);
    });

    await on('nothing can be sent', async (page) => {
      const told = `new Promise((resolve) => { addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective));
        fetch('http://127.0.0.1:9/', { mode: 'no-cors' }).then(() => resolve('sent'), () => {}); })`;
      assert.equal(await page.evaluate(told), 'connect-src');
      if (browserName === 'chrome') assert.equal(await page.workers()[0].evaluate(told), 'connect-src'); // Firefox shows no workers
      return [['connect-src', 'http://127.0.0.1:9/']];
    });

    const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
    for (const theme of ['light', 'dark']) {
      if (theme === 'dark') {
        await browser.close();
        browser = await launch(theme);
      }
      for (const width of [1100, 320]) {
        await on(`${theme}, ${width} pixels wide`, async (page) => {
          if (browserName === 'chrome') await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
          await page.evaluate(axe);
          const color = await page.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)[0]");
          assert.equal(color < 128, theme === 'dark');
          const check = async (name) => {
            assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${name} does not scroll sideways`);
            const shown = await page.$$eval('.pane', (panes) => panes.filter((pane) => pane.checkVisibility()).length);
            assert.equal(shown, width === 320 ? 1 : 2, name);
            const { violations } = await page.evaluate('axe.run()');
            assert.deepEqual(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html, failureSummary }) => [html, failureSummary])]), [], name);
            if (process.env.SCREENSHOTS) await page.screenshot({ path: join(process.env.SCREENSHOTS, `${browserName}-${theme}-${width}-${name}.png`) });
          };
          const { x, y } = await place(page, 'native', 'aws_vpc.main');
          await page.mouse.click(x, y);
          await page.until("document.querySelector('.cm-tooltip .explained') && document.getElementById('here').textContent");
          await check('first');
          await look(page, 'edit');
          await paste(page, 'json', (await page.evaluate(value('json'))).replace('ami-', 'image-'));
          await page.until(`${READY} && ${value('native')}.includes('image-')`);
          await check('edit');
          await look(page, 'query');
          if (width === 320) await look(page, 'right');
          await check('query');
          await look(page, 'left');
          await look(page, 'both');
          await paste(page, 'native', `${await page.evaluate(value('native'))}\noutput "id" {\n  value = aws_instance.web[\n}\n`);
          await page.until(marked('native', 'cm-lintRange-error'));
          await page.keyboard.down('Control');
          await page.keyboard.press('f');
          await page.keyboard.up('Control');
          await page.keyboard.type('each');
          await check('error');
        }, '', width);
      }
    }
  });
}
