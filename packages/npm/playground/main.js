import { json as jsonLanguage } from '@codemirror/lang-json';

import { Editor } from './editor.js';
import examples from './examples.txt';
import { hcl } from './hcl.js';
import { fromFragment, toFragment } from './link.js';
import * as store from './store.js';

const byId = (id) => document.getElementById(id);
const [status, list, here] = ['status', 'diagnostics', 'here'].map(byId);
const menus = { dialect: byId('dialect'), target: byId('target'), form: byId('form') };
const schemas = []; // added files: { option, name, text, language }
const MOST_SHOWN = 100;
const LARGE = 100_000; // characters: larger texts are converted after a pause in the typing
const ABOUT = {
  both: 'Type on either side. Point at or tap a value to see how a product reads it.',
  query: 'JSON for jq and other readers: no comments, one shape for each path, no way back.',
  edit: 'Change the JSON. The HCL receives only this change, and shows the difference.',
};
// FROM maps the kind of a request to the editor with its text. The result goes to the other editor.
const FROM = { native: 'native', json: 'json', edit: 'json' };

let view = 'both';
let from = 'native'; // the kind of the last change by the user
let base = ''; // the native text before an edit
let typed = false; // the user typed the text, so it is stored
let map = new Int32Array(); // the result of places in worker.js
let jsonName = '';
let [busy, again, saving, shown, notice, moved, summary] = [false, 0, 0, '', '', 0, ''];
let later = () => {};
let changed = false; // the native editor shows the difference of an edit at an address
const waiting = []; // functions that receive an explanation from the worker

const editors = {};
for (const [name, label, language] of [['native', 'HCL', hcl()], ['json', 'JSON', jsonLanguage()],
  ['query', 'Query form', jsonLanguage()]]) {
  editors[name] = new Editor(byId(name), label, language, {
    input: () => input(name),
    point(offset, cursor) {
      cancelAnimationFrame(moved);
      moved = requestAnimationFrame(() => point(name, offset, cursor));
    },
    explain: (offset) => explain(name, offset),
  });
  byId(name).editor = editors[name]; // for tests
}
editors.query.compare(undefined, true);

const right = () => (view === 'query' ? 'query' : 'json');
const kind = () => (view === 'query' ? 'native' : from); // of the next request
const isStale = (name) => byId(name).closest('section').classList.contains('stale');

// A worker from a blob inherits the Content-Security-Policy of the page. A worker from a file does not.
const code = `import ${JSON.stringify(new URL('worker.js', import.meta.url).href)};`;
const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })), { type: 'module' });
worker.onmessage = ({ data }) => {
  if (data.explained) {
    waiting.shift()(data.explained);
    return;
  }
  if (data.loading) {
    if (data.progress === undefined) return;
    status.textContent = `Loading the converter: ${Math.round(100 * data.progress)} %`;
    byId('progress').value = data.progress;
    return;
  }
  byId('progress').hidden = true;
  if (data.action !== undefined) {
    finish(data);
    return;
  }
  busy = false;
  if (again) send(); else show(data);
};
worker.onerror = () => { status.textContent = 'The converter cannot be loaded. Check the connection and reload the page.'; };

function input(name) {
  if (changed) editors.native.compare();
  changed = false;
  from = name === 'native' ? 'native' : view === 'edit' ? 'edit' : 'json';
  typed = true;
  here.replaceChildren(ABOUT[view]);
  // The text of a link in the address bar is now outdated.
  if (location.hash) history.replaceState(null, '', location.pathname + location.search);
  convert();
}

function convert() {
  listOptions();
  map = new Int32Array();
  clearTimeout(again);
  again = setTimeout(() => { if (!busy) send(); }, editors[FROM[kind()]].text.length > LARGE ? 300 : 0);
  clearTimeout(saving);
  if (typed) saving = setTimeout(save, 300);
}

const file = () => menus.dialect.selectedOptions[0]?.dataset.file ?? '';

// listOptions shows the options that apply to the language, the added schemas, and the number of changed options.
function listOptions() {
  byId('product').hidden = menus.dialect.selectedOptions[0]?.parentElement.label !== 'OpenTofu and Terraform';
  menus.form.disabled = view !== 'both';
  const changed = [menus.form.value !== 'compact', !byId('product').hidden && menus.target.value !== '', schemas.length > 0];
  const count = changed.filter(Boolean).length;
  byId('settings').textContent = count === 0 ? 'Options' : `Options (${count})`;
  byId('files').replaceChildren(...schemas.map((schema) => {
    const button = element('button', { type: 'button' }, `Remove ${schema.name}`);
    button.addEventListener('click', () => {
      schemas.splice(schemas.indexOf(schema), 1);
      [...menus.dialect.options].findLast((option) => option.value === schema.language)?.remove();
      convert();
      byId('schemas').focus();
    });
    return element('li', {}, button);
  }));
}

// report shows a message before the number of errors and warnings.
function report(message) {
  status.textContent = `${message} ${summary}`.trim();
}

function send() {
  clearTimeout(again);
  again = 0;
  busy = true;
  document.body.dataset.state = 'busy';
  const { text } = editors[FROM[kind()]];
  if (text.length > LARGE || from === 'edit') status.textContent = 'Converting …';
  const options = pageOptions();
  if (view === 'query') options.form = 'query';
  worker.postMessage({ from: kind(), text, base, options });
}

// pageOptions returns the options of the page.
function pageOptions() {
  const options = { filename: file(), ...choices() };
  for (const { option, name, text: schema } of schemas) (options[option] ??= []).push({ name, text: schema });
  if (byId('product').hidden) options.target = '';
  return options;
}

// show shows a response of the worker.
function show({ from: made, text, filename, proven, diagnostics, map: places, failure }) {
  map = places;
  const [source, other] = [FROM[made], made === 'native' ? right() : 'native'];
  if (text !== undefined) editors[other].text = text;
  if (made === 'native' && view !== 'query' && filename) jsonName = filename;
  for (const [name, editor] of Object.entries(editors)) {
    byId(name).closest('section').classList.toggle('stale', name === other && text === undefined);
    editor.mark([]);
    if (name !== source) editor.diagnose([]);
  }
  const found = diagnostics.slice(0, MOST_SHOWN);
  editors[source].diagnose(found.filter(({ start }) => start !== undefined));
  const hasAction = showActions(source, editors[source].text, diagnostics);
  showList(hasAction ? [] : found, source); // the action replaces the errors
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const count = (n, what) => (n === 0 ? [] : [`${n} ${what}${n === 1 ? '' : 's'}`]);
  const counts = [...count(errors, 'error'), ...count(diagnostics.length - errors, 'warning')];
  const rest = text === undefined ? ' The other side is outdated.' : proven ? ' Checked: nothing else changes.' : '';
  summary = failure ?? `${counts.join(', ') || 'No errors or warnings'}.${rest}`;
  status.className = failure || errors > 0 ? 'error' : counts.length > 0 ? 'warning' : 'none';
  report(notice);
  notice = '';
  document.body.dataset.state = 'ready';
  later();
}

// members returns the members of a JSON object, or undefined for another text.
function members(text) {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isPlan = ({ format_version: version, ...more }) => version !== undefined && ['planned_values', 'resource_changes', 'values'].some((name) => name in more);
const isTemplate = (root) => ['builders', 'provisioners', 'post-processors'].some((name) => Array.isArray(root[name])) && !root.source && !root.build;
const isStack = (root) => root['//']?.metadata?.stackName !== undefined;

// actionsOf returns the actions for a text that does not belong into its editor: the reason, the label and the function.
function actionsOf(source, text, diagnostics) {
  const root = members(text);
  const side = source === 'native' ? 'native' : 'json';
  if (root === undefined) {
    const isNative = side === 'json' && /^\s*(#|\/\/|[\w-]+\s*("[^"\n]*"\s*)*[{=])/.test(text);
    if (isNative) return [['This is HCL.', 'Convert to JSON', () => apply({ ...choices(), from: 'native', native: text }, true)]];
    const isPacker = side === 'native' && menus.dialect.value === '' && /^(source|build|packer)\b/m.test(text) &&
      diagnostics.some(({ summary: title }) => title === 'Unknown block type');
    return isPacker ? [['This is a Packer template.', 'Read as Packer', () => { menus.dialect.value = 'packer'; convert(); }]] : [];
  }
  const ask = (action) => () => worker.postMessage({ action, text });
  if (isPlan(root)) return [['This is a plan or a state.', 'Show a summary', ask('show')]];
  if (isTemplate(root)) return [['This is a legacy template of Packer.', 'Upgrade to HCL2', ask('upgrade')]];
  const back = ['This is JSON.', 'Convert to HCL', () => apply({ ...choices(), from: 'json', json: text }, true)];
  if (isStack(root)) return [['This is a stack of CDKTF.', 'Eject the stack', ask('eject')], ...(side === 'native' ? [back] : [])];
  return side === 'native' ? [back] : [];
}

// showActions shows the actions for a text, and reports whether there are any.
function showActions(source, text, diagnostics) {
  const actions = view === 'both' ? actionsOf(source, text, diagnostics) : [];
  byId('actions').hidden = actions.length === 0;
  byId('actions').replaceChildren(...actions.slice(0, 1).map(([reason]) => reason), ...actions.map(([, label, run]) => {
    const button = element('button', { type: 'button' }, label);
    button.addEventListener('click', run);
    return button;
  }));
  return actions.length > 0;
}

// finish shows the result of an action.
function finish({ action, text, diagnostics }) {
  const found = diagnostics.filter(({ severity }) => text === undefined || severity === 'warning');
  if (text === undefined) {
    showList(found, 'native');
    report('Nothing is changed.');
    return;
  }
  if (action === 'show') {
    byId('summarized').textContent = text;
    byId('summary').showPopover();
    return;
  }
  if (action === 'change') {
    const before = editors.native.text;
    if (before === text) {
      report('The text is the same.');
      return;
    }
    editors.native.text = text;
    editors.native.compare(before, false);
    [changed, from, typed] = [true, 'native', true];
    notice = 'Changed. Undo with Ctrl+Z.';
    side('left');
    convert();
    return;
  }
  notice = found.length > 0 ? `${found.length} ${found.length === 1 ? 'part needs' : 'parts need'} review: ${found[0].detail}` : '';
  apply({ ...choices(), dialect: action === 'upgrade' ? 'packer' : '', from: 'native', native: text }, true);
}

// showList lists the diagnostics of an editor. A button of one with a place selects it.
function showList(diagnostics, source) {
  if (shown === (shown = JSON.stringify([source, diagnostics]))) return; // or a screen reader repeats it
  list.replaceChildren(...diagnostics.map(({ severity, summary: title, detail, filename, line, start, end }) => {
    const place = filename || (line && `line ${line}`);
    const label = `${severity === 'error' ? 'Error' : 'Warning'}${place ? `, ${place}` : ''}: `;
    const content = [element('b', {}, label), `${title}\n${detail}`];
    if (start === undefined) return element('li', {}, element('p', { className: severity }, ...content));
    const button = element('button', { type: 'button', className: severity }, ...content);
    button.addEventListener('click', () => {
      side(source === 'native' ? 'left' : 'right');
      editors[source].select(start, end);
    });
    return element('li', {}, button);
  }));
}

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

// at returns the index in the map of the smallest value that contains an offset of an editor, or -1.
function at(name, offset) {
  const own = name === 'native' ? 3 : 1;
  let best = -1;
  for (let i = 0; i < map.length; i += 5) {
    const [start, end] = [map[i + own], map[i + own + 1]];
    if (start <= offset && offset < end && (best < 0 || end - start <= map[best + own + 1] - map[best + own])) best = i;
  }
  return best;
}

// point marks the value at an offset on both sides.
async function point(name, offset, cursor) {
  const best = at(name, offset);
  const spans = { native: [], [right()]: [] };
  for (let i = 0; best >= 0 && map[best] > 0 && i < map.length; i += 5) {
    if (map[i] !== map[best]) continue;
    spans[right()].push({ start: map[i + 1], end: map[i + 2] });
    spans.native.push({ start: map[i + 3], end: map[i + 4] });
  }
  for (const one of Object.keys(spans)) editors[one].mark(spans[one]);
  if (!cursor) return;
  const there = name === 'native' ? right() : 'native';
  if (spans[there].length > 0) editors[there].show(spans[there][0].start);
  here.replaceChildren(await explain(name, offset) ?? ABOUT[view]);
}

// explain returns a node with the explanation of the value at an offset, or null.
async function explain(name, offset) {
  const best = at(name, offset);
  if (best < 0 || map[best] === 0) return null;
  const { title, words, path } = await new Promise((resolve) => {
    waiting.push(resolve);
    worker.postMessage({ explain: map[best] });
  });
  return element('span', { className: 'explained' }, element('b', {}, title), ` ${words} `, element('code', {}, path));
}

function side(name) {
  document.querySelector(`input[name=pane][value=${name}]`).checked = true;
  document.body.dataset.side = name;
}

// look changes the view. On leaving an edit, the native text keeps it. An edit with an error stays
// in the JSON.
function look(next) {
  later = () => {};
  if (view === 'edit' && next !== 'edit' && from === 'edit' && (busy || again)) {
    later = () => look(next); // after the native text has received the edit
    return;
  }
  if (view === 'edit' && next !== 'edit') {
    from = isStale('native') ? 'json' : 'native';
    editors.native.compare();
  }
  if (view !== 'edit' && next === 'edit') {
    base = editors.native.text;
    from = from === 'json' ? 'edit' : 'native';
    editors.native.compare(base);
  }
  view = next;
  document.querySelector(`input[name=view][value=${view}]`).checked = true;
  byId('json').closest('section').hidden = view === 'query';
  byId('query').closest('section').hidden = view !== 'query';
  here.replaceChildren(ABOUT[view]);
  convert();
}

const choices = () => Object.fromEntries(Object.entries(menus).map(([name, { value }]) => [name, value]));
const state = () => ({ view, from, base, native: editors.native.text, json: editors.json.text, ...choices() });

function save() {
  if (!typed) return;
  if (!store.save(state())) report('The text is too large to survive a reload.');
}

// apply shows a state. It stores the previous state if the user typed it.
function apply(given, isTyped = false) {
  if (typed && store.keep(state())) offerKept();
  clearTimeout(saving);
  for (const [name, menu] of Object.entries(menus)) {
    if ([...menu.options].some(({ value }) => value === given[name])) menu.value = given[name];
  }
  if (view === 'edit' || changed) editors.native.compare();
  [view, changed] = ['both', false];
  from = given.from === 'json' || given.from === 'edit' ? 'json' : 'native';
  for (const name of ['native', 'json']) if (given[name] !== undefined) editors[name].text = given[name];
  if (given.view === 'edit' && given.base !== undefined) {
    [view, base, from] = ['edit', given.base, given.from === 'edit' ? 'edit' : 'native'];
    if (from === 'native') editors.native.text = base;
    editors.native.compare(base);
  }
  typed = isTyped;
  look(Object.hasOwn(ABOUT, given.view ?? '') ? given.view : 'both');
}

function offerKept() {
  byId('example').querySelector('optgroup')?.remove();
  const kept = store.kept();
  if (kept.length === 0) return;
  const options = kept.map((one, i) => element('option', { value: `kept ${i}` },
    `${one.when}: ${(one.native || one.json).trim().split('\n')[0].slice(0, 40)}`));
  byId('example').append(element('optgroup', { label: 'Your texts' }, ...options));
}

// languageOf returns the language of a file by its name, or undefined.
function languageOf(name) {
  const plain = name.replace(/\.json$/, '').replace(/\.tofu(test)?(?=\.|$)/, '.tf$1');
  const ends = (suffix) => suffix !== '' && plain.endsWith(suffix);
  return [...menus.dialect.options].find(({ dataset: { file: pattern = '' } }) => {
    const suffix = pattern.replace(/^(main|terraform(?=\.tfvars))/, '');
    return ends(suffix) || (plain !== name && ends(suffix.replace(/\.hcl$/, '')));
  })?.value;
}

const EXAMPLES = new Map(examples.split(/^-- /m).slice(1).map((text) => {
  const [, title, name, content] = /^(.*) \((\S+)\) --\n([^]*)$/.exec(text);
  return [title, { from: /^\s*\{/.test(content) ? 'json' : 'native', dialect: languageOf(name), target: '', content }];
}));
byId('example').append(...[...EXAMPLES.keys()].map((title) => element('option', {}, title)));
byId('example').addEventListener('change', ({ target: menu }) => {
  const [, i] = /^kept (\d+)$/.exec(menu.value) ?? [];
  if (i !== undefined) apply(store.kept()[i], true);
  else if (EXAMPLES.has(menu.value)) example(menu.value);
  menu.value = '';
});

function example(title) {
  const { content, ...given } = EXAMPLES.get(title);
  apply({ ...given, [given.from]: content });
}

for (const name of ['dialect', 'target']) menus[name].addEventListener('change', convert);
menus.form.addEventListener('change', () => {
  // The JSON is converted again in the new form, unless it has an error.
  if (from === 'json' && !isStale('native')) from = 'native';
  convert();
});
for (const radio of document.querySelectorAll('input[name=view]')) radio.addEventListener('change', () => look(radio.value));
for (const radio of document.querySelectorAll('input[name=pane]')) radio.addEventListener('change', () => side(radio.value));

byId('change').addEventListener('submit', (event) => {
  event.preventDefault();
  const line = byId('line').value.trim();
  if (line === '') return;
  if (view === 'edit') look('both');
  worker.postMessage({ action: 'change', text: editors.native.text, line, options: pageOptions() });
});

for (const button of document.querySelectorAll('[data-copy]')) {
  button.addEventListener('click', async () => {
    const copied = await navigator.clipboard.writeText(editors[button.dataset.copy].text).then(() => true, () => false);
    report(copied ? 'Copied.' : 'The browser does not allow the page to copy.');
  });
}
for (const button of document.querySelectorAll('[data-save]')) {
  button.addEventListener('click', () => {
    const name = button.dataset.save;
    const names = { native: file() || 'main.hcl', json: jsonName || 'main.json', query: 'query.json' };
    const href = URL.createObjectURL(new Blob([editors[name].text], { type: 'text/plain' }));
    element('a', { href, download: names[name] }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
  });
}

// take opens a file: a provider schema, a schema file or a text, by its content.
async function take(given) {
  const [name, text] = [given.name, await given.text()];
  if (/^\s*\{/.test(text) && text.includes('"provider_schemas"')) schemas.push({ option: 'providerSchemas', name, text });
  else if (/^\s*(language\s+|\{\s*"language"\s*:\s*[[{\s]*)"/m.test(text)) {
    const [, language] = /"?language"?[\s:[{]*"([^"]+)"/.exec(text);
    schemas.push({ option: 'schemas', name, text, language });
    menus.dialect.append(element('option', { value: language }, language));
    menus.dialect.value = language;
  } else {
    const into = /^\s*[[{]/.test(text) ? 'json' : 'native';
    apply({ view: into === 'json' ? 'both' : view, from: into, [into]: text, dialect: languageOf(name) });
  }
}

async function takeAll(files) {
  for (const given of files) await take(given);
  convert();
}

for (const id of ['open', 'schemas']) {
  byId(id).addEventListener('change', async ({ target: input }) => {
    await takeAll(input.files);
    input.value = ''; // so that the same file can be opened again
  });
}
const hasFiles = ({ dataTransfer }) => dataTransfer?.types.includes('Files');
addEventListener('dragover', (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  document.body.dataset.drop = ''; // shows that the page accepts the file
}, true);
addEventListener('dragleave', ({ relatedTarget }) => { if (!relatedTarget) delete document.body.dataset.drop; });
addEventListener('drop', (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  delete document.body.dataset.drop;
  event.stopPropagation(); // or the editor inserts the content
  takeAll(event.dataTransfer.files);
}, true);

byId('link').addEventListener('click', async () => {
  try {
    const { base: _, native, json, ...choices } = state();
    const text = FROM[kind()] === 'json' ? json : native;
    history.replaceState(null, '', `#${await toFragment({ ...choices, from: FROM[kind()], text })}`);
    const without = schemas.length > 0 ? ' It does not contain the schemas.' : '';
    const copied = await navigator.clipboard.writeText(location.href).then(() => true, () => false);
    report((copied ? 'Link copied.' : 'The link is in the address bar.') + without);
  } catch (error) {
    report(`No link: ${error.message}.`);
  }
});

async function open() {
  offerKept();
  const before = store.saved();
  if (!typed && before && location.hash && store.keep(before)) offerKept();
  try {
    if (location.hash) {
      const { text = '', ...given } = await fromFragment(location.hash.slice(1));
      const into = given.from === 'json' ? 'json' : 'native';
      apply({ ...given, view: given.view === 'edit' ? 'both' : given.view, from: into, [into]: text });
      return;
    }
  } catch {
    notice = 'The link is invalid.';
  }
  if (before && !typed) apply(before, true);
  else if (!typed) example(EXAMPLES.keys().next().value);
  else convert();
}
addEventListener('hashchange', open);
addEventListener('pagehide', save);
side('left');
open();
