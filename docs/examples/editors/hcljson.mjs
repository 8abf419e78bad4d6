// Checks the HCL and HCL-JSON of a directory whenever a file is saved: hcljson.mjs [--format] [--once] DIR
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const options = process.argv.slice(2, -1);
const dir = process.argv.at(-1);
const server = spawn('hcljson', ['serve'], { stdio: ['pipe', 'pipe', 'inherit'] });
server.on('error', () => { console.error('hcljson is not on the PATH that VS Code has'); process.exit(1); });
const answers = createInterface({ input: server.stdout })[Symbol.asyncIterator]();

async function ask(operation, name, text) {
  server.stdin.write(`${JSON.stringify({ operation, name, text, options: { columns: 'utf16' } })}\n`);
  return JSON.parse((await answers.next()).value);
}

async function check(file) {
  const text = readFileSync(file, 'utf8');
  const isJSON = file.endsWith('.json');
  const result = await ask(isJSON ? 'toHCL' : 'toJSON', file, text);
  for (const { severity, detail, range } of result.diagnostics) {
    const { line, column } = range?.start ?? { line: 1, column: 1 };
    console.log(`${file}:${line}:${column}: ${severity}: ${detail.replaceAll('\n', ' ')}`);
  }
  if (isJSON || !result.text || !options.includes('--format')) return;
  const { text: formatted } = await ask('toHCL', result.name, result.text);
  if (formatted && readFileSync(file, 'utf8') === text) writeFileSync(file, formatted);
}

async function checkAll() {
  console.log('checking');
  const files = readdirSync(dir).filter((name) => /\.(tf|tofu|pkr\.hcl)(\.json)?$/.test(name));
  for (const name of files) await check(join(dir, name));
  console.log('checked');
}

await checkAll();
let last = Promise.resolve(), timer;
if (options.includes('--once')) server.stdin.end();
else watch(dir, () => { clearTimeout(timer); timer = setTimeout(() => { last = last.then(checkAll); }, 100); });
