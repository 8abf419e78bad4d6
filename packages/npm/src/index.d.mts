/** A place in a text. Lines and columns are counted from 1, in characters or as `columns` says; bytes from 0. */
export interface Position {
  line: number;
  column: number;
  byte: number;
}

export interface Range {
  filename: string;
  /** Absent when it is about the text as a whole. */
  start?: Position;
  end?: Position;
}

/** A message, as `hcljson --error-format json` prints it. */
export interface Diagnostic {
  severity: 'error' | 'warning';
  summary: string;
  detail: string;
  /** Absent when it is about no text. */
  range?: Range;
  /** The names that were guessed, as no schema decides what they are. */
  guesses?: { name: string; kind: 'block' | 'attribute'; line: number }[];
  /** What two texts differ in. */
  difference?: {
    path: string[];
    a: { value?: string; range: Range };
    b: { value?: string; range: Range };
  };
}

export interface File {
  name: string;
  text: string;
}

export interface Options {
  /** The name of the file, whose ending tells its language: `main.tf`, `app.pkr.hcl`. */
  filename?: string;
  /** The language, whatever the name says: `opentofu`, `terraform`, `packer`, `generic`, ... */
  dialect?: string;
  /** The product that reads the file: `opentofu`, `terraform@1.11`, `packer`. */
  target?: string;
  /** What happens to comments; `keep` if not said. */
  comments?: 'keep' | 'drop';
  /** What the columns of diagnostics count: characters, or the units of strings, as editors do. */
  columns?: 'characters' | 'utf16';
  /** `false`: know nothing of providers but `providerSchemas`. */
  table?: boolean;
  /** Schema files, which describe languages. */
  schemas?: File[];
  /** What `tofu providers schema -json` prints. */
  providerSchemas?: File[];
}

/** What `value` has for a number that a JavaScript number does not hold. Without it, asking for `value` throws a RangeError. */
export type Numbers = 'bigint' | 'string';

export interface ConversionOptions extends Options {
  /** Make an error of every guess. */
  strict?: boolean;
  /** `false`: do not prove that the result means the same. */
  verify?: boolean;
  /** Say where each value is in both texts. */
  sourceMap?: boolean;
}

export interface ToJSONOptions extends ConversionOptions {
  /** The shape of the JSON; `general` if not said, `query` is for reading alone. */
  form?: 'general' | 'compact' | 'query';
  /** `keep` notes the layout in the JSON. */
  layout?: 'canonical' | 'keep';
  numbers?: Numbers;
}

export interface PatchOptions extends Options {
  /** `false`: do not prove that the result means what the edited text says. */
  verify?: boolean;
  /** Make an error of every guess. */
  strict?: boolean;
  /** The shape of new JSON. */
  form?: 'general' | 'compact';
  /** The name of the edited text; without it, its first character tells its syntax. */
  otherFilename?: string;
}

export interface VerifyOptions extends Options {
  /** The name of the second text; without it, its first character tells its syntax. */
  otherFilename?: string;
}

/** Those of `get`. */
export type AddressOptions = Omit<Options, 'comments'> & { numbers?: Numbers };

/** Those of `apply`. */
export type ApplyOptions = Omit<Options, 'comments'> & {
  /** `false`: do not prove that nothing else has changed. */
  verify?: boolean;
};

/** Those of `show` for a plan or a state. */
export interface ShowOptions {
  /** The name of the document, for diagnostics. */
  filename?: string;
}

/** Those of `show` for the files of a module. */
export interface ShowFilesOptions {
  /** The directory of the module among the files; `.` if not said. */
  filename?: string;
  target?: Options['target'];
  columns?: Options['columns'];
  table?: Options['table'];
  providerSchemas?: Options['providerSchemas'];
  numbers?: Numbers;
}

/** Those of `jsonSchema`. */
export interface JSONSchemaOptions {
  /** The name of a file of the language; `main.tf` if not said. */
  filename?: string;
  dialect?: Options['dialect'];
  target?: Options['target'];
  columns?: Options['columns'];
  table?: Options['table'];
  schemas?: Options['schemas'];
  providerSchemas?: Options['providerSchemas'];
  /** All types of the providers are described, and not only those in use. */
  all?: boolean;
}

interface Done {
  /** There is a text, so that no diagnostic is an error. */
  ok: true;
  text: string;
  /** The name of the file that the text would be. */
  filename?: string;
  diagnostics: Diagnostic[];
  /** The text was proven to mean the same as what it was made of. */
  proven?: true;
}

interface Failed {
  /** There is an error among the diagnostics. */
  ok: false;
  text?: undefined;
  filename?: undefined;
  diagnostics: Diagnostic[];
  proven?: undefined;
}

export type Result = Done | Failed;

export interface Place {
  /** Where the name stands; elements of lists have none. */
  name?: Required<Omit<Range, 'filename'>>;
  value: Required<Omit<Range, 'filename'>>;
  /** In native text, of the body of a block: the block. */
  block?: Required<Omit<Range, 'filename'>>;
}

/** What `hcljson --source-map` writes. */
export interface SourceMap {
  format_version: string;
  json?: string;
  /** The values of the JSON, in its order. */
  values: {
    /** The value, as a JSON pointer. */
    pointer: string;
    json: Place;
    /** How a product reads a string that is no template. */
    read?: 'literal' | 'traversal' | 'reference' | 'keyword' | 'type' | 'template-or-text' | 'template-or-traversal' | 'call';
    native: (Place & { file?: string })[];
  }[];
}

export type ConversionResult = Result & {
  /** Where each value is, if the options ask for it. */
  readonly sourceMap?: SourceMap;
};

export type JSONResult = ConversionResult & {
  /** The text as a value, which is read when it is asked for; undefined when there is an error. */
  readonly value: any;
};

export interface Verdict {
  /** Absent when nothing can be proven. */
  equal?: boolean;
  verdict: 'equal' | 'different' | 'unknown';
  diagnostics: Diagnostic[];
}

/** A text, or its bytes in UTF-8. */
export type Text = string | Uint8Array | ArrayBuffer;

/** Converts native syntax to HCL-JSON. */
export function toJSON(text: Text, options?: ToJSONOptions): Promise<JSONResult>;

/** Converts HCL-JSON, a text or a value, to native syntax. */
export function toHCL(json: Text | object, options?: ConversionOptions): Promise<ConversionResult>;

/** Writes what an edited text or value says into a text, and leaves every other byte as it is. */
export function patch(text: Text, edited: Text | object, options?: PatchOptions): Promise<Result>;

/** What is at an address, with its own address. */
export interface Found {
  address: string;
  line: number;
  /** Its native text. */
  text: string;
  /** Its value in the shape of HCL-JSON. */
  value?: unknown;
}

/** A change at an address. */
export type Change =
  | { set: string; value?: string; string?: string; json?: unknown; create?: boolean }
  | { add: string; value?: string; string?: string; json?: unknown; before?: string; after?: string; ifMissing?: boolean }
  | { rm: string }
  | { mv: string; to: string; noMoved?: boolean }
  | { sort: string };

/** Finds what is at addresses; the value is a list of Found. */
export function get(text: Text, addresses: string | string[], options?: AddressOptions): Promise<JSONResult>;

/** Makes changes at addresses, in one go, and leaves every other byte as it is. */
export function apply(text: Text, changes: Change[], options?: ApplyOptions): Promise<Result>;

/** Tells whether two texts, in either syntax, mean the same. */
export function verify(a: Text, b: Text, options?: VerifyOptions): Promise<Verdict>;

/** Summarizes a plan or a state in JSON, as HCL. */
export function show(document: Text, options?: ShowOptions): Promise<Result>;

/** The files of a module, by their names, as `tofu show -json -config` prints it. */
export function show(files: Record<string, Text>, options?: ShowFilesOptions): Promise<JSONResult>;

/** The JSON Schema of a kind of JSON, for the module with these files, by their names. */
export function jsonSchema(
  kind: 'config' | 'query' | 'variables' | 'plan' | 'state' | 'configuration',
  files?: Record<string, Text>,
  options?: JSONSchemaOptions,
): Promise<JSONResult>;

/** Returns a function that turns offsets in the UTF-8 bytes of a text, which ranges have, into offsets in the string. */
export function codeUnits(text: string): (byte: number) => number;

/** The two WebAssembly modules, and the tables of providers: of hashicorp, and of others. */
export type Part = 'module' | 'tables' | 'others';

/** Gets the parts ready; all if none is named. */
export function load(...parts: Part[]): Promise<void>;

// What is named here is there without the types of browsers too.
type Loaded = { readonly ok: boolean; readonly status: number; arrayBuffer(): Promise<ArrayBuffer> };
type Compiled = typeof globalThis extends { WebAssembly: { Module: { new (...args: any): infer M } } } ? M : never;
type Source = ArrayBuffer | ArrayBufferView | Compiled | Loaded;

/** Says where a part comes from, where it is not to be loaded from beside this file. */
export function setSource(part: Part, source: Source | (() => Source | Promise<Source>)): void;
