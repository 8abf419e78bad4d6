// The parts are files in the directory of this file, for Node, Deno and Bun.
import { readFile } from 'node:fs/promises';

export async function bytesOf(name) {
  return readFile(new URL(name === 'module' ? './hcljson.wasm.gz' : `./${name}.bin`, import.meta.url));
}
