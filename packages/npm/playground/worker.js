// The conversions, outside the thread of the page.
import { apply, codeUnits, eject, patch, setSource, show, toHCL, toJSON, upgrade } from './hcljson/index.mjs';

const RUNS = {
  native: ({ text, options }) => toJSON(text, { ...options, sourceMap: true, verify: false }),
  json: ({ text, options: { form, ...options } }) => toHCL(text, { ...options, sourceMap: true, verify: false }),
  edit: ({ base, text, options }) => patch(base, text, { ...options, otherFilename: '' }),
};
// ACTIONS are the runs of the buttons for pasted texts, and of the line for an edit.
const ACTIONS = {
  show: ({ text }) => show(text),
  upgrade: ({ text }) => upgrade(text, { filename: 'template.json' }),
  eject: ({ text }) => eject(text),
  change: ({ text, line, options: { form: _, ...options } }) => apply(text, [line], options),
};
const OTHER = 'other'; // the file name of the second text of patch, if otherFilename is empty

// The module is loaded once. The page shows the progress.
setSource('module', async () => {
  const response = await fetch(new URL('./hcljson/hcljson.wasm.gz', import.meta.url));
  if (!response.ok) throw new Error(`The converter cannot be loaded: ${response.status}`);
  const total = Number(response.headers.get('Content-Length'));
  const chunks = [];
  let received = 0;
  for (let reader = response.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(chunks).arrayBuffer();
    chunks.push(value);
    received += value.length;
    postMessage({ progress: total >= received ? received / total : undefined, loading: true });
  }
});

let values = []; // the values of the last source map
let json = ''; // the JSON of the last source map
let unit = () => 0; // converts a byte offset in the JSON to a string offset

// WORDS describes how a product reads a string, by its mode.
const WORDS = {
  template: 'Text in which ${ } and %{ } are evaluated.',
  literal: 'Plain text, in which nothing is evaluated.',
  traversal: 'A reference that is a name and is not evaluated. JSON contains it without ${ }.',
  reference: 'A reference that is not evaluated. JSON contains it without ${ }.',
  keyword: 'A keyword of the language. JSON contains it without ${ }.',
  type: 'A type. JSON contains it without ${ }.',
  call: 'A function call. JSON contains it without ${ }.',
  'template-or-text': 'A template, or plain text if it is no valid template.',
  'template-or-traversal': 'A template, or a reference without ${ }.',
};

// explanation describes how a product reads the value of an entry, and why.
function explanation({ pointer, read = 'template', native, json: { value } }) {
  const path = pointer.split('/').slice(1).map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')).join(' › ');
  const source = json.slice(unit(value.start.byte), unit(value.end.byte));
  if (native.some(({ block }) => block)) return { path, title: 'Block:', words: 'JSON contains it as an object.' };
  if (source[0] !== '"') return { path, title: 'Not a string:', words: 'JSON contains the value itself.' };
  const [, inner] = /^"\$\{([^]*)\}"$/.exec(source) ?? [];
  if (read === 'template' && inner !== undefined && !inner.includes('${')) {
    return { path, title: 'Expression:', words: 'JSON contains it in ${ }.' };
  }
  const why = read === 'template' ? 'This is the default.' : 'The schema of the language defines this.';
  return { path, title: `${read[0].toUpperCase()}${read.slice(1)}:`, words: `${WORDS[read]} ${why}` };
}

self.onmessage = async ({ data }) => {
  if (data.explain !== undefined) {
    const entry = values[data.explain];
    postMessage({ explained: entry ? explanation(entry) : {} });
    return;
  }
  if (data.action !== undefined) {
    try {
      const { text: made, diagnostics } = await ACTIONS[data.action](data);
      postMessage({ action: data.action, text: made, diagnostics: diagnostics.map(({ severity, summary, detail }) => ({ severity, summary, detail })) });
    } catch (error) {
      postMessage({ action: data.action, diagnostics: [{ severity: 'error', summary: 'The page failed', detail: String(error) }] });
    }
    return;
  }
  const { from, text, options } = data;
  try {
    const result = await RUNS[from](data);
    const of = codeUnits(text);
    const diagnostics = result.diagnostics.map(({ severity, summary, detail, range }) => {
      const filename = range?.filename ?? '';
      const own = filename === '' || filename === (from === 'edit' ? OTHER : options.filename);
      if (!own || !range?.start) return { severity, summary, detail, filename: own ? '' : filename };
      const { start, end } = range;
      return { severity, summary, detail, line: start.line, start: of(start.byte), end: of(end.byte) };
    });
    values = result.sourceMap?.values ?? [];
    const there = codeUnits(result.text ?? '');
    [json, unit] = from === 'native' ? [result.text, there] : [text, of];
    const map = places(unit, from === 'native' ? of : there);
    const { text: made, filename, proven } = result;
    postMessage({ from, text: made, filename, proven, diagnostics, map }, [map.buffer]);
  } catch (error) {
    values = [];
    postMessage({ from, diagnostics: [], map: new Int32Array(), failure: String(error) });
  }
};

// places returns five numbers for each place of each value: the index of the value, its start and end
// in JSON, and its start and end in native syntax.
function places(inJSON, inNative) {
  const of = ({ name, value }, at) => [at((name ?? value).start.byte), at(value.end.byte)];
  return Int32Array.from(values.flatMap((entry, i) => (
    entry.native.flatMap((place) => [i, ...of(entry.json, inJSON), ...of(place, inNative)]))));
}
