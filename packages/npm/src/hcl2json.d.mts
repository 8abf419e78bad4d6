export type CodeMarker = { byte: number; line: number; column: number };
export type CodeRange = { start: CodeMarker; end: CodeMarker };

/** A node of the syntax tree of an expression. */
export type ExpressionType = {
  type: string;
  range: CodeRange;
  children: ExpressionType[];
  /** What belongs to the type; `value` is the source text. */
  meta: { value: string } & Record<string, any>;
};

export type Reference = { value: string; startPosition: number; endPosition: number };

/** Converts native syntax to JSON; throws an Error where it cannot be read. A number that does not fit is its text. */
export function parse(filename: string, contents: string): Promise<Record<string, any>>;

/** Converts the `.tf` and `.tf.json` files of a directory, as one. */
export function convertFiles(workingDirectory: string): Promise<Record<string, any>>;

/** The references in a template or an expression. */
export function getReferencesInExpression(filename: string, expression: string): Promise<Reference[]>;

/** The syntax tree of an expression. */
export function getExpressionAst(filename: string, expression: string): Promise<ExpressionType | null>;

export function wrapTerraformExpression(input: string): { wrap: string; wrapOffset: number };
