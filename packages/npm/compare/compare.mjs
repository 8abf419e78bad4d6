// Compares hcljson/hcl2json with @cdktf/hcl2json on the native files of directories. Not a test: it needs
// the other package.
//
//   npm install --prefix build/peer @cdktf/hcl2json
//   node compare/compare.mjs ../../build/peer/node_modules/@cdktf/hcl2json DIR...
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

import { parse } from '../dist/hcl2json.mjs';

const [peer, ...dirs] = process.argv.slice(2);
const theirs = createRequire(import.meta.url)(resolve(peer)).parse;

const attempt = (run) => run.then((value) => ({ value }), (error) => ({ error: error.message.split('\n')[0] }));

// differences yields the paths of unequal values, with both values.
function* differences(a, b, path = []) {
  if (Object.is(a, b) || (a === 0 && b === 0)) return;
  if (typeof a === 'object' && typeof b === 'object' && a && b && Array.isArray(a) === Array.isArray(b)) {
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) yield* differences(a[key], b[key], [...path, key]);
    return;
  }
  yield { path: path.join('.'), ours: a, theirs: b };
}

const short = (value) => (JSON.stringify(value) ?? 'nothing').slice(0, 160);

// classes contains the kinds of differences. The first match counts.
const classes = [
  ['a number that a double cannot hold: all digits, and rounded by theirs',
    ({ ours, theirs: t }) => typeof ours === 'string' && typeof t === 'number'],
  ['a template with an escape, which theirs removes, so that it becomes a sequence',
    ({ ours, theirs: t }) => typeof ours === 'string' && typeof t === 'string' && /[$%]{2}\{/.test(ours)],
  ['an object with a computed key: one string; in theirs, the text of the key is a name',
    ({ ours, theirs: t }) => typeof ours === 'string' && ours.startsWith('${') && typeof t === 'object'],
  ['redundant parentheses around an expression',
    ({ ours, theirs: t }) => typeof ours === 'string' && typeof t === 'string' && t !== ours && t.includes('${(')
      && (bare(ours) === bare(t) || bare(t).startsWith(bare(ours).slice(0, -1)) || /^\$\{\(.*\)\}$/s.test(t))],
  ['carriage returns in a sequence, which are spaces in theirs',
    ({ ours, theirs: t }) => typeof ours === 'string' && typeof t === 'string' && ours === t.replaceAll('\r', '')],
  ['a heredoc at the end of a sequence: theirs lacks the newline that ends it', ({ ours, theirs: t }) => typeof ours === 'string' && typeof t === 'string'
    && ours.replace(/\s/g, '') === t.replace(/\s/g, '')],
];

// bare removes spaces and the parentheses around sequences.
function bare(text) {
  return text.replace(/\s/g, '').replaceAll('${(', '${').replaceAll(')}', '}');
}

const count = new Map();
const examples = new Map();
function note(kind, example) {
  count.set(kind, (count.get(kind) ?? 0) + 1);
  if (!examples.has(kind)) examples.set(kind, []);
  if (examples.get(kind).length < (kind === 'something else' ? 30 : 3)) examples.get(kind).push(example);
}

function* files(dir) {
  for (const name of readdirSync(dir, { recursive: true })) {
    const path = join(dir, name);
    if (/\.(tf|tofu|tfvars|hcl)$/.test(name) && statSync(path, { throwIfNoEntry: false })?.isFile()) yield path;
  }
}

let total = 0;
for (const path of dirs.flatMap((dir) => [...files(dir)])) {
  const bytes = readFileSync(path);
  const text = bytes.toString('utf8');
  if (!Buffer.from(text).equals(bytes)) continue;
  total++;
  const [ours, other] = [await attempt(parse(path, text)), await attempt(theirs(path, text))];
  if (ours.error && other.error) note('both refuse it', path);
  else if (ours.error) note('only ours refuses it', `${path}: ${ours.error}`);
  else if (other.error) note('only theirs refuses it', `${path}: ${other.error}`);
  else {
    const found = [...differences(ours.value, other.value)];
    if (found.length === 0) note('equal', path);
    const kinds = new Set();
    for (const difference of found) {
      const kind = classes.find(([, is]) => is(difference))?.[0] ?? 'something else';
      if (!kinds.has(kind)) note(kind, `${path}: ${difference.path}: ${short(difference.ours)}, theirs ${short(difference.theirs)}`);
      kinds.add(kind);
    }
  }
}
console.log(`${total} files`);
for (const [kind, n] of [...count].sort((a, b) => b[1] - a[1])) {
  console.log(`${n}\t${kind}`);
  if (kind !== 'equal') for (const example of examples.get(kind)) console.log(`\t\t${example}`);
}
process.exit(0); // theirs does not exit
