// HCL native syntax for the editor: colours, indentation and folding.
import { foldService, LanguageSupport, matchBrackets, StreamLanguage } from '@codemirror/language';
import { tags } from '@lezer/highlight';

const NAME = /^[\p{L}_][\p{L}\p{N}_-]*/u;

// The stack of a state contains the open elements: '"' for a string, '<' and the marker for a heredoc,
// '$' for an interpolation, and the bracket for others. The indentation of the line follows a bracket.
const top = (state) => state.stack.at(-1) ?? '';

// inText reads the next token in a string or a heredoc.
function inText(stream, state) {
  const open = top(state);
  if (open[0] === '<' && stream.sol() && stream.string.trim() === open.slice(1)) {
    stream.skipToEnd();
    state.stack.pop();
    return 'meta';
  }
  if (stream.match('$${') || stream.match('%%{')) return 'escape';
  if (stream.match(/^[$%]\{~?/)) {
    state.stack.push(`$${stream.indentation()}`);
    return 'special';
  }
  if (open === '"' && stream.eat('"')) {
    state.stack.pop();
    return 'string';
  }
  if (open === '"' && stream.match(/^\\./)) return 'escape';
  stream.next();
  stream.match(/^[^"\\$%]+/);
  return 'string';
}

// word returns the token type of a name, by its context.
function word(stream, state, name, first) {
  const after = stream.string.slice(stream.pos);
  if (/^(true|false|null)$/.test(name)) return 'atom';
  if (first && !/^[[($]/.test(top(state))) {
    if (/^\s*=(?!=)/.test(after)) return 'propertyName';
    if (/^(\s+("|[\p{L}_])|\s*\{)/u.test(after)) {
      state.labels = true;
      return 'typeName';
    }
  }
  if (state.labels) return 'string';
  if (/^(for|in|if|else|endif|endfor)$/.test(name)) return 'keyword';
  if (/^\s*\(|^::/.test(after)) return 'function';
  if (top(state)[0] === '{' && /^\s*[=:](?!=)/.test(after)) return 'propertyName';
  return 'variableName';
}

function inCode(stream, state) {
  const first = stream.sol() || stream.string.slice(0, stream.pos).trim() === '';
  if (stream.eatSpace()) return null;
  if (state.comment || stream.match('/*')) {
    state.comment = !stream.match(/^.*?\*\//);
    if (state.comment) stream.skipToEnd();
    return 'comment';
  }
  if (stream.match(/^(#|\/\/).*/)) return 'comment';
  const heredoc = stream.match(/^<<-?([\p{L}_][\p{L}\p{N}_-]*)\s*$/u);
  if (heredoc) {
    state.stack.push(`<${heredoc[1]}`);
    return 'meta';
  }
  if (stream.eat('"')) {
    state.stack.push('"');
    return 'string';
  }
  if (stream.match(/^\d+(\.\d+)?([eE][+-]?\d+)?/)) return 'number';
  const name = stream.match(NAME);
  if (name) return word(stream, state, name[0], first);
  const char = stream.next();
  if ('{[('.includes(char)) {
    state.stack.push(char + stream.indentation());
    state.labels = false;
  } else if ('}])'.includes(char)) {
    return state.stack.pop()?.[0] === '$' ? 'special' : 'bracket';
  } else if (char === '~' && stream.peek() === '}') {
    return 'special';
  }
  return '{[('.includes(char) ? 'bracket' : 'operator';
}

const language = StreamLanguage.define({
  name: 'hcl',
  startState: () => ({ stack: [], comment: false, labels: false }),
  token(stream, state) {
    if (stream.sol()) {
      state.labels = false;
      while (top(state) === '"') state.stack.pop(); // a string ends in its line
    }
    return /^["<]/.test(top(state)) ? inText(stream, state) : inCode(stream, state);
  },
  indent(state, after, { unit }) {
    if (/^["<]/.test(top(state))) return null;
    const indentation = Number(top(state).slice(1));
    return top(state) === '' ? 0 : indentation + (/^[}\])]/.test(after) ? 0 : unit);
  },
  languageData: {
    commentTokens: { line: '#', block: { open: '/*', close: '*/' } },
    closeBrackets: { brackets: ['(', '[', '{', '"'] },
    indentOnInput: /^\s*[}\])]$/,
  },
  tokenTable: { special: tags.special(tags.brace), function: tags.function(tags.variableName) },
});

// folded returns the range inside the bracket or heredoc that starts at the end of a line.
function folded(state, start, end) {
  const line = state.sliceDoc(start, end);
  const marker = /<<-?([\p{L}_][\p{L}\p{N}_-]*)\s*$/u.exec(line)?.[1];
  if (marker) {
    for (let { number } = state.doc.lineAt(start); number < state.doc.lines; number += 1) {
      const next = state.doc.line(number + 1);
      if (next.text.trim() === marker) return { from: end, to: next.to };
    }
    return null;
  }
  const bracket = /[[{(]\s*((#|\/\/).*)?$/.exec(line);
  if (!bracket) return null;
  const found = matchBrackets(state, start + bracket.index, 1, { maxScanDistance: 200_000 });
  if (!found?.matched || found.end.from <= end) return null;
  return { from: found.start.to, to: found.end.from };
}

export const hcl = () => new LanguageSupport(language, foldService.of(folded));
