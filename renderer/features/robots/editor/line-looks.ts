import { type Extension, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, GutterMarker, gutter, ViewPlugin, WidgetType } from '@codemirror/view';

/** The mark in a gutter next to a line. */
export interface GutterMark {
  readonly text: string;
  readonly title: string;
  readonly tone?: 'ok' | 'warn' | 'bad' | '';
  readonly onClick?: () => void;
}

/** A column left of the line numbers: a mark for some of the lines, counted from 1. */
export interface EditorGutter {
  readonly label: string;
  readonly marks: ReadonlyMap<number, GutterMark>;
}

/** The appearance of a line: `data` becomes data- attributes, notes follow the text. */
export interface LineLook {
  readonly data?: Readonly<Record<string, string>>;
  readonly notes?: readonly string[];
}

export interface EditorLooks {
  readonly gutters: readonly EditorGutter[];
  readonly lines: ReadonlyMap<number, LineLook>;
  readonly testId: string;
}

const none: EditorLooks = { gutters: [], lines: new Map(), testId: '' };
export const setLooks = StateEffect.define<EditorLooks>();
const looks = StateField.define<EditorLooks>({
  create: () => none,
  update: (value, transaction) =>
    transaction.effects.reduce((kept, effect) => (effect.is(setLooks) ? effect.value : kept), value),
});

class Chip extends GutterMarker {
  readonly mark: GutterMark;
  constructor(mark: GutterMark) {
    super();
    this.mark = mark;
  }
  override eq(other: GutterMarker): boolean {
    return other instanceof Chip && other.mark === this.mark;
  }
  override toDOM(): Node {
    const { text, title, tone, onClick } = this.mark;
    const chip = document.createElement(onClick ? 'button' : 'span');
    chip.className = `cm-chip ${tone ?? ''}`;
    chip.textContent = text;
    chip.title = title;
    chip.tabIndex = -1;
    if (onClick) chip.addEventListener('click', onClick);
    return chip;
  }
}

class Notes extends WidgetType {
  readonly notes: readonly string[];
  constructor(notes: readonly string[]) {
    super();
    this.notes = notes;
  }
  override eq(other: WidgetType): boolean {
    return other instanceof Notes && other.notes.join('\n') === this.notes.join('\n');
  }
  override toDOM(): HTMLElement {
    const all = document.createElement('span');
    for (const note of this.notes) {
      const chip = document.createElement('span');
      chip.className = 'cm-chip cm-note warn';
      chip.textContent = note;
      all.append(chip);
    }
    return all;
  }
}

function decorate(view: EditorView): DecorationSet {
  const { lines, testId } = view.state.field(looks);
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges)
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at);
      const look = lines.get(line.number);
      const attributes: Record<string, string> = { 'data-line': String(line.number) };
      if (testId !== '') attributes['data-testid'] = testId;
      for (const [name, value] of Object.entries(look?.data ?? {})) attributes[`data-${name}`] = value;
      // If two visible ranges share a line, the first one has decorated it.
      if (at === line.from) builder.add(line.from, line.from, Decoration.line({ attributes }));
      if (look?.notes && look.notes.length > 0 && line.to <= to)
        builder.add(line.to, line.to, Decoration.widget({ widget: new Notes(look.notes), side: 1 }));
      at = line.to + 1;
    }
  return builder.finish();
}

/** Gutters, attributes and notes of lines; `slots` is how many gutters there are, for good. */
export function lineLooks(slots: number): Extension {
  return [
    looks,
    ViewPlugin.define(
      view => ({
        all: decorate(view),
        update(update) {
          if (update.docChanged || update.viewportChanged || update.startState.field(looks) !== update.state.field(looks))
            this.all = decorate(update.view);
        },
      }),
      { decorations: plugin => plugin.all },
    ),
    ...Array.from({ length: slots }, (_, slot) =>
      gutter({
        class: 'cm-slot',
        lineMarker: (view, block) => {
          const marks = view.state.field(looks).gutters[slot]?.marks;
          const mark = marks?.get(view.state.doc.lineAt(block.from).number);
          return mark ? new Chip(mark) : null;
        },
        lineMarkerChange: update => update.startState.field(looks) !== update.state.field(looks),
        initialSpacer: () => new Chip({ text: '000', title: '' }),
      }),
    ),
  ];
}
