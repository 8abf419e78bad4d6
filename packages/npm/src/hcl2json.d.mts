export type CodeMarker = { byte: number; line: number; column: number };
export type CodeRange = { start: CodeMarker; end: CodeMarker };

/** A node of the syntax tree of an expression. */
export type ExpressionType = {
  type: string;
  range: CodeRange;
  children: ExpressionType[];
  /** The properties of the type. `value` is the source text. */
  meta: { value: string } & Record<string, any>;
};

export type Reference = { value: string; startPosition: number; endPosition: number };

/** Converts native syntax to JSON; throws an Error if the text is invalid. A number that does not fit is a string. */
export function parse(filename: string, contents: string): Promise<Record<string, any>>;

/** Converts the `.tf` and `.tf.json` files of a directory to one object. */
export function convertFiles(workingDirectory: string): Promise<Record<string, any>>;

/** Returns the references in a template or an expression. */
export function getReferencesInExpression(filename: string, expression: string): Promise<Reference[]>;

/** Returns the syntax tree of an expression. */
export function getExpressionAst(filename: string, expression: string): Promise<ExpressionType | null>;

export function wrapTerraformExpression(input: string): { wrap: string; wrapOffset: number };
