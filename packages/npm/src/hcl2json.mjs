// The functions of @cdktf/hcl2json and @cdktn/hcl2json.
import { directory } from '#directory';
import { expression, toJSON } from './index.mjs';

// texts returns the errors of diagnostics in the format of Go.
function texts(diagnostics) {
  return diagnostics.filter((d) => d.severity === 'error').map(({ summary, detail, range }) => {
    if (!range?.start) return `${summary}; ${detail}`;
    const { start, end } = range;
    const line = end.line === start.line ? '' : `${end.line},`;
    return `${range.filename}:${start.line},${start.column}-${line}${end.column}: ${summary}; ${detail}`;
  });
}

// set sets a property of an object, also if its name is __proto__.
function set(object, key, value) {
  if (key !== '__proto__') object[key] = value;
  else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}

// sorted returns a value with the properties of all objects in order.
function sorted(value) {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const result = {};
  for (const key of Object.keys(value).sort()) set(result, key, sorted(value[key]));
  return result;
}

export async function parse(filename, contents) {
  const options = { filename, dialect: 'generic', form: 'query', numbers: 'string' };
  const result = await toJSON(contents, options);
  if (!result.ok) throw new Error(`parse config: [${texts(result.diagnostics).join(' ')}]`);
  return sorted(result.value);
}

export async function convertFiles(workingDirectory) {
  const { native, json } = await directory(workingDirectory);
  if (native.length === 0 && json.length === 0) {
    console.error(`No '.tf' or '.tf.json' files found in ${workingDirectory}`);
    return {};
  }
  const merged = await parse('hcl2json.tf', native.map((text) => `${text}\n`).join(''));
  for (const text of json) merge(merged, JSON.parse(text));
  return merged;
}

// merge adds the properties of one object to another. It merges objects and joins arrays. The last of
// other values wins.
function merge(target, source) {
  for (const [key, value] of Object.entries(source)) {
    const known = Object.hasOwn(target, key) ? target[key] : undefined;
    let made = value;
    if (Array.isArray(value)) {
      if (Array.isArray(known)) made = [...known, ...value];
    } else if (typeof value === 'object' && value !== null) {
      made = typeof known === 'object' && known !== null ? known : {};
      merge(made, value);
    }
    set(target, key, made);
    if (typeof value === 'object' && value !== null && Object.keys(made).length === 0 && !Array.isArray(value)) delete target[key];
  }
}

export async function getExpressionAst(filename, source) {
  const result = await expression(source, filename);
  if (!result.ok) {
    const [first, ...more] = texts(result.diagnostics);
    const rest = more.length > 0 ? `, and ${more.length} other diagnostic(s)` : '';
    throw new Error(`getExpressionAst errors on input string '${source}': ${first}${rest} `);
  }
  return result.value;
}

export async function getReferencesInExpression(filename, source) {
  const quoted = source.startsWith('"');
  const { wrap, wrapOffset } = wrapTerraformExpression(quoted ? source : `"${source}"`);
  const found = references(await getExpressionAst(filename, wrap), []);
  if (wrap === source) return found;
  const offset = wrapOffset + (quoted ? 0 : 1);
  return found.map(({ value, startPosition, endPosition }) => (
    { value, startPosition: startPosition - offset, endPosition: endPosition - offset }));
}

// references returns the names in an expression, up to the first index, without the variables of for
// expressions.
function references(node, variables) {
  if (!node) return [];
  const { type, meta, children } = node;
  if (type === 'scopeTraversal') {
    const end = meta.traversal.findIndex((part) => !('segment' in part));
    const parts = end < 0 ? meta.traversal : meta.traversal.slice(0, end);
    if (parts.length === 0 || variables.includes(parts[0].segment)) return [];
    return [{
      value: parts.map((part) => part.segment).join('.'),
      startPosition: parts[0].range.start.byte,
      endPosition: parts.at(-1).range.end.byte,
    }];
  }
  if (type === 'for') {
    const inner = [...variables, meta.keyVar, meta.valVar];
    return [meta.collectionExpression, meta.conditionalExpression].flatMap((value) => (
      value === undefined ? [] : references(children.find((child) => child.meta.value === value), inner)));
  }
  return children.flatMap((child) => references(child, variables));
}

// wrapTerraformExpression returns an expression for a text, and the offset of the text in it. Numbers,
// booleans, lists, objects and heredocs are unchanged. Other texts are in quotes, or in a heredoc if they
// have several lines.
export function wrapTerraformExpression(input) {
  let text = input;
  const inQuotes = /^(\s*")(.*)("\s*)$/.exec(text);
  if (inQuotes && !/(?<!\$)\$\{/.test(text)) {
    text = inQuotes[1] + inQuotes[2].replaceAll('"', '\\"') + inQuotes[3];
  }
  const asIs = { wrap: text, wrapOffset: 0 };
  if (!Number.isNaN(Number(text)) || text === 'true' || text === 'false') return asIs;
  if (text.startsWith('"')) {
    return text.includes('\n') ? { wrap: `<<EOE\n${text.slice(1, -1)}\nEOE\n`, wrapOffset: 5 } : asIs;
  }
  if (text.startsWith('[') || text.startsWith('{')) return asIs;
  if (text.startsWith('<<')) return { wrap: text.endsWith('\n') ? text : `${text}\n`, wrapOffset: 0 };
  return { wrap: `"${text}"`, wrapOffset: 1 };
}
