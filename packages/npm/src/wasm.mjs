// A WebAssembly module, and the little of WASI that it needs: it reads no files.
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const LINE_END = 10;
const SUCCESS = 0;
const BADF = 8;
const NOSYS = 52;

// ENVIRONMENT is the only variable: a request is small and lives shortly, so that it is
// seldom worth while to collect what it has left.
const ENVIRONMENT = encoder.encode('GOGC=400\0');

// system is what the module may ask for. Everything else is not there.
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
    // What Go prints when it ends: the trap that follows says enough.
    fd_write(fd, list, count, written) {
      let size = 0;
      for (let i = 0; i < count; i++) size += view().getUint32(list + 8 * i + 4, true);
      view().setUint32(written, size, true);
      return SUCCESS;
    },
    fd_prestat_get: () => BADF,
    proc_exit(status) {
      throw new Error(`the module has ended with ${status}`);
    },
  };
}

// explanation is why a module has not come to an end of a request. A stack that is too small
// is a RangeError, or in Firefox an InternalError.
function explanation(error) {
  if (/call stack|recursion/i.test(error.message)) {
    return ['Nested too deeply', 'The text is nested more deeply than the stack of this JavaScript engine allows; the program hcljson reads more levels.'];
  }
  if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
  return ['Out of memory', `The text is too large: ${error.message}.`];
}

// A grown memory stays; past this size, the next request gets a new one.
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
    // The thread of a page may wait for small modules only: new WebAssembly.Instance throws.
    ({ exports } = await WebAssembly.instantiate(this.#compiled, imports));
    exports._initialize();
    return { exports, given: 0, ended: false };
  }

  #end(instance) {
    instance.ended = true;
    this.#starting = undefined;
  }

  // perform does a request in an instance, which is given each of the tables of providers
  // once. Wrong ones are as none.
  async perform(request, tables = []) {
    let instance;
    do {
      this.#starting ??= this.#start().catch((error) => {
        this.#starting = undefined;
        throw error;
      });
      instance = await this.#starting;
    } while (instance.ended); // by another request; from here on there is none
    try {
      return this.#answer(instance, request, tables);
    } catch (error) {
      this.#end(instance); // whatever state it is in
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
      const at = allocate(part.length) >>> 0; // which may move the memory
      new Uint8Array(memory.buffer, at, part.length).set(part);
    };
    for (const part of tables.slice(instance.given)) {
      write(part);
      instance.given += give();
    }
    // A line of docs/serve.md, but its text behind it, so that nothing escapes that.
    write(encoder.encode(`${JSON.stringify({ ...request, text: undefined })}\n${request.text}`));
    const found = perform() >>> 0; // which may move the memory too
    const bytes = new Uint8Array(memory.buffer, found);
    const start = bytes.indexOf(LINE_END) + 1;
    const response = JSON.parse(decoder.decode(bytes.subarray(0, start)));
    if (response.size !== undefined) response.text = decoder.decode(bytes.subarray(start, start + response.size));
    if (memory.buffer.byteLength > this.#enough) this.#end(instance);
    return response;
  }
}
