// The WebAssembly modules beside this one, for browsers and bundlers. A bundler finds the
// names of files in this form only.
export async function bytesOf(name) {
  const url = name === 'small'
    ? new URL('./small.wasm', import.meta.url)
    : new URL('./full.wasm', import.meta.url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} cannot be loaded: ${response.status}`);
  return response.arrayBuffer();
}
