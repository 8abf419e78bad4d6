// Measures, by hand, the CPU time of a first call and of later ones, of hcljson/hcl2json or of
// another package with its functions, in a process of its own.
//
//   node compare/times.mjs FILE [PACKAGE]
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const [file, peer] = process.argv.slice(2);
const text = readFileSync(file, 'utf8');
const cpu = () => (process.cpuUsage().user + process.cpuUsage().system) / 1000;

const start = cpu();
const { parse } = peer ? createRequire(import.meta.url)(resolve(peer)) : await import('../dist/hcl2json.mjs');
await parse('main.tf', 'locals {\n  a = 1\n}\n');
const first = cpu() - start;

const times = [];
for (let i = 0; i < 25; i++) {
  const before = cpu();
  await parse('main.tf', text);
  times.push(cpu() - before);
}
times.sort((a, b) => a - b);
console.log(`first call ${first.toFixed(0)} ms, then ${times[12].toFixed(1)} ms for ${text.length} characters (median of 25)`);
process.exit(0);
