// The package as it is installed from its archive: what README.md shows runs in an empty
// project, for import and for require. With the variable TSC, the path of tsc of
// typescript, its types are checked.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { gzipSync } from 'node:zlib';

const here = new URL('..', import.meta.url).pathname;
const run = (dir, program, ...args) => execFileSync(program, args, { cwd: dir, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

// examples are the blocks of code of README.md that print something, with what they print.
function examples() {
  const blocks = readFileSync(join(here, 'README.md'), 'utf8').matchAll(/^```js\n(.*?)^```\n\n```text\n(.*?)^```$/gms);
  return [...blocks].map(([, code, output]) => ({ code, output }));
}

// RESULTS prints a program of real results as literals: one with a property that its type
// does not have, or without one that it must have, is not compiled.
const RESULTS = `
import { patch, show, toHCL, toJSON, verify } from 'hcljson';
import { getExpressionAst, getReferencesInExpression } from 'hcljson/hcl2json';

const filename = 'main.tf';
const native = 'locals {\\n  a = [1, var.b] # c\\n}\\n';
const results = {
  JSONResult: [await toJSON(native, { filename, sourceMap: true }), await toJSON('a = =', { filename }), await show({ 'main.tf': native })],
  ConversionResult: [await toHCL({ locals: { a: 1 } }, { filename: 'main.tf.json', sourceMap: true }),
    await toHCL({ resource: { aws_x: { y: { b: [{}] } } } }, { filename: 'main.tf.json', strict: true }), await toHCL('', { dialect: 'generic' })],
  Result: [await patch(native, { locals: { a: 2 } }, { filename })],
  Verdict: [await verify(native, 'locals {}', { filename }), await verify(native, '{', { filename }), await verify(native, native, { filename })],
  ExpressionType: [await getExpressionAst(filename, 'a.b[0]')],
  Reference: await getReferencesInExpression(filename, '\${a.b}'),
};
console.log("import type { ConversionResult, JSONResult, Result, Verdict } from 'hcljson';");
console.log("import type { ExpressionType, Reference } from 'hcljson/hcl2json';");
const literal = (of) => JSON.stringify(of, (_, v) => (v === undefined ? '<undefined>' : v)).replaceAll('"<undefined>"', 'undefined');
for (const [type, list] of Object.entries(results)) {
  list.forEach((result, i) => console.log('export const ' + type + i + ': ' + type + ' = ' + literal(result) + ';'));
}
`;

// The goal is 1.0 MB in brotli, which takes ten seconds here; it is near this in gzip.
// NARROW needs no types but those of the package, in whichever modules it is compiled to.
const NARROW = `import { setSource, toJSON } from 'hcljson';
import { parse } from 'hcljson/hcl2json';
export async function convert(text: string): Promise<string> {
  setSource('small', new Uint8Array());
  const result = await toJSON(text, { filename: 'main.tf', verify: false });
  if (!result.ok) return result.diagnostics[0]!.detail;
  await parse('main.tf', text);
  return result.text.trim();
}
`;

test('the small module stays small', () => {
  const { length } = gzipSync(readFileSync(join(here, 'dist/small.wasm')), { level: 9 });
  assert.ok(length <= 1_365_000, `small.wasm has ${length} bytes in gzip: measure it with brotli -q 11`);
});

test('the archive', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'hcljson-pack-'));
  t.after(() => rmSync(dir, { recursive: true }));
  const [{ filename, files }] = JSON.parse(run(here, 'npm', 'pack', '--json', '--pack-destination', dir));
  const names = files.map((file) => file.path);
  for (const name of ['dist/small.wasm', 'dist/full.wasm', 'dist/tables.bin', 'LICENSE', 'README.md']) assert.ok(names.includes(name), name);
  writeFileSync(join(dir, 'package.json'), '{"private": true}');
  run(dir, 'npm', 'install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', join(dir, filename));

  const shown = examples();
  await t.test('import', () => {
    assert.ok(shown.length >= 4);
    for (const [i, { code, output }] of shown.entries()) {
      writeFileSync(join(dir, `example${i}.mjs`), code);
      assert.equal(run(dir, 'node', `example${i}.mjs`), output);
    }
  });
  await t.test('require', () => {
    for (const [i, { code, output }] of shown.entries()) {
      const required = code.replace(/^import (\{.*\}) from ('.*');$/gm, 'const $1 = require($2);');
      writeFileSync(join(dir, `example${i}.cjs`), `(async () => {\n${required}\n})();\n`);
      assert.equal(run(dir, 'node', `example${i}.cjs`), output);
    }
  });
  await t.test('types', { skip: process.env.TSC === undefined && 'TSC is not set' }, () => {
    const all = shown.map(({ code }, i) => code.replace(/\bconsole\b/g, `(globalThis as any).console`).replace(/^/, `// ${i}\n`));
    for (const [i, code] of all.entries()) {
      for (const ending of ['mts', 'cts']) {
        writeFileSync(join(dir, `types${i}.${ending}`), ending === 'mts' ? code : `import * as hcljson from 'hcljson';\nimport * as old from 'hcljson/hcl2json';\nhcljson.toJSON('').then((r) => r.diagnostics);\nold.parse('', '');\n`);
      }
    }
    writeFileSync(join(dir, 'results.mjs'), RESULTS);
    writeFileSync(join(dir, 'results.mts'), run(dir, 'node', 'results.mjs'));
    const sources = ['results.mts'].concat(all.flatMap((_, i) => [`types${i}.mts`, `types${i}.cts`]));
    writeFileSync(join(dir, 'narrow.ts'), NARROW);
    for (const [lib, module, resolution, ...files] of [
      ['es2022,dom', 'node16', 'node16', ...sources],
      ['es2022', 'node16', 'node16', 'narrow.ts'],
      ['es2022', 'commonjs', 'node10', 'narrow.ts'],
      ['es2022', 'es2022', 'bundler', 'narrow.ts'],
    ]) {
      const { status, stdout } = spawnSync(process.env.TSC, ['--noEmit', '--strict', '--target', 'es2022', '--lib', lib,
        '--module', module, '--moduleResolution', resolution, ...files], { cwd: dir, encoding: 'utf8' });
      assert.equal(status, 0, `${module}: ${stdout}`);
    }
  });
});
