import { bytesOf } from '#files';
import { parseJSON } from './number.mjs';
import { Module } from './wasm.mjs';

const TABLES = ['tables', 'others']; // in the order in which a module receives them
const PARTS = ['module', ...TABLES];
const sources = {};
const loading = {};

function checkPart(name) {
  if (!PARTS.includes(name)) throw new TypeError(`Unknown part ${String(name)}: use module, tables or others`);
}

// kind returns the name of a built-in class. Unlike instanceof, it also works for objects from another
// realm.
const kind = (value) => Object.prototype.toString.call(value).slice(8, -1);
const isBytes = (value) => kind(value) === 'Uint8Array' || kind(value) === 'ArrayBuffer';
const isText = (value) => typeof value === 'string' || isBytes(value);

// setSource sets the source of a part: its bytes, a WebAssembly.Module, a Response, or a function that
// returns one of these or a promise of it.
export function setSource(name, source) {
  checkPart(name);
  sources[name] = source;
  delete loading[name];
}

// compiled compiles a module, which can be compressed with gzip.
async function compiled(bytes) {
  const [first, second] = new Uint8Array(bytes.buffer ?? bytes, bytes.byteOffset ?? 0);
  if (first !== 0x1f || second !== 0x8b) return WebAssembly.compile(bytes);
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compile(await new Response(plain).arrayBuffer());
}

async function fetched(name) {
  const source = name in sources ? sources[name] : () => bytesOf(name);
  let found = await (typeof source === 'function' ? source() : source);
  if (kind(found) === 'Response') {
    if (!found.ok) throw new Error(`hcljson: ${found.url || name} cannot be loaded: ${found.status}`);
    found = await found.arrayBuffer();
  }
  if (!TABLES.includes(name)) return new Module(kind(found) === 'WebAssembly.Module' ? found : await compiled(found));
  if (!isBytes(found)) throw new TypeError('The source of tables must be bytes');
  return new Uint8Array(found);
}

function loaded(name) {
  loading[name] ??= fetched(name).catch((error) => {
    delete loading[name];
    throw error;
  });
  return loading[name];
}

// LIKELY matches texts that probably need the provider tables.
const LIKELY = /\b(?:resource|data|provider)\b/;

// early returns the first tables if the text probably needs them, so that they are loaded together with
// the module. The response of the module reports whether it needs more tables.
async function early({ text: source, options }) {
  if (options.noTable || options.dialect === 'generic' || !LIKELY.test(source)) return [];
  return loaded('tables').then((tables) => [tables], () => []);
}

async function perform(request) {
  const [module, tables] = await Promise.all([loaded('module'), early(request)]);
  let response = await module.perform(request, tables);
  while (response.absentTables && tables.length < TABLES.length) {
    tables.push(await loaded(TABLES[tables.length]));
    response = await module.perform(request, tables);
  }
  if (!response.absentTables) return response;
  for (const part of TABLES) delete loading[part]; // the source can be different the next time
  throw new Error('hcljson: tables.bin and others.bin are not of this version');
}

function text(value, what = 'the text') {
  if (isBytes(value)) return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(value);
  if (typeof value === 'string') {
    if (/\p{Surrogate}/u.test(value)) throw new TypeError(`${what} contains half of a surrogate pair, which no file can contain`);
    return value;
  }
  throw new TypeError(`${what} must be a string or its bytes in UTF-8, not ${value === null ? 'null' : typeof value}`);
}

const isString = (value) => typeof value === 'string' && text(value, 'an option') === value;
const string = { want: 'a string', is: isString };
const flag = { want: 'true or false', is: (value) => typeof value === 'boolean' };
const files = {
  want: 'a list of files: [{ name, text }]',
  is: (value) => Array.isArray(value) && value.every((file) => isString(file?.name) && isString(file.text)),
};

// plain returns a file without other properties.
const plain = ({ name, text: content }) => ({ name, text: content });

const FILES = 'show of files';
const CONVERSIONS = ['toJSON', 'toHCL'];
const CHANGES = [...CONVERSIONS, 'patch', 'apply'];
const TEXTS = [...CONVERSIONS, 'patch', 'verify'];
const NAMED = [...TEXTS, 'get', 'refs', 'apply', 'jsonSchema'];

// OPTIONS maps the options to their types and to the functions that accept them.
const OPTIONS = new Map(Object.entries({
  filename: [string, [...NAMED, 'show', FILES, 'expression', 'upgrade', 'eject']],
  dialect: [string, NAMED],
  target: [string, [...NAMED, FILES]],
  form: [string, ['toJSON', 'patch']],
  comments: [string, TEXTS],
  layout: [string, ['toJSON']],
  columns: [string, [...NAMED, FILES]],
  strict: [flag, [...CONVERSIONS, 'patch', 'verify']],
  table: [flag, [...NAMED, FILES]],
  schemas: [files, NAMED],
  providerSchemas: [files, [...NAMED, FILES]],
  numbers: [string, ['toJSON', 'get', FILES]],
  sourceMap: [flag, CONVERSIONS],
  verify: [flag, CHANGES],
  all: [flag, ['jsonSchema']],
  otherFilename: [string, ['patch', 'verify']],
}));

function request(operation, source, given, more = {}) {
  if (typeof given !== 'object' || given === null) throw new TypeError('the options must be an object');
  const taker = more.files && operation === 'show' ? FILES : operation;
  for (const [name, value] of Object.entries(given)) {
    if (!OPTIONS.has(name)) throw new TypeError(`unknown option ${name}`);
    const [type, takers] = OPTIONS.get(name);
    if (value === undefined) continue;
    if (!takers.includes(taker)) throw new TypeError(`${taker} does not accept the option ${name}`);
    if (!type.is(value)) throw new TypeError(`the option ${name} must be ${type.want}`);
  }
  if (given.numbers !== undefined && given.numbers !== 'bigint' && given.numbers !== 'string') {
    throw new TypeError('the option numbers must be "bigint" or "string"');
  }
  const { filename = '', table, numbers, otherFilename, ...options } = given;
  options.noTable = table === false;
  if (CHANGES.includes(operation)) options.verify ??= true;
  for (const list of ['schemas', 'providerSchemas']) options[list] = options[list]?.map(plain);
  return { operation, name: filename, text: source, options: { ...options, ...more } };
}

// result converts a response to a result. The value is parsed on the first access.
function result(response, json, numbers) {
  const { text: out, diagnostics, name } = response;
  const made = { ok: out !== undefined, text: out, diagnostics };
  if (name) made.filename = name;
  if (response.proven) made.proven = true;
  if (response.sourceMap) made.sourceMap = response.sourceMap;
  if (json) {
    let value;
    Object.defineProperty(made, 'value', {
      enumerable: true,
      get: () => (out === undefined ? undefined : (value ??= parseJSON(out, numbers))),
    });
  }
  return made;
}

export async function toJSON(source, options = {}) {
  const response = await perform(request('toJSON', text(source, 'the text'), options));
  return result(response, true, options.numbers);
}

export async function toHCL(source, options = {}) {
  const json = isText(source) ? text(source) : stringify(source);
  return result(await perform(request('toHCL', json, options)));
}

export async function patch(source, edited, options = {}) {
  const other = isText(edited) ? text(edited) : stringify(edited);
  return result(await perform(request('patch', text(source, 'the text'), options,
    { other: { name: options.otherFilename ?? '', text: other } })));
}

export async function get(source, addresses, options = {}) {
  const response = await perform(request('get', text(source, 'the text'), options, { addresses: [addresses].flat() }));
  return result(response, true, options.numbers);
}

export async function refs(source, addresses, options = {}) {
  return result(await perform(request('refs', text(source, 'the text'), options, { addresses: [addresses].flat() })), true);
}

export async function apply(source, changes, options = {}) {
  if (!Array.isArray(changes)) throw new TypeError('the changes must be a list');
  return result(await perform(request('apply', text(source, 'the text'), options, { changes })));
}

export async function verify(a, b, options = {}) {
  const response = await perform(request('verify', text(a, 'the text'), options,
    { other: { name: options.otherFilename ?? '', text: text(b, 'the second text') } }));
  return { equal: { equal: true, different: false }[response.verdict], verdict: response.verdict, diagnostics: response.diagnostics };
}

export async function upgrade(template, options = {}) {
  return result(await perform(request('upgrade', text(template, 'the template'), options)));
}

export async function eject(json, options = {}) {
  const source = isText(json) ? text(json) : stringify(json);
  return result(await perform(request('eject', source, { filename: 'cdk.tf.json', ...options })));
}

export async function jsonSchema(kind, module = {}, options = {}) {
  const files = Object.entries(module).map(([name, content]) => ({ name, text: text(content, name) }));
  return result(await perform(request('jsonSchema', '', options, { kind: text(kind, 'the kind'), files })), true);
}

export async function show(source, options = {}) {
  if (isText(source)) {
    return result(await perform(request('show', text(source), options)));
  }
  if (Object.keys(source).length === 0) throw new TypeError('the object contains no files');
  const files = Object.entries(source).map(([name, content]) => ({ name: text(name, 'a name'), text: text(content, name) }));
  const response = await perform(request('show', '', { filename: '.', ...options }, { files }));
  return result(response, true, options.numbers);
}

// codeUnits returns a function that converts offsets in the UTF-8 bytes of a text, as in ranges, to
// offsets in the string.
export function codeUnits(source) {
  const bytes = [0]; // the offsets before and after each character that is not ASCII
  const units = [0];
  let byte = 0;
  let unit = 0;
  for (const { 0: { length }, index, 0: character } of source.matchAll(/[^\0-\x7f]/gu)) {
    const code = character.codePointAt(0);
    byte += index - unit;
    bytes.push(byte, byte += code < 0x800 ? 2 : code < 0x10000 ? 3 : 4);
    units.push(index, unit = index + length);
  }
  return (offset) => {
    let [low, high] = [0, bytes.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (bytes[middle] <= offset) low = middle; else high = middle;
    }
    return Math.min(units[low] + offset - bytes[low], source.length);
  };
}

// expression returns the syntax tree of an expression, for hcl2json.
export async function expression(source, filename) {
  return result(await perform(request('expression', text(source, 'the expression'), { filename })), true);
}

// inexact describes a value that JSON would omit or replace with null, or returns undefined. A property
// that is undefined is allowed.
function inexact(value, holder) {
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
  if (value === undefined && Array.isArray(holder)) return 'undefined in a list';
  return hidden(value) ? `a ${kind(value)}` : undefined;
}

// hidden reports whether JSON would lose the content of a value, such as a Map, a Promise or bytes.
function hidden(value) {
  if (typeof value !== 'object' || value === null) return false;
  return ArrayBuffer.isView(value) ||
    !['Object', 'Array', 'String', 'Number', 'Boolean'].includes(kind(value)) && Object.keys(value).length === 0;
}

// stringify is JSON.stringify with all digits of a BigInt.
function stringify(value) {
  let digits = false;
  const plain = JSON.stringify(value, function check(_, v) {
    const found = inexact(v, this);
    if (found) throw new TypeError(`the value contains ${found}, which JSON cannot hold`);
    digits ||= typeof v === 'bigint';
    return typeof v === 'bigint' ? 0 : v;
  }, 2);
  if (plain === undefined) throw new TypeError('the value is not JSON');
  if (!digits) return plain;
  let mark = 'hcljson:';
  while (plain.includes(mark)) mark += ':';
  const marked = JSON.stringify(value, (_, v) => (typeof v === 'bigint' ? mark + v : v), 2);
  return marked.replace(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1');
}

// load loads parts in advance, so that later calls do not wait for them.
export async function load(...names) {
  names.forEach(checkPart);
  await Promise.all((names.length > 0 ? names : PARTS).map((name) => loaded(name)));
}
