// The state of the page as the fragment of a link, which browsers do not send.
const MOST_LINK = 64 << 10; // characters
const MOST_TEXT = 2 << 20; // bytes

async function through(transform, bytes) {
  const reader = new Blob([bytes]).stream().pipeThrough(transform).getReader();
  const parts = [];
  let size = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    parts.push(read.value);
    size += read.value.length;
    if (size > MOST_TEXT) throw new Error('the text is too large');
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

export async function toFragment(state) {
  const text = new TextEncoder().encode(JSON.stringify(state));
  const packed = await through(new CompressionStream('deflate-raw'), text);
  const letters = Array.from(packed, (byte) => String.fromCharCode(byte)).join('');
  const fragment = `1.${btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
  if (fragment.length > MOST_LINK) throw new Error('the text is too large for a link');
  return fragment;
}

// fromFragment returns only strings, also from a hostile fragment.
export async function fromFragment(fragment) {
  if (!fragment.startsWith('1.') || fragment.length > MOST_LINK) throw new Error('invalid link');
  const letters = atob(fragment.slice(2).replaceAll('-', '+').replaceAll('_', '/'));
  const packed = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const found = JSON.parse(new TextDecoder().decode(await through(new DecompressionStream('deflate-raw'), packed)));
  return Object.fromEntries(Object.entries(found ?? {}).filter(([, value]) => typeof value === 'string'));
}
