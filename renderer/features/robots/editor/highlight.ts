import { type Extension, RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, highlightSpecialChars, ViewPlugin } from '@codemirror/view';

/** One coloured part of a line, in UTF-16 units. */
export interface Part {
  readonly from: number;
  readonly to: number;
  readonly kind: 'comment' | 'agent' | 'allow' | 'disallow' | 'key' | 'value' | 'sign';
}

/** Longest part of a line that is coloured. */
const looked = 2_000;

/** The parts of a robots.txt line as most crawlers read it. It follows no dialect: colours only help to read. */
export function partsOf(line: string): Part[] {
  const text = line.slice(0, looked);
  const parts: Part[] = [];
  const hash = text.indexOf('#');
  const body = hash < 0 ? text : text.slice(0, hash);
  const found = /^([\s\ufeff]*)([^\s:][^:]{0,40}?)\s*:/.exec(body);
  if (found) {
    const from = found[1]?.length ?? 0;
    const key = found[2] ?? '';
    const lower = key.toLowerCase();
    const kind = lower === 'user-agent' ? 'agent' : lower === 'allow' || lower === 'disallow' ? lower : 'key';
    parts.push({ from, to: from + key.length, kind });
    const start = found[0].length;
    if (kind === 'agent') parts.push({ from: start, to: body.length, kind: 'value' });
    if (kind === 'allow' || kind === 'disallow')
      for (const sign of body.slice(start).matchAll(/[*$]/g))
        parts.push({ from: start + sign.index, to: start + sign.index + 1, kind: 'sign' });
  }
  if (hash >= 0) parts.push({ from: hash, to: line.length, kind: 'comment' });
  return parts.filter(({ from, to }) => to > from);
}

const marks = new Map<Part['kind'], Decoration>();
function markOf(kind: Part['kind']): Decoration {
  const known = marks.get(kind);
  if (known) return known;
  const made = Decoration.mark({ class: `cm-part-${kind}` });
  marks.set(kind, made);
  return made;
}

function visibleParts(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges)
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at);
      for (const part of partsOf(line.text)) builder.add(line.from + part.from, line.from + part.to, markOf(part.kind));
      at = line.to + 1;
    }
  return builder.finish();
}

/** Characters that would reorder or hide text, besides those the editor already shows. */
const hidden = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u00a0]/g;

/** Colours of robots.txt for the lines on screen, and hidden characters shown by their code points. */
export function robotsColours(): Extension {
  return [
    ViewPlugin.define(
      view => ({
        parts: visibleParts(view),
        update(update) {
          if (update.docChanged || update.viewportChanged) this.parts = visibleParts(update.view);
        },
      }),
      { decorations: plugin => plugin.parts },
    ),
    highlightSpecialChars({
      addSpecialChars: hidden,
      render(code, description) {
        const shown = document.createElement('span');
        shown.className = 'cm-token';
        shown.textContent = `‹U+${code.toString(16).toUpperCase().padStart(4, '0')}›`;
        shown.title = description ?? '';
        return shown;
      },
    }),
  ];
}
