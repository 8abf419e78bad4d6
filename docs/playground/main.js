import { Editor } from './editor.js';
import { fromFragment, toFragment } from './link.js';

const byId = (id) => document.getElementById(id);
const [native, json, status, list] = ['native', 'json', 'status', 'diagnostics'].map(byId);
const areas = { native, json };
const editors = { native: new Editor(native), json: new Editor(json) };
const menus = { dialect: byId('dialect'), target: byId('target'), form: byId('form') };
const schemas = []; // the files that were dropped: { kind, name, text, language }
const MOST_SHOWN = 100;

const EXAMPLE = `# The front.
resource "aws_instance" "web" {
  for_each   = toset(var.hosts)
  ami        = "ami-\${each.key}"
  depends_on = [aws_vpc.main]
  tags = {
    Name = each.key # shown in the console
  }
}
`;

let from = 'native'; // the side that is converted
let map = new Int32Array(); // see worker.js
let [busy, again, shown, notice, moved] = [false, 0, '', '', 0];

// A worker from a file has the policy of its own headers only; from a blob, it has that of the page.
const code = `import ${JSON.stringify(new URL('worker.js', import.meta.url).href)};`;
const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })), { type: 'module' });
worker.onmessage = ({ data }) => {
  busy = false;
  if (again) send(); else show(data);
};
worker.onerror = () => { status.textContent = 'The converter cannot be loaded.'; };

function convert() {
  clearTimeout(again);
  // What is large is not sent with each letter.
  again = setTimeout(() => { if (!busy) send(); }, editors[from].text.length > 100_000 ? 300 : 0);
}

function send() {
  clearTimeout(again);
  again = 0;
  busy = true;
  document.body.dataset.state = 'busy';
  if (editors[from].text.length > 100_000) status.textContent = 'Converting …';
  const of = (kind) => schemas.filter((file) => file.kind === kind).map(({ name, text }) => ({ name, text }));
  const options = { schemas: of('language'), providerSchemas: of('providers') };
  for (const kind of Object.keys(options)) if (options[kind].length === 0) delete options[kind];
  for (const [name, menu] of Object.entries(menus)) options[name] = menu.value;
  worker.postMessage({ from, text: editors[from].text, options });
}

function show({ text, diagnostics, map: places, failure }) {
  const other = from === 'native' ? 'json' : 'native';
  map = places;
  if (text !== undefined) editors[other].text = text;
  areas[from].classList.remove('stale');
  areas[other].classList.toggle('stale', text === undefined);
  editors[other].mark(['mark', 'error', 'warning'], []);
  const found = diagnostics.slice(0, MOST_SHOWN);
  editors[from].mark(['mark', 'error', 'warning'], found.filter(({ start }) => start !== undefined)
    .map(({ start, end, severity }) => ({ ...visible(start, end), kind: severity })));
  explain(found);
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const count = (n, what) => `${n} ${what}${n === 1 ? '' : 's'}`;
  const kept = text === undefined ? '. The other side is what came before' : '';
  const counts = `${count(errors, 'error')}, ${count(diagnostics.length - errors, 'warning')}${kept}.`;
  status.textContent = notice + (failure ?? counts);
  notice = '';
  for (const name of Object.keys(areas)) areas[name].setAttribute('aria-invalid', name === from && errors > 0);
  document.body.dataset.state = 'ready';
}

// visible is a stretch with at least a character in it.
function visible(start, end) {
  if (end > start) return { start, end };
  return start < editors[from].text.length ? { start, end: start + 1 } : { start: Math.max(start - 1, 0), end: start };
}

function explain(diagnostics) {
  const side = from;
  if (shown === (shown = JSON.stringify([side, diagnostics]))) return; // or it would be read aloud again
  list.replaceChildren(...diagnostics.map(({ severity, summary, detail, filename, line, start, end }) => {
    const place = filename || (line && `line ${line}`);
    const button = element('button', { type: 'button', className: severity },
      element('b', {}, place ? `${severity}, ${place}: ` : `${severity}: `), `${summary}\n${detail}`);
    button.addEventListener('click', () => editors[side].select(start ?? 0, end ?? 0));
    return element('li', {}, button);
  }));
}

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

// point marks the value at an offset of one side, on both.
function point(side, offset, scroll) {
  const [own, others] = side === 'json' ? [1, 3] : [3, 1];
  let best = -1;
  for (let i = 0; i < map.length; i += 5) {
    const [start, end] = [map[i + own], map[i + own + 1]];
    if (start <= offset && offset < end && (best < 0 || end - start <= map[best + own + 1] - map[best + own])) best = i;
  }
  const spans = { json: [], native: [] };
  for (let i = 0; best >= 0 && map[best] > 0 && i < map.length; i += 5) {
    if (map[i] !== map[best]) continue;
    spans.json.push({ start: map[i + 1], end: map[i + 2], kind: 'mark' });
    spans.native.push({ start: map[i + 3], end: map[i + 4], kind: 'mark' });
  }
  for (const name of Object.keys(spans)) editors[name].mark(['mark'], spans[name]);
  const other = others === 1 ? 'json' : 'native';
  if (scroll && spans[other].length > 0) editors[other].show(spans[other][0].start);
}

for (const [side, area] of Object.entries(areas)) {
  area.addEventListener('input', () => {
    from = side;
    map = new Int32Array();
    editors[side].changed();
    convert();
  });
  for (const event of ['pointermove', 'pointerleave']) {
    area.addEventListener(event, ({ clientX, clientY }) => {
      cancelAnimationFrame(moved);
      moved = requestAnimationFrame(() => point(side, editors[side].at(clientX, clientY) ?? -1, false));
    });
  }
  for (const event of ['keyup', 'click']) area.addEventListener(event, () => point(side, area.selectionStart, true));
}

function choose() {
  json.readOnly = menus.form.value === 'query'; // which is for reading alone
  if (json.readOnly) from = 'native';
  convert();
}
for (const name of ['dialect', 'target']) menus[name].addEventListener('change', choose);
menus.form.addEventListener('change', () => {
  if (!native.classList.contains('stale')) from = 'native'; // the form is that of the JSON
  choose();
});

// take takes a file for what it looks like.
async function take(file) {
  const [name, text] = [file.name, await file.text()];
  if (/^\s*\{/.test(text) && text.includes('"provider_schemas"')) schemas.push({ kind: 'providers', name, text });
  else if (/^\s*(language\s+|\{\s*"language"\s*:\s*[[{\s]*)"/m.test(text)) {
    const [, language] = /"?language"?[\s:[{]*"([^"]+)"/.exec(text);
    schemas.push({ kind: 'language', name, text, language });
    menus.dialect.append(element('option', {}, language));
    menus.dialect.value = language;
  } else {
    from = /^\s*[[{]/.test(text) ? 'json' : 'native';
    if (from === 'json' && json.readOnly) menus.form.value = 'compact';
    editors[from].text = text;
  }
}

async function takeAll(files) {
  for (const file of files) await take(file);
  listSchemas();
  choose();
}

function listSchemas() {
  byId('files').replaceChildren(...schemas.map((file) => {
    const button = element('button', { type: 'button' }, `Remove ${file.name}`);
    button.addEventListener('click', () => {
      schemas.splice(schemas.indexOf(file), 1);
      [...menus.dialect.options].findLast((option) => option.value === file.language)?.remove();
      listSchemas();
      choose();
      byId('open').focus();
    });
    return element('li', {}, button);
  }));
}

byId('open').addEventListener('change', ({ target }) => takeAll(target.files));
addEventListener('dragover', (event) => {
  if (event.dataTransfer.types.includes('Files')) event.preventDefault();
});
addEventListener('drop', (event) => {
  if (event.dataTransfer.files.length === 0) return;
  event.preventDefault();
  takeAll(event.dataTransfer.files);
});

byId('link').addEventListener('click', async () => {
  try {
    const state = { from, text: editors[from].text };
    for (const [name, menu] of Object.entries(menus)) state[name] = menu.value;
    history.replaceState(null, '', `#${await toFragment(state)}`);
    const without = schemas.length > 0 ? ' It has the text and the choices, and no schemas.' : '';
    const copied = await navigator.clipboard.writeText(location.href).then(() => true, () => false);
    status.textContent = (copied ? 'The link is copied.' : 'The link is in the address bar.') + without;
  } catch (error) {
    status.textContent = `There is no link: ${error.message}.`;
  }
});

async function open() {
  let state = { from: 'native', text: EXAMPLE };
  try {
    if (location.hash) state = await fromFragment(location.hash.slice(1));
  } catch {
    notice = 'The link cannot be read. ';
  }
  for (const [name, menu] of Object.entries(menus)) {
    if ([...menu.options].some(({ value }) => value === state[name])) menu.value = state[name];
  }
  from = state.from === 'json' ? 'json' : 'native';
  editors[from].text = state.text ?? '';
  choose();
}
addEventListener('hashchange', open);
open();
