// The goldens of the project: archives with the files of a test. Their heads set the options
// (internal/testing/golden).
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = new URL('../../../testdata', import.meta.url).pathname;

const HIDDEN = {
  '<CR>': '\r', '<BOM>': '\ufeff', '<NUL>': '\0', '<DEL>': '\x7f', '<NEL>': '\u0085', '<LS>': '\u2028', '<TAB>': '\t',
  '<blank>': ' ',
};

export function goldens() {
  return readdirSync(root, { recursive: true })
    .filter((name) => name.endsWith('.txtar'))
    .sort()
    .map((name) => read(join(root, name)));
}

function read(path) {
  const [head, ...rest] = readFileSync(path, 'utf8').split(/^-- (.+) --\n/m);
  const setting = (key) => new RegExp(`^${key}:(.*)$`, 'm').exec(head)?.[1].trim().split(/\s+/) ?? [];
  const tokens = setting('tokens');
  const files = new Map();
  for (let i = 0; i < rest.length; i += 2) {
    let text = rest[i + 1];
    for (const token of tokens) {
      text = token === '<end>' ? text.replace(/<end>\n$/, '') : text.replaceAll(token, HIDDEN[token] ?? token);
    }
    files.set(rest[i], text);
  }
  return {
    name: relative(root, path), files, input: rest[0], flags: setting('flags'), targets: setting('target'),
    // A JavaScript string cannot contain invalid UTF-8. Provider schemas are for Go.
    plain: !tokens.includes('<byte>') && setting('providers').length === 0 && !files.has('providers.json'),
  };
}
