// The parts as files beside this one, for Node, Deno and Bun.
import { readFile } from 'node:fs/promises';

export async function bytesOf(name) {
  return readFile(new URL(`./${name}.${name === 'tables' || name === 'others' ? 'bin' : 'wasm'}`, import.meta.url));
}
