// Requests and responses in the memory of a module; internal/wasm/module/codec.go is the
// other side.
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export function encode(request) {
  const parts = [];
  let size = 0;
  const bytes = (part) => {
    parts.push(part);
    size += part.length;
  };
  const number = (n) => bytes(new Uint8Array([n, n >>> 8, n >>> 16, n >>> 24]));
  const string = (text) => {
    const part = encoder.encode(text ?? '');
    number(part.length);
    bytes(part);
  };
  const files = (list = []) => {
    number(list.length);
    for (const file of list) {
      string(file.name);
      string(file.text);
    }
  };
  const o = request.options;
  for (const text of [request.operation, request.name, request.text, o.dialect, o.target, o.form, o.comments, o.layout]) {
    string(text);
  }
  number(o.strict ? 1 : 0);
  number(o.table === false ? 1 : 0);
  files(o.other ? [o.other] : []);
  files(o.files);
  files(o.schemas);
  files(o.providerSchemas);
  number(o.sourceMap ? 1 : 0);
  number(o.verify === undefined ? 0 : o.verify ? 1 : 2);
  const out = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

export function decode(memory, at) {
  const view = new DataView(memory);
  const number = () => {
    at += 4;
    return view.getUint32(at - 4, true);
  };
  const flag = () => number() !== 0;
  const string = () => {
    const size = number();
    at += size;
    return decoder.decode(new Uint8Array(memory, at - size, size));
  };
  const position = () => ({ line: number(), column: number(), byte: number() });
  const range = () => {
    if (!flag()) return undefined;
    const filename = string();
    return flag() ? { filename, start: position(), end: position() } : { filename };
  };
  const side = () => {
    const value = string();
    const place = range();
    return value === '' ? { range: place } : { value, range: place };
  };
  const diagnostic = () => {
    const d = { severity: string(), summary: string(), detail: string() };
    const place = range();
    if (place) d.range = place;
    if (flag()) {
      const path = Array.from({ length: number() }, string);
      d.difference = { path, a: side(), b: side() };
    }
    return d;
  };
  number();
  const absent = flag();
  const absentTables = flag();
  const text = flag() ? string() : undefined;
  return {
    absent, absentTables, text, name: string(), verdict: string(), proven: flag(),
    diagnostics: Array.from({ length: number() }, diagnostic), sourceMap: string(),
  };
}
