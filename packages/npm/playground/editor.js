// An editor of one side: CodeMirror with the extensions of the page.
import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from '@codemirror/commands';
import {
  bracketMatching, codeFolding, foldGutter, foldKeymap, HighlightStyle, indentOnInput, syntaxHighlighting,
} from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { unifiedMergeView } from '@codemirror/merge';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration, drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars,
  hoverTooltip, keymap, lineNumbers, placeholder,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';

const COLOURS = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--comment)' },
  { tag: [tags.string, tags.meta], color: 'var(--string)' },
  { tag: [tags.escape, tags.special(tags.brace), tags.keyword, tags.atom, tags.bool, tags.null], color: 'var(--special)' },
  { tag: tags.number, color: 'var(--number)' },
  { tag: tags.typeName, color: 'var(--type)', fontWeight: '600' },
  { tag: tags.propertyName, color: 'var(--name)' },
  { tag: tags.function(tags.variableName), color: 'var(--type)' },
]);

const dark = matchMedia('(prefers-color-scheme: dark)');

const setMarks = StateEffect.define();
const marks = StateField.define({
  create: () => Decoration.none,
  update(now, transaction) {
    for (const effect of transaction.effects) if (effect.is(setMarks)) return effect.value;
    return now.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});
const MARK = Decoration.mark({ class: 'mark' });

export class Editor {
  #compared = new Compartment();
  #theme = new Compartment();
  #writing = false; // the page changes the text, not the user

  // on contains functions: input is called after each change by the user, point with the offset of the
  // pointer or the cursor. explain returns a node that explains the value at an offset.
  constructor(parent, label, language, on) {
    const extensions = [
      lineNumbers(), highlightActiveLineGutter(), highlightSpecialChars(), history({ minDepth: 2000 }), foldGutter(),
      codeFolding(), drawSelection(), indentOnInput(), syntaxHighlighting(COLOURS), bracketMatching(), closeBrackets(),
      highlightActiveLine(), highlightSelectionMatches(), lintGutter(), search({ top: true }), marks, language,
      placeholder(`Type or paste ${label} here, or drop a file on the page.`),
      keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap,
        ...lintKeymap, indentWithTab]),
      this.#theme.of(EditorView.darkTheme.of(dark.matches)), this.#compared.of([]),
      EditorView.cspNonce.of(document.querySelector('meta[name=nonce]').content),
      EditorView.contentAttributes.of({ 'aria-label': label, 'aria-describedby': 'status escape', tabindex: '0' }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged && !this.#writing) on.input();
        else if (update.selectionSet && update.view.hasFocus) on.point(update.state.selection.main.head, true);
      }),
      hoverTooltip((view, pos) => on.explain(pos).then((dom) => dom && { pos, above: true, create: () => ({ dom }) })),
      EditorView.domEventHandlers({
        mousemove: ({ clientX: x, clientY: y }, view) => on.point(view.posAtCoords({ x, y }) ?? -1, false),
        mouseleave: () => on.point(-1, false),
      }),
    ];
    this.view = new EditorView({ parent, extensions });
    dark.addEventListener('change', () => {
      this.view.dispatch({ effects: this.#theme.reconfigure(EditorView.darkTheme.of(dark.matches)) });
    });
  }

  get text() { return this.view.state.doc.toString(); }

  // A user can undo the change. Only the difference is replaced, so that the cursor and folded lines stay.
  set text(text) {
    const [before, after] = [this.text, text.replace(/\r\n?/g, '\n')];
    if (before === after) return;
    let from = 0;
    while (from < before.length && before[from] === after[from]) from += 1;
    let end = 0;
    const most = Math.min(before.length, after.length) - from;
    while (end < most && before.at(-1 - end) === after.at(-1 - end)) end += 1;
    this.#write({
      changes: { from, to: before.length - end, insert: after.slice(from, after.length - end) },
      annotations: isolateHistory.of('full'),
    });
  }

  #write(transaction) {
    this.#writing = true;
    this.view.dispatch(transaction);
    this.#writing = false;
  }

  // compare shows the differences from a text, and makes the editor read-only. Without a text, it ends this.
  compare(original, readOnly = original !== undefined) {
    const shown = original === undefined ? [] : unifiedMergeView({ original, mergeControls: false });
    this.#write({ effects: this.#compared.reconfigure([shown, EditorState.readOnly.of(readOnly)]) });
  }

  // mark marks ranges of the text: { start, end }.
  mark(spans) {
    const { length } = this.view.state.doc;
    const inside = spans.filter(({ start, end }) => start < end && end <= length);
    const found = Decoration.set(inside.map(({ start, end }) => MARK.range(start, end)), true);
    if (found.size > 0 || this.view.state.field(marks).size > 0) this.view.dispatch({ effects: setMarks.of(found) });
  }

  // diagnose underlines the ranges of diagnostics: { start, end, severity, summary, detail }.
  diagnose(found) {
    const { state } = this.view;
    const near = (offset) => Math.min(offset, state.doc.length);
    this.view.dispatch(setDiagnostics(state, found.map(({ start, end, severity, summary, detail }) => (
      { from: near(start), to: near(Math.max(start, end)), severity, message: `${summary}\n${detail}` }))));
  }

  show(offset) {
    const { height, top: bottom } = this.view.lineBlockAt(offset);
    const { scrollTop, clientHeight } = this.view.scrollDOM;
    if (bottom < scrollTop || bottom + height > scrollTop + clientHeight) {
      this.view.dispatch({ effects: EditorView.scrollIntoView(offset, { y: 'center' }) });
    }
  }

  select(start, end) {
    this.view.focus();
    this.view.dispatch({ selection: { anchor: start, head: end }, scrollIntoView: true });
  }
}
