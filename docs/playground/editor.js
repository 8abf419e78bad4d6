// An editor is a textarea, and behind it, invisible, those of its lines that are in view, with marks.
const MOST = 100_000; // characters in view; with more, such as one long line, there are no marks

export class Editor {
  #area;
  #layer;
  #starts = [0]; // of the lines
  #spans = []; // { start, end, kind }
  #drawn = {}; // what the layer shows

  constructor(area) {
    this.#area = area;
    this.#layer = area.parentElement.querySelector('.behind');
    area.addEventListener('scroll', () => this.draw());
    new ResizeObserver(() => this.draw()).observe(area);
  }

  get text() { return this.#area.value; }

  set text(text) {
    const { scrollTop, scrollLeft } = this.#area;
    if (text !== this.text) this.#area.value = text;
    this.#area.scrollTo(scrollLeft, scrollTop);
    this.changed();
  }

  // changed is called after each change of the text, which may move what is marked.
  changed() {
    const { text } = this;
    this.#starts = [0];
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
    this.#spans = [];
    this.#drawn = {};
    this.draw();
  }

  // mark marks stretches of the text in place of those of the same kinds.
  mark(kinds, spans) {
    this.#spans = [...this.#spans.filter(({ kind }) => !kinds.includes(kind)), ...spans];
    this.#drawn = {};
    this.draw();
  }

  get #height() { return parseFloat(getComputedStyle(this.#area).lineHeight); }

  draw() {
    const { scrollTop, scrollLeft, clientHeight } = this.#area;
    const height = this.#height;
    const row = Math.max(0, Math.floor(scrollTop / height) - 1);
    const start = this.#starts[row] ?? 0;
    const end = this.#starts[row + Math.ceil(clientHeight / height) + 2] ?? this.text.length;
    if (start !== this.#drawn.start || end !== this.#drawn.end) {
      this.#drawn = { start, end };
      const line = document.createElement('span');
      if (end - start <= MOST) line.append(...this.#pieces(start, end));
      this.#layer.replaceChildren(line);
    }
    this.#layer.firstChild.style.transform = `translate(${-scrollLeft}px, ${row * height - scrollTop}px)`;
  }

  // pieces are nodes for a stretch of the text.
  #pieces(start, end) {
    const spans = this.#spans.filter((span) => span.start < end && span.end > start);
    const inside = spans.flatMap((span) => [span.start, span.end]).filter((at) => at > start && at < end);
    const sorted = [...new Set([start, ...inside, end])].sort((a, b) => a - b);
    return sorted.slice(1).map((to, i) => {
      const around = spans.filter((span) => span.start <= sorted[i] && span.end >= to);
      const piece = document.createElement('i');
      piece.className = around.map(({ kind }) => kind).join(' ');
      piece.textContent = this.text.slice(sorted[i], to);
      return piece;
    });
  }

  // at is the offset of the character at a place of the window.
  at(x, y) {
    this.#area.style.pointerEvents = 'none'; // so that the text behind is found
    const found = document.caretPositionFromPoint?.(x, y) ?? document.caretRangeFromPoint?.(x, y);
    this.#area.style.pointerEvents = '';
    const node = found?.offsetNode ?? found?.startContainer;
    if (!node || !this.#layer.contains(node)) return undefined;
    const before = document.createRange();
    before.setStart(this.#layer, 0);
    before.setEnd(node, found.offset ?? found.startOffset);
    return this.#drawn.start + before.toString().length;
  }

  // show scrolls to an offset, if it is not in view.
  show(offset) {
    const row = this.#starts.findLastIndex((start) => start <= offset);
    const from = row * this.#height - this.#area.scrollTop;
    const { clientHeight } = this.#area;
    if (from < 0 || from + 2 * this.#height > clientHeight) this.#area.scrollTop += from - clientHeight / 3;
  }

  select(start, end) {
    this.#area.focus();
    this.#area.setSelectionRange(start, end);
    this.show(start);
  }
}
