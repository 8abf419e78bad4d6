import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { runInNewContext } from 'node:vm';
import { gunzipSync } from 'node:zlib';

import { apply, codeUnits, eject, get, jsonSchema, load, patch, refs, setSource, show, toHCL, toJSON, upgrade, verify } from 'hcljson';
import { convertFiles, getExpressionAst, getReferencesInExpression, parse } from 'hcljson/hcl2json';
import { Module } from '../dist/wasm.mjs';

const filename = 'main.tf';
const native = 'locals {\n  a = 12345678901234567890 # many\n}\n';

test('toJSON', async () => {
  const result = await toJSON(native, { filename, form: 'compact', comments: 'drop', numbers: 'bigint' });
  assert.deepEqual(result.value, { locals: { a: 12345678901234567890n } });
  assert.equal(result.filename, 'main.tf.json');
  assert.match(result.text, /12345678901234567890/);
});

test('refs', async () => {
  const { value } = await refs('variable "a" {}\nlocals {\n  b = var.a\n}\n', 'var.a', { filename });
  assert.deepEqual(value, [{ address: 'var.a', line: 3, column: 11, text: 'b = var.a' }]);
  assert.equal((await refs('locals {}\n', 'var.a', { filename })).ok, false);
});

test('get and apply', async () => {
  const found = await get(native, ['local.a'], { filename, numbers: 'bigint' });
  assert.deepEqual(found.value, [{ address: 'local.a', line: 2, text: '12345678901234567890', value: 12345678901234567890n }]);
  assert.equal((await get(native, ['local.a', 'local.b'], { filename })).ok, false);
  const result = await apply(native, [{ set: 'local.a', value: '1' }, { mv: 'local.a', to: 'local.b' }], { filename });
  assert.equal(result.text, 'locals {\n  b = 1 # many\n}\n');
  assert.equal(result.proven, true);
  const missing = await apply(native, [{ rm: 'local.c' }], { filename });
  assert.equal(missing.ok, false);
  assert.match(missing.diagnostics[0].detail, /Nothing is at local.c/);
});

test('no number is rounded', async () => {
  const value = async (number, numbers) => (
    await toJSON(`a = ${number}\n`, { dialect: 'generic', numbers })).value.a;
  for (const [number, want] of [
    ['0.1', 0.1], ['9007199254740991', 9007199254740991], ['1e3', 1000], ['100000000000000000000', 1e20], ['-1.50', -1.5],
  ]) {
    assert.equal(await value(number), want);
    assert.equal(await value(number, 'string'), want);
  }
  for (const number of ['9007199254740993', '12345678901234567890', '0.1234567890123456789', '1e400']) {
    await assert.rejects(value(number), /does not fit/);
    assert.equal(await value(number, 'string'), number);
  }
  assert.equal(await value('9007199254740993', 'bigint'), 9007199254740993n);
  await assert.rejects(value('0.1234567890123456789', 'bigint'), RangeError);
  assert.equal(await value('1e400', 'bigint'), 10n ** 400n);
});

test('numbers are found wherever they stand', async () => {
  for (const list of ['9007199254740993', '1, 9007199254740993', '-9007199254740993', '\n  1, # c\n  -0.12345678901234567\n', '1e400']) {
    const { value } = await toJSON(`a = [${list}]\n`, { dialect: 'generic', comments: 'drop', numbers: 'string' });
    assert.equal(typeof value.a.at(-1), 'string', list);
  }
  const { value } = await toJSON('a = ["1e400", "x: 9007199254740993", 5]\n', { dialect: 'generic' });
  assert.deepEqual(value.a, ['1e400', 'x: 9007199254740993', 5]);
});

test('values next to a long number are equal to the result of JSON.parse', async () => {
  const text = 'a = 12345678901234567890\nb = { "__proto__" = [true, null, "\\\\ \\" ${1}", { c = {} }, []] }\n';
  const { value, text: json } = await toJSON(text, { dialect: 'generic', comments: 'drop', numbers: 'string' });
  const { a, ...rest } = JSON.parse(json, (key, found) => found);
  assert.deepEqual(Object.keys(value), ['a', 'b']);
  assert.equal(JSON.stringify(value.b), JSON.stringify(rest.b));
});

test('toHCL', async () => {
  assert.equal((await toHCL('{"locals": {"a": 1}}', { filename: 'main.tf.json' })).text, 'locals {\n  a = 1\n}\n');
  assert.equal((await toHCL({ locals: { a: 2n ** 70n } }, { filename: 'main.tf.json' })).text,
    'locals {\n  a = 1180591620717411303424\n}\n');
});

test('patch', async () => {
  const { value } = await toJSON(native, { filename, numbers: 'bigint' });
  value.locals.b = 'new';
  const result = await patch(native, value, { filename });
  assert.equal(result.text, 'locals {\n  a = 12345678901234567890 # many\n  b = "new"\n}\n');
});

test('verify', async () => {
  const { text } = await toJSON(native, { filename });
  assert.equal((await verify(native, text, { filename })).equal, true);
  const other = await verify(native, text.replace('7890', '7891'), { filename });
  assert.equal(other.equal, false);
  assert.deepEqual(other.diagnostics[0].difference.path, ['locals', 'a']);
  assert.equal((await verify(native, '{', { filename })).verdict, 'unknown');
});

test('a legacy template of Packer, and a stack of CDKTF', async () => {
  const template = { builders: [{ type: 'null', communicator: 'none' }], provisioners: [{ type: 'shell', inline: ['a'], unknown: '{{ .X }}' }] };
  const upgraded = await upgrade(JSON.stringify(template));
  assert.ok(upgraded.text.startsWith('source "null" "null" {\n  communicator = "none"\n}\n'), JSON.stringify(upgraded));
  assert.equal((await upgrade('source "x" "y" {}')).ok, false);
  assert.equal((await upgrade('{"builders": 1}')).ok, false);
  const metadata = { path: 'a/web', uniqueId: 'web_1234ABCD' };
  const ejected = await eject({ '//': { metadata: { stackName: 'a', version: '0.20' } },
    resource: { terraform_data: { web_1234ABCD: { '//': { metadata }, input: '${var.x}' } } }, variable: { x: {} } });
  assert.equal(ejected.text, 'variable "x" {}\n\nresource "terraform_data" "web" {\n  input = var.x\n}\n\n' +
    'moved {\n  from = terraform_data.web_1234ABCD\n  to   = terraform_data.web\n}\n');
  assert.equal(ejected.proven, true);
  assert.equal((await eject('{')).ok, false);
  await assert.rejects(eject({}, { form: 'general' }), TypeError);
});

test('diagnostics name options of the function', async () => {
  const { diagnostics: [{ detail }] } = await toJSON('a = 1', { filename: 'notes.md' });
  assert.match(detail, /set the language with the option dialect/);
  const { diagnostics: [missing] } = await get('locals {}\n', 'local.x', { filename });
  assert.equal(missing.severity, 'error');
});

test('the JSON Schema of a module', async () => {
  const { value } = await jsonSchema('variables', { 'main.tf': 'variable "a" {\n  type = number\n}\n' });
  assert.deepEqual(value.properties, { a: { $ref: '#/$defs/literal-number' } });
  assert.equal((await jsonSchema('config', {}, { filename: 'x.pkr.json', all: true })).value.title, 'Packer (packer): config');
  assert.equal((await jsonSchema('tables')).ok, false);
  await assert.rejects(jsonSchema('config', {}, { form: 'general' }), TypeError);
});

test('show', async () => {
  const { value } = await show({ 'main.tf': 'module "m" {\n  source = "./m"\n}\n', 'm/main.tf': 'variable "v" {}\n' });
  assert.ok(value.root_module.module_calls.m.module.variables.v);
  const state = { format_version: '1.0', terraform_version: '1.9.0', values: { outputs: { o: { value: 5, type: 'number', sensitive: false } } } };
  assert.match((await show(JSON.stringify(state))).text, /value = 5/);
  await assert.rejects(show({}), TypeError);
  assert.equal((await show({ 'main.txt': '' })).ok, false);
});

test('errors have places', async () => {
  const { ok, text, value, diagnostics } = await toJSON('a = "é" = 1\n', { filename });
  assert.deepEqual([ok, text, value], [false, undefined, undefined]);
  assert.equal(diagnostics[0].range.filename, filename);
  assert.deepEqual(diagnostics[0].range.start, { line: 1, column: 9, byte: 9 });
  const units = await toJSON('a = "𝔘" = 1\n', { filename, columns: 'utf16' });
  assert.equal(units.diagnostics[0].range.start.column, 10);
});

test('a source map, and its offsets in strings', async () => {
  const source = 'locals {\n  name = "ß𝔘"\n  size = 3\n}\n';
  const { text, sourceMap } = await toJSON(source, { filename, form: 'compact', comments: 'drop', sourceMap: true });
  const { json, native: [{ file, value }] } = sourceMap.values.find(({ pointer }) => pointer === '/locals/size');
  const at = (of, { start, end }) => of.slice(codeUnits(of)(start.byte), codeUnits(of)(end.byte));
  assert.deepEqual([file, at(source, value), at(text, json.name), at(text, json.value)], [filename, '3', '"size"', '3']);
  assert.equal((await toHCL(text, { filename: 'main.tf.json', sourceMap: true })).sourceMap.json, 'main.tf.json');
  assert.equal((await toJSON(source, { filename })).sourceMap, undefined);
  assert.equal((await toJSON('=', { filename, sourceMap: true })).sourceMap, undefined);
  const strange = 'aß\ud800€x𝔘\ufeff';
  for (let i = 0; i <= strange.length; i++) {
    if (i === 6) continue; // within a character
    assert.equal(codeUnits(strange)(new TextEncoder().encode(strange.slice(0, i)).length), i);
  }
});

test('wrong arguments', async () => {
  await assert.rejects(toJSON(1), TypeError);
  await assert.rejects(toJSON('', { filname: 'main.tf' }), /unknown option filname/);
  await assert.rejects(toHCL({}, { filename, form: 'compact' }), /^TypeError: toHCL does not accept the option form$/);
  await assert.rejects(verify('', '', { filename, form: 'compact' }), /^TypeError: verify does not accept the option form$/);
  await assert.rejects(toJSON('', { filename, numbers: 'double' }), /bigint/);
  assert.throws(() => setSource('medium', ''), TypeError);
  for (const name of ['modul', 'toString', '__proto__', undefined, Symbol('module')]) await assert.rejects(load(name), TypeError);
  for (const options of [{ strict: 'false' }, { table: 0 }, { sourceMap: 1 }, { filename: null }, { dialect: ['generic'] },
    { filename: '\ud800.tf' }, { schemas: 'a' }, { schemas: [{ name: 'a' }] }, { providerSchemas: [null] }, null, 'main.tf']) {
    await assert.rejects(toJSON('', options), TypeError, JSON.stringify(options));
  }
  await assert.rejects(show({ '\ud800.tf': '' }), TypeError);
  assert.ok((await toJSON('', { filename, strict: undefined, table: false, schemas: [] })).ok);
  assert.match((await toJSON('a = 1')).diagnostics[0].detail, /language of the text is unknown/);
});

// Three places define this: the function and the service, the type of its options, and the documentation.
test('a function accepts its documented options', async () => {
  const calls = {
    toJSON: (options) => toJSON('', options),
    toHCL: (options) => toHCL({}, options),
    patch: (options) => patch('', '{}', options),
    verify: (options) => verify('', '{}', options),
    jsonSchema: (options) => jsonSchema('config', {}, options),
    show: (options) => show('{}', options),
    'show of files': (options) => show({ 'main.tf': '' }, options),
  };
  const types = {
    toJSON: 'ToJSONOptions', toHCL: 'ConversionOptions', patch: 'PatchOptions', verify: 'VerifyOptions',
    jsonSchema: 'JSONSchemaOptions',
    show: 'ShowOptions', 'show of files': 'ShowFilesOptions',
  };
  const some = {
    filename: 'main.tf', dialect: 'opentofu', target: 'opentofu', form: 'compact', comments: 'drop', layout: 'keep', columns: 'utf16', strict: true, table: false,
    schemas: [{ name: 's.hcl', text: 'language "shop" {\n}\n' }], providerSchemas: [{ name: 's.json', text: '{"format_version":"1.0"}' }],
    numbers: 'string', sourceMap: true, verify: false, all: true, otherFilename: 'main.tf.json',
  };
  const read = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');
  const declared = new Map([...read('../src/index.d.mts').matchAll(/^export interface (\w+)(?: extends (\w+))? \{\n(.*?)^\}/gms)]
    .map(([, name, base, body]) => [name, { base, own: [...body.matchAll(/^ {2}(\w+)\?:/gm)].map(([, option]) => option) }]));
  const members = (name) => (name ? [...members(declared.get(name).base), ...declared.get(name).own] : []);
  const table = read('../../../docs/javascript.md').match(/^\| option \| of \| \|\n(.*?)\n\n/ms)[1].replaceAll('`show` of files', '`show of files`')
    .replaceAll('| all', '| `toJSON`, `toHCL`, `patch`, `get`, `refs`, `apply`, `verify`, `jsonSchema`');
  const documented = [...table.matchAll(/^\| `(\w+)` \| (.*?) \|/gm)]
    .map(([, option, of]) => [option, [...of.matchAll(/`(.*?)`/g)].map(([, name]) => name)]);
  assert.deepEqual(documented.map(([option]) => option).sort(), Object.keys(some).sort());
  for (const [name, call] of Object.entries(calls)) {
    const taken = [];
    for (const [option, value] of Object.entries(some)) {
      try {
        const { diagnostics } = await call({ [option]: value });
        assert.ok(!diagnostics.some(({ summary }) => summary === 'Invalid option'), `${name} ${option}`);
        taken.push(option);
      } catch (error) {
        assert.deepEqual([error.name, error.message], ['TypeError', `${name} does not accept the option ${option}`]);
      }
    }
    assert.deepEqual(members(types[name]).sort(), taken.sort(), `the type of the options of ${name}`);
    assert.deepEqual(documented.filter(([, of]) => of.includes(name)).map(([option]) => option).sort(), taken, `what is documented for ${name}`);
  }
});

test('bytes, marks and other languages', async () => {
  assert.ok((await toJSON(new TextEncoder().encode(native), { filename })).ok);
  await assert.rejects(toJSON(new Uint8Array([0xff]), { filename }), TypeError);
  assert.ok((await toJSON('\ufefflocals {}\n', { filename })).ok);
  assert.ok((await toJSON('source "a" "b" {}\n', { filename: 'x.pkr.hcl' })).ok);
  assert.match((await toJSON('resource "aws_security_group" "x" {\n  ingress {\n    to_port = 1\n  }\n}\n', { filename })).text,
    /"self": null/);
});

test('a text comes back with every character', async () => {
  const strange = '"\\ \u2028\ufeff é 𝔘 \\n\r\n';
  for (const comments of [strange, strange.repeat(1e5)]) {
    const source = `\ufeff/* ${comments} */\nlocals {}\n`;
    const { text, diagnostics } = await toJSON(source, { filename, verify: false });
    assert.equal((await toHCL(text, { filename: 'main.tf.json', verify: false })).text.trim().length > 0, true, diagnostics[0]?.detail);
    assert.equal((await patch(source, { locals: {} }, { filename })).text, source);
  }
});

test('bytes from another realm, and values that are not JSON', async () => {
  const bytes = new TextEncoder().encode('{"locals": {"a": 1}}');
  const elsewhere = runInNewContext('(from) => Uint8Array.from(from)')(bytes);
  assert.ok(!(elsewhere instanceof Uint8Array));
  for (const source of [bytes, Buffer.from(bytes), bytes.buffer, elsewhere, elsewhere.buffer, runInNewContext('({ locals: { a: 1 } })'),
    Object.assign(Object.create(null), { locals: { a: 1 } })]) {
    assert.equal((await toHCL(source, { filename: 'main.tf.json' })).text, 'locals {\n  a = 1\n}\n');
  }
  assert.equal((await toJSON(elsewhere.buffer, { dialect: 'generic' })).ok, false);
  for (const source of [new DataView(bytes.buffer), new Uint16Array(2), new Map(), Promise.resolve({}), new Blob([bytes]),
    { locals: new Set() }, { locals: { a: bytes } }, undefined, () => 1, NaN, { locals: { a: NaN } }, { locals: { a: [-Infinity] } },
    { locals: { a: () => 1 } }, { locals: { a: Symbol('b') } }, { locals: { a: [undefined] } }]) {
    await assert.rejects(toHCL(source, { filename: 'main.tf.json' }), TypeError);
    await assert.rejects(patch(native, source, { filename }), TypeError);
  }
  assert.match((await toHCL({ locals: { a: new Date(0) } }, { filename: 'main.tf.json' })).text, /"1970-/);
});

// mixed contains functions for all kinds of calls, also with errors, by number.
const mixed = [
  (i) => toJSON(`locals {\n  a = ${i} # é\n}\n`, { filename }),
  (i) => toHCL({ locals: { [`a${i}`]: i } }, { filename: 'main.tf.json', sourceMap: true }),
  (i) => toJSON(`a = ${i} =`, { filename }),
  (i) => toJSON(`resource "aws_security_group" "x${i}" {\n  ingress {\n  }\n}\n`, { filename }),
  (i) => patch(native, { locals: { a: i } }, { filename }),
  (i) => verify(native, `locals {\n  a = ${i}\n}\n`, { filename }),
  (i) => show({ 'main.tf': `variable "v${i}" {}\n` }),
  (i) => toJSON(`source "a" "b${i}" {}\n`, { filename: 'x.pkr.hcl' }),
];

test('calls at a time do not mix', async () => {
  const { toJSON: required } = createRequire(import.meta.url)('hcljson');
  const calls = Array.from({ length: 100 }, (_, i) => () => mixed[i % mixed.length](i));
  const one = [];
  for (const call of calls) one.push(await call());
  assert.deepEqual(await Promise.all(calls.map((call) => call())), one);
  assert.equal(new Set(one.filter(({ text }) => text).map(({ text }) => text)).size, one.filter(({ text }) => text).length);
  assert.deepEqual(await required('locals {\n  a = 0 # é\n}\n', { filename }), one[0]);
});

test('a text with too many levels for the engine does not count as too large', async () => {
  const nested = (depth) => toJSON(`a = ${'{ a = '.repeat(depth)}1${' }'.repeat(depth)}\n`, { dialect: 'generic', verify: false });
  assert.ok((await nested(200)).ok);
  for (const depth of [700, 850, 999, 1100]) {
    const { ok, diagnostics } = await nested(depth);
    if (!ok || depth > 1000) assert.equal(diagnostics[0].summary, 'Nested too deeply', depth);
  }
  assert.ok((await nested(200)).ok);
});

const bytesOf = (file) => readFile(new URL(import.meta.resolve(`hcljson/${file}`)));

test('a failed source can be replaced', async () => {
  setSource('module', async () => { throw new Error('no network'); });
  await assert.rejects(toJSON(native, { filename, verify: false }), /no network/);
  setSource('module', () => bytesOf('hcljson.wasm.gz'));
  await load();
  assert.ok((await toJSON(native, { filename, verify: false })).ok);
});

// Only the provider tables define that ingress is an attribute with the syntax of blocks.
const group = 'resource "aws_security_group" "x" {\n  ingress {\n  }\n}\n';

test('without the provider tables, a call fails instead of returning another result', async () => {
  const { text } = await toJSON(group, { filename, verify: false });
  const tables = await bytesOf('tables.bin');
  for (const [wrong, message] of [
    [async () => { throw new Error('no network'); }, /no network/],
    [() => new Response('<!DOCTYPE html>'), /are not of this version/],
    [() => new Response('', { status: 404 }), /tables cannot be loaded: 404/],
    [tables.subarray(0, -1), /are not of this version/], [tables.fill(0x61, 3, 5), /are not of this version/],
    [new Uint8Array(), /are not of this version/], [await WebAssembly.compile(gunzipSync(await bytesOf('hcljson.wasm.gz'))), TypeError],
  ]) {
    setSource('module', () => bytesOf('hcljson.wasm.gz'));
    setSource('tables', wrong);
    for (const source of [native, 'locals {\n  resource = 1\n}\n']) assert.ok((await toJSON(source, { filename, verify: false })).ok);
    assert.ok((await toJSON(group, { filename, table: false })).ok);
    for (let i = 0; i < 2; i++) await assert.rejects(toJSON(group, { filename, verify: false }), message);
    setSource('tables', () => bytesOf('tables.bin'));
    assert.equal((await toJSON(group, { filename, verify: false })).text, text);
  }
});

test('tables that were wrong are loaded again', async () => {
  const answers = [() => new Response('<!DOCTYPE html>'), () => bytesOf('tables.bin')];
  setSource('module', () => bytesOf('hcljson.wasm.gz'));
  setSource('tables', () => answers.shift()());
  await assert.rejects(toJSON(group, { filename, verify: false }), /are not of this version/);
  assert.ok((await toJSON(group, { filename, verify: false })).ok);
});

test('the tables are loaded once, and again for a new instance', async () => {
  let asked = 0;
  setSource('tables', () => { asked += 1; return bytesOf('tables.bin'); });
  setSource('module', () => bytesOf('hcljson.wasm.gz'));
  assert.ok((await toJSON(native, { dialect: 'opentofu', verify: false })).ok);
  const first = await toJSON(group, { filename, verify: false });
  assert.match(first.text, /"self": null/);
  await Promise.all([1, 2, 3].map(async () => assert.deepEqual(await toJSON(group, { filename, verify: false }), first)));
  assert.equal((await toHCL(first.text, { filename: 'main.tf.json', verify: false })).text, group.replace('{\n  }', '{}'));
  assert.equal(asked, 1);

  const compiled = await WebAssembly.compile(gunzipSync(await bytesOf('hcljson.wasm.gz')));
  const tables = await bytesOf('tables.bin');
  const request = { operation: 'toJSON', name: filename, text: group, options: {} };
  for (const [enough, asks] of [[512 << 20, false], [0, true]]) {
    const module = new Module(compiled, enough);
    for (const absent of [true, asks]) {
      assert.equal((await module.perform(request)).absentTables ?? false, absent);
      assert.equal((await module.perform(request, [new Uint8Array(5)])).absentTables ?? false, absent);
      assert.equal((await module.perform(request, [tables])).text, first.text);
    }
  }
  const module = new Module(compiled, 0);
  const both = await Promise.all([module.perform(request, [tables]), module.perform(request)]);
  assert.deepEqual(both.map(({ absentTables }) => absentTables), [undefined, true], 'an instance that has ended performs no call');
});

test('the tables of other providers are loaded for a text with one of their names', async () => {
  const asked = [];
  for (const part of ['module', 'tables', 'others']) {
    setSource(part, () => { asked.push(part); return bytesOf(part === 'module' ? 'hcljson.wasm.gz' : `${part}.bin`); });
  }
  const monitor = 'resource "datadog_monitor" "x" {\n  scheduling_options {\n  }\n}\n';
  const [own, other] = [await toJSON(group, { filename, verify: false }), asked.splice(0)];
  assert.deepEqual(other, ['module', 'tables']);
  for (const _ of [1, 2]) assert.deepEqual((await toJSON(monitor, { filename, verify: false })).diagnostics, []);
  assert.deepEqual(asked, ['others']);
  assert.deepEqual(await toJSON(group, { filename, verify: false }), own);
  setSource('module', () => bytesOf('hcljson.wasm.gz'));
  setSource('others', () => bytesOf('tables.bin'));
  await assert.rejects(toJSON(monitor, { filename, verify: false }), /are not of this version/);
  setSource('others', () => bytesOf('others.bin'));
  assert.ok((await toJSON(monitor, { filename, verify: false })).ok);
});

test('hcl2json', async () => {
  const text = 'variable "v" {\n  type = string\n  default = "$${x}"\n}\nlocals {\n  b = 12345678901234567890\n  a = [1, var.v]\n}\n';
  assert.equal(JSON.stringify(await parse(filename, text)),
    '{"locals":[{"a":[1,"${var.v}"],"b":"12345678901234567890"}],"variable":{"v":[{"default":"$${x}","type":"${string}"}]}}');
  await assert.rejects(parse(filename, 'a = ='), /^Error: parse config: \[main\.tf:1,/);
  assert.deepEqual(await getReferencesInExpression(filename, '${[for k, v in var.list : v.x if local.on]}'), [
    { value: 'var.list', startPosition: 15, endPosition: 23 }, { value: 'local.on', startPosition: 33, endPosition: 41 },
  ]);
  assert.equal((await getExpressionAst(filename, 'a.b[0]')).meta.fullAccessor, 'a.b[0]');
  await assert.rejects(getExpressionAst(filename, 'a +'), /errors on input string 'a \+'/);
});

test('convertFiles', async (t) => {
  const { mkdtempSync, rmSync, writeFileSync } = await import('node:fs');
  const { join } = await import('node:path');
  const dir = mkdtempSync(join((await import('node:os')).tmpdir(), 'hcljson-'));
  t.after(() => rmSync(dir, { recursive: true }));
  writeFileSync(join(dir, 'a.tf'), 'locals {\n  a = 1\n}');
  writeFileSync(join(dir, 'b.tf'), 'output "o" {\n  value = local.a\n}');
  writeFileSync(join(dir, 'c.tf.json'), '{"locals": [{"c": 3}], "output": {"p": {"value": 1}}}');
  assert.deepEqual(await convertFiles(dir), {
    locals: [{ a: 1 }, { c: 3 }], output: { o: [{ value: '${local.a}' }], p: { value: 1 } },
  });
});

test('a string that looks like a marked BigInt stays a string', async () => {
  for (const b of ['\u{F0000}hcljson:12', 'hcljson:12', 'hcljson::12']) {
    const { text } = await toHCL({ a: 1n, b }, { filename: 'a.tfvars.json', verify: false });
    assert.equal(text, `a = 1\nb = "${b}"\n`);
  }
});

test('half of a surrogate pair is not replaced', async () => {
  await assert.rejects(toJSON('a = "\ud800"', { filename }), TypeError);
});

test('convertFiles keeps __proto__ as a name', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'hcljson-'));
  writeFileSync(join(dir, 'a.tf.json'), '{"__proto__":{"polluted":1}}');
  writeFileSync(join(dir, 'b.tf'), 'a = null\n');
  writeFileSync(join(dir, 'c.tf.json'), '{"a":{"b":1}}');
  const found = await convertFiles(dir);
  rmSync(dir, { recursive: true });
  assert.equal({}.polluted, undefined);
  assert.deepEqual(Object.keys(found).sort(), ['__proto__', 'a']);
  assert.deepEqual(found.a, { b: 1 });
});
