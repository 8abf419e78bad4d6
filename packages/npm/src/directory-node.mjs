// The files of a directory, for Node, Deno and Bun.
import { readdirSync, readFileSync, lstatSync } from 'node:fs';
import { join } from 'node:path';

export async function directory(path) {
  const native = [];
  const json = [];
  for (const name of readdirSync(path)) {
    const file = join(path, name);
    if (lstatSync(file).isDirectory()) continue;
    if (name.endsWith('.tf')) native.push(readFileSync(file, 'utf8'));
    if (name.endsWith('.tf.json')) json.push(readFileSync(file, 'utf8'));
  }
  return { native, json };
}
