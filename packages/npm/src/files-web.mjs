// The parts are in the directory of this file, for browsers and bundlers. A bundler finds file names
// only in this form.
const URLS = {
  module: () => new URL('./hcljson.wasm.gz', import.meta.url),
  tables: () => new URL('./tables.bin', import.meta.url),
  others: () => new URL('./others.bin', import.meta.url),
};

export async function bytesOf(name) {
  const url = URLS[name]();
  const response = await fetch(url).catch((cause) => {
    throw new Error(`${url} cannot be loaded: ${cause.message}`, { cause });
  });
  if (!response.ok) throw new Error(`${url} cannot be loaded: ${response.status}`);
  return response.arrayBuffer();
}
