// Measures the CPU time of the first call and of later calls: of hcljson/hcl2json, of another package with
// the same functions, or of toJSON with the provider tables.
//
//   node compare/times.mjs FILE [PACKAGE | --toJSON]
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const [file, what] = process.argv.slice(2);
const text = readFileSync(file, 'utf8');
const cpu = () => (process.cpuUsage().user + process.cpuUsage().system) / 1000;

async function converter() {
  if (what === '--toJSON') {
    const { toJSON } = await import('../dist/index.mjs');
    return (source) => toJSON(source, { filename: 'main.tf' });
  }
  const { parse } = what ? createRequire(import.meta.url)(resolve(what)) : await import('../dist/hcl2json.mjs');
  return (source) => parse('main.tf', source);
}

const start = cpu();
const convert = await converter();
await convert('resource "aws_instance" "a" {\n  ami  = "a"\n  tags = {}\n}\n');
const first = cpu() - start;

const times = [];
for (let i = 0; i < 25; i++) {
  const before = cpu();
  await convert(text);
  times.push(cpu() - before);
}
times.sort((a, b) => a - b);
console.log(`first call ${first.toFixed(0)} ms, then ${times[12].toFixed(1)} ms for ${text.length} characters (median of 25)`);
process.exit(0);
