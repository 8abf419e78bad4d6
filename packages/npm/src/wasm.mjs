// A WebAssembly module, and the functions of WASI that it needs. It reads no files.
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const LINE_END = 10;
const SUCCESS = 0;
const BADF = 8;
const NOSYS = 52;

// ENVIRONMENT contains the only variable. A request is small and short, so collecting its garbage seldom
// pays off.
const ENVIRONMENT = encoder.encode('GOGC=400\0');

// system returns the functions of WASI. All others return NOSYS.
function system(memory) {
  const view = () => new DataView(memory().buffer);
  const sizes = (n, bytes) => (count, size) => {
    view().setUint32(count, n, true);
    view().setUint32(size, bytes, true);
    return SUCCESS;
  };
  return {
    args_sizes_get: sizes(0, 0),
    environ_sizes_get: sizes(1, ENVIRONMENT.length),
    args_get: () => SUCCESS,
    environ_get(list, text) {
      view().setUint32(list, text, true);
      new Uint8Array(memory().buffer, text).set(ENVIRONMENT);
      return SUCCESS;
    },
    clock_time_get(id, precision, result) {
      const now = id === 0 ? Date.now() : performance.now();
      view().setBigUint64(result, BigInt(Math.round(now * 1e6)), true);
      return SUCCESS;
    },
    random_get(start, size) {
      const bytes = new Uint8Array(memory().buffer, start, size);
      for (let at = 0; at < size; at += 65536) crypto.getRandomValues(bytes.subarray(at, at + 65536));
      return SUCCESS;
    },
    sched_yield: () => SUCCESS,
    // The output of Go on a crash is dropped. The trap that follows is the error.
    fd_write(fd, list, count, written) {
      let size = 0;
      for (let i = 0; i < count; i++) size += view().getUint32(list + 8 * i + 4, true);
      view().setUint32(written, size, true);
      return SUCCESS;
    },
    fd_prestat_get: () => BADF,
    proc_exit(status) {
      throw new Error(`the module ended with status ${status}`);
    },
  };
}

// explanation returns the diagnostic for a request that crashed. A stack overflow is a RangeError, or in
// Firefox an InternalError.
function explanation(error) {
  if (/call stack|recursion/i.test(error.message)) {
    return ['Nested too deeply', 'The text has more levels than the stack of this JavaScript engine allows. The program hcljson reads more levels.'];
  }
  if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
  return ['Out of memory', `The text is too large: ${error.message}.`];
}

// The memory of a module does not shrink. Above this size, the next request uses a new instance.
const ENOUGH = 512 << 20;

export class Module {
  #compiled;
  #enough;
  #starting; // a promise of the instance

  constructor(compiled, enough = ENOUGH) {
    this.#compiled = compiled;
    this.#enough = enough;
  }

  async #start() {
    let exports;
    const known = system(() => exports.memory);
    const imports = {};
    for (const { module, name } of WebAssembly.Module.imports(this.#compiled)) {
      imports[module] ??= {};
      imports[module][name] = known[name] ?? (() => NOSYS);
    }
    // On the thread of a page, new WebAssembly.Instance throws for large modules.
    ({ exports } = await WebAssembly.instantiate(this.#compiled, imports));
    exports._initialize();
    return { exports, given: 0, ended: false };
  }

  #end(instance) {
    instance.ended = true;
    this.#starting = undefined;
  }

  // perform performs a request. An instance receives each of the provider tables once, and ignores invalid
  // tables.
  async perform(request, tables = []) {
    let instance;
    do {
      this.#starting ??= this.#start().catch((error) => {
        this.#starting = undefined;
        throw error;
      });
      instance = await this.#starting;
    } while (instance.ended); // another request can end it only before this line
    try {
      return this.#answer(instance, request, tables);
    } catch (error) {
      this.#end(instance); // its state is unknown
      const [summary, detail] = explanation(error);
      return {
        verdict: request.operation === 'verify' ? 'unknown' : undefined,
        diagnostics: [{ severity: 'error', summary, detail }],
      };
    }
  }

  #answer(instance, request, tables) {
    const { allocate, give, memory, perform } = instance.exports;
    const write = (part) => {
      const at = allocate(part.length) >>> 0; // can move the memory
      new Uint8Array(memory.buffer, at, part.length).set(part);
    };
    for (const part of tables.slice(instance.given)) {
      write(part);
      instance.given += give();
    }
    // The request is a line of docs/serve.md, followed by the text without JSON escapes.
    write(encoder.encode(`${JSON.stringify({ ...request, text: undefined })}\n${request.text}`));
    const found = perform() >>> 0; // can also move the memory
    const bytes = new Uint8Array(memory.buffer, found);
    const start = bytes.indexOf(LINE_END) + 1;
    const response = JSON.parse(decoder.decode(bytes.subarray(0, start)));
    if (response.size !== undefined) response.text = decoder.decode(bytes.subarray(start, start + response.size));
    if (memory.buffer.byteLength > this.#enough) this.#end(instance);
    return response;
  }
}
