/** A position in a text. Lines and columns start at 1, bytes at 0. Columns count characters, or the unit of the option `columns`. */
export interface Position {
  line: number;
  column: number;
  byte: number;
}

export interface Range {
  filename: string;
  /** Absent if the diagnostic is about the whole text. */
  start?: Position;
  end?: Position;
}

/** A message, as `hcljson --error-format json` prints it. */
export interface Diagnostic {
  severity: 'error' | 'warning';
  summary: string;
  detail: string;
  /** Absent if the diagnostic is not about a text. */
  range?: Range;
  /** The names whose kind is a guess, because no schema defines it. */
  guesses?: { name: string; kind: 'block' | 'attribute'; line: number }[];
  /** The difference between two texts. */
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
  /** The name of the file. Its extension defines the language: `main.tf`, `app.pkr.hcl`. */
  filename?: string;
  /** The language, for any file name: `opentofu`, `terraform`, `packer`, `generic`, ... */
  dialect?: string;
  /** The product that reads the file: `opentofu`, `terraform@1.11`, `packer`. */
  target?: string;
  /** `drop` removes comments. The default is `keep`. */
  comments?: 'keep' | 'drop';
  /** The unit of columns in diagnostics: characters, or UTF-16 units as in strings and editors. */
  columns?: 'characters' | 'utf16';
  /** `false`: use no provider schemas except `providerSchemas`. */
  table?: boolean;
  /** Schema files, which describe languages. */
  schemas?: File[];
  /** Outputs of `tofu providers schema -json`. */
  providerSchemas?: File[];
}

/** The type in `value` of a number that a JavaScript number cannot hold. By default, access to `value` throws a RangeError. */
export type Numbers = 'bigint' | 'string';

export interface ConversionOptions extends Options {
  /** Report guesses as errors. */
  strict?: boolean;
  /** `false`: skip the check that the result means the same. */
  verify?: boolean;
  /** Add the position of each value in both texts to the result. */
  sourceMap?: boolean;
}

export interface ToJSONOptions extends ConversionOptions {
  /** The form of the JSON. The default is `general`; `query` is only for reading. */
  form?: 'general' | 'compact' | 'query';
  /** `keep` records the layout in the JSON. */
  layout?: 'canonical' | 'keep';
  numbers?: Numbers;
}

export interface PatchOptions extends Options {
  /** `false`: skip the check that the result means the same as the edited text. */
  verify?: boolean;
  /** Report guesses as errors. */
  strict?: boolean;
  /** The form of new JSON. */
  form?: 'general' | 'compact';
  /** The name of the edited text. By default, its first character defines its syntax. */
  otherFilename?: string;
}

export interface VerifyOptions extends Options {
  /** Report content that the product refuses as a difference. */
  strict?: boolean;
  /** The name of the second text. By default, its first character defines its syntax. */
  otherFilename?: string;
}

/** The options of `get`. */
export type AddressOptions = Omit<Options, 'comments'> & { numbers?: Numbers };

/** The options of `apply`. */
export type ApplyOptions = Omit<Options, 'comments'> & {
  /** `false`: skip the check that nothing else changes. */
  verify?: boolean;
};

/** The options of `show` for a plan or a state. */
export interface ShowOptions {
  /** The name of the document, for diagnostics. */
  filename?: string;
}

/** The options of `show` for the files of a module. */
export interface ShowFilesOptions {
  /** The directory of the module. The default is `.`. */
  filename?: string;
  target?: Options['target'];
  columns?: Options['columns'];
  table?: Options['table'];
  providerSchemas?: Options['providerSchemas'];
  numbers?: Numbers;
}

/** The options of `jsonSchema`. */
export interface JSONSchemaOptions {
  /** The name of a file of the language. The default is `main.tf`. */
  filename?: string;
  dialect?: Options['dialect'];
  target?: Options['target'];
  columns?: Options['columns'];
  table?: Options['table'];
  schemas?: Options['schemas'];
  providerSchemas?: Options['providerSchemas'];
  /** Describe all types of the providers, instead of the types in use. */
  all?: boolean;
}

interface Done {
  /** The result has a text, and no diagnostic is an error. */
  ok: true;
  text: string;
  /** The file name for the text. */
  filename?: string;
  diagnostics: Diagnostic[];
  /** The check found that the text means the same as the source. */
  proven?: true;
}

interface Failed {
  /** At least one diagnostic is an error. */
  ok: false;
  text?: undefined;
  filename?: undefined;
  diagnostics: Diagnostic[];
  proven?: undefined;
}

export type Result = Done | Failed;

export interface Place {
  /** The range of the name. Elements of lists have none. */
  name?: Required<Omit<Range, 'filename'>>;
  value: Required<Omit<Range, 'filename'>>;
  /** In native text, the range of the block if the value is a body. */
  block?: Required<Omit<Range, 'filename'>>;
}

/** The output of `hcljson --source-map`. */
export interface SourceMap {
  format_version: string;
  json?: string;
  /** The values of the JSON, in its order. */
  values: {
    /** The value, as a JSON pointer. */
    pointer: string;
    json: Place;
    /** The mode of a string that is not a template. */
    read?: 'literal' | 'traversal' | 'reference' | 'keyword' | 'type' | 'template-or-text' | 'template-or-traversal' | 'call';
    native: (Place & { file?: string })[];
  }[];
}

export type ConversionResult = Result & {
  /** The position of each value, with the option `sourceMap`. */
  readonly sourceMap?: SourceMap;
};

export type JSONResult = ConversionResult & {
  /** The value of the text, parsed on the first access; undefined after an error. */
  readonly value: any;
};

export interface Verdict {
  /** Absent if the check cannot decide. */
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

/** Applies the changes of an edited text or value to a text. Every other byte stays the same. */
export function patch(text: Text, edited: Text | object, options?: PatchOptions): Promise<Result>;

/** A value at an address. */
export interface Found {
  address: string;
  line: number;
  /** The native text. */
  text: string;
  /** The value in the shape of HCL-JSON. */
  value?: unknown;
}

/** A use of a declaration. */
export interface Use {
  /** The address of the declaration. */
  address: string;
  line: number;
  column: number;
  /** The line of the text. */
  text: string;
}

/** Returns the uses in a text of the declarations at addresses, as a list of Use. */
export function refs(text: Text, addresses: string | string[], options?: Omit<Options, 'comments'>): Promise<JSONResult>;

/** A change at an address. A string is a script with one change on each line, as for `hcljson apply`. */
export type Change =
  | string
  | { set: string; value?: string; string?: string; json?: unknown; create?: boolean; default?: string; ifSupported?: boolean }
  | { add: string; value?: string; string?: string; json?: unknown; before?: string; after?: string; ifMissing?: boolean; ifSupported?: boolean }
  | { rm: string; forget?: boolean }
  | { mv: string; to: string; noMoved?: boolean }
  | { sort: string };

/** Returns the values at addresses, as a list of Found. */
export function get(text: Text, addresses: string | string[], options?: AddressOptions): Promise<JSONResult>;

/** Makes changes at addresses. Every other byte stays the same. */
export function apply(text: Text, changes: Change[], options?: ApplyOptions): Promise<Result>;

/** Checks whether two texts, in either syntax, mean the same. */
export function verify(a: Text, b: Text, options?: VerifyOptions): Promise<Verdict>;

/** Converts a legacy JSON template of Packer to HCL2. Constructs without an exact form become comments. */
export function upgrade(template: Text, options?: ShowOptions): Promise<Result>;

/** Converts the JSON of one stack of CDKTF, a text or a value, to readable native syntax. */
export function eject(json: Text | object, options?: ShowOptions): Promise<Result>;

/** Returns a summary in HCL of a plan or state in JSON. */
export function show(document: Text, options?: ShowOptions): Promise<Result>;

/** Returns the output of `tofu show -json -config` for the files of a module, by their names. */
export function show(files: Record<string, Text>, options?: ShowFilesOptions): Promise<JSONResult>;

/** Returns the JSON Schema of a kind of JSON, for the files of a module, by their names. */
export function jsonSchema(
  kind: 'config' | 'query' | 'variables' | 'plan' | 'state' | 'configuration',
  files?: Record<string, Text>,
  options?: JSONSchemaOptions,
): Promise<JSONResult>;

/** Returns a function that converts offsets in the UTF-8 bytes of a text, as in ranges, to offsets in the string. */
export function codeUnits(text: string): (byte: number) => number;

/** The WebAssembly module, the provider tables of hashicorp, and the tables of other providers. */
export type Part = 'module' | 'tables' | 'others';

/** Loads parts in advance. The default is all parts. */
export function load(...parts: Part[]): Promise<void>;

// These types do not need the type definitions of browsers.
type Loaded = { readonly ok: boolean; readonly status: number; arrayBuffer(): Promise<ArrayBuffer> };
type Compiled = typeof globalThis extends { WebAssembly: { Module: { new (...args: any): infer M } } } ? M : never;
type Source = ArrayBuffer | ArrayBufferView | Compiled | Loaded;

/** Sets the source of a part. The default is the directory of this file. */
export function setSource(part: Part, source: Source | (() => Source | Promise<Source>)): void;
