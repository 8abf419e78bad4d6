// The installed package: the examples of README.md run in an empty project, with import and require, in
// Node, and in Deno and Bun if they are on the PATH. After npm ci, esbuild bundles the package, and tsc
// checks its types. The variable TSC can set the path of another tsc. .ci/run installs Rollup, Deno and Bun.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';

const here = new URL('..', import.meta.url).pathname;
const TSC = process.env.TSC ?? join(here, 'node_modules/.bin/tsc');
const run = (dir, program, ...args) => execFileSync(program, args, { cwd: dir, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

// examples returns the code blocks of README.md with their outputs.
function examples() {
  const blocks = readFileSync(join(here, 'README.md'), 'utf8').matchAll(/^```js\n(.*?)^```\n\n```text\n(.*?)^```$/gms);
  return [...blocks].map(([, code, output]) => ({ code, output }));
}

// RESULTS prints a program with real results as literals. It does not compile if a result has an undeclared
// property or lacks a required property.
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

// NARROW needs only the types of the package, for all module systems.
const NARROW = `import { setSource, toJSON } from 'hcljson';
import { parse } from 'hcljson/hcl2json';
export async function convert(text: string): Promise<string> {
  setSource('module', new Uint8Array());
  const result = await toJSON(text, { filename: 'main.tf', verify: false });
  if (!result.ok) return result.diagnostics[0]!.detail;
  await parse('main.tf', text);
  return result.text.trim();
}
`;

// OWN is a test in a project that has installed the package.
const OWN = `
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import test from 'node:test';
import * as imported from 'hcljson';

test('both kinds of modules have the same functions', async () => {
  const required = createRequire(import.meta.url)('hcljson');
  assert.deepEqual(Object.keys(required).sort(), Object.keys(imported).sort());
  for (const { toJSON } of [imported, required]) {
    assert.deepEqual((await toJSON('a = 1', { dialect: 'generic' })).value, { a: 1 });
  }
});
`;

// FETCHED defines fetch for a bundle that runs from a file.
const FETCHED = `
import { readFile } from 'node:fs/promises';
globalThis.fetch = async (url) => new Response(await readFile(url));
`;

// bundlers contains functions that bundle a program for a browser or for Node.
const bundlers = {
  async rollup(input, file, browser) {
    const { rollup } = await import('rollup');
    const { default: resolve } = await import('@rollup/plugin-node-resolve');
    const onwarn = ({ message }) => { throw new Error(message); };
    const made = await rollup({ input, onwarn, plugins: [resolve(browser ? { browser } : { exportConditions: ['node'] })] });
    await made.write({ file, format: 'es' });
  },
  async esbuild(input, outfile, browser) {
    const { build } = await import('esbuild');
    await build({ entryPoints: [input], outfile, bundle: true, format: 'esm', platform: browser ? 'browser' : 'node' });
  },
};

test('the module does not grow unnoticed', () => {
  const { length } = readFileSync(join(here, 'dist/hcljson.wasm.gz'));
  assert.ok(length <= 5_200_000, `hcljson.wasm.gz has ${length} bytes`);
});

test('the archive', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'hcljson-pack-'));
  t.after(() => rmSync(dir, { recursive: true }));
  const [{ filename, files }] = JSON.parse(run(here, 'npm', 'pack', '--json', '--pack-destination', dir));
  const names = files.map((file) => file.path);
  for (const name of ['dist/hcljson.wasm.gz', 'dist/tables.bin', 'dist/others.bin', 'LICENSE', 'README.md']) assert.ok(names.includes(name), name);
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
  // Two examples also run in Deno and Bun.
  const elsewhere = [1, 2].map((i) => [i, shown[i].output]);
  await t.test('node --test', () => {
    writeFileSync(join(dir, 'own.test.mjs'), OWN);
    const { NODE_TEST_CONTEXT: _, ...env } = process.env; // or it would report to this test
    const { stdout } = spawnSync('node', ['--test', '--test-reporter=tap', 'own.test.mjs'], { cwd: dir, env, encoding: 'utf8' });
    assert.match(stdout, /^# pass 1$/m);
  });
  for (const [program, ...args] of [['bun'], ['deno', 'run', '--allow-read']]) {
    const skip = spawnSync(program, ['--version']).status !== 0 && `${program} is not on the PATH`;
    await t.test(program, { skip }, () => {
      for (const [i, output] of elsewhere) {
        for (const ending of ['mjs', 'cjs']) assert.equal(run(dir, program, ...args, `example${i}.${ending}`), output);
      }
    });
  }
  writeFileSync(join(dir, 'fetched.mjs'), FETCHED);
  for (const [name, bundle] of Object.entries(bundlers)) {
    await t.test(name, { skip: !existsSync(join(here, 'node_modules', name)) && `${name} is not installed` }, async () => {
      for (const browser of [true, false]) {
        const to = join(dir, `${name}-${browser}`);
        for (const part of ['hcljson.wasm.gz', 'tables.bin', 'others.bin']) cpSync(join(here, 'dist', part), join(to, part));
        for (const [i, output] of elsewhere) {
          await bundle(join(dir, `example${i}.mjs`), join(to, `example${i}.mjs`), browser);
          const before = browser ? ['--import', join(dir, 'fetched.mjs')] : [];
          assert.equal(run(to, 'node', ...before, `example${i}.mjs`), output);
        }
      }
    });
  }
  await t.test('types', { skip: !existsSync(TSC) && 'npm ci has not been run' }, () => {
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
      ['es2022', 'nodenext', 'nodenext', 'narrow.ts'],
      ['es2022', 'commonjs', 'node10', 'narrow.ts'],
      ['es2022', 'es2022', 'bundler', 'narrow.ts'],
    ]) {
      const { status, stdout } = spawnSync(TSC, ['--noEmit', '--strict', '--target', 'es2022', '--lib', lib,
        '--module', module, '--moduleResolution', resolution, ...files], { cwd: dir, encoding: 'utf8' });
      assert.equal(status, 0, `${module}: ${stdout}`);
    }
  });
});
