import type { Change, Edit, Finding, Fix, Span } from './diagnostic.ts';
import type { SourceLine } from './source.ts';

const encoder = new TextEncoder();
const octets = (text: string): number => encoder.encode(text).length;

/**
 * The byte offset of a column from 0. A column after the text means the next line. Null where bytes that are not
 * UTF-8 hide it.
 */
function placeOf(line: SourceLine, column: number): number | null {
  const { text } = line;
  if (column > text.length) return line.byteNext;
  const isPlain = line.byteEnd - line.byteAt === text.length;
  if (isPlain && !text.includes('\ufffd')) return line.byteAt + column;
  const [before, after] = [text.slice(0, column), text.slice(column)];
  if (!before.includes('\ufffd')) return line.byteAt + octets(before);
  if (!after.includes('\ufffd')) return line.byteEnd - octets(after);
  return line.byteEnd - line.byteAt === octets(text) ? line.byteAt + octets(before) : null;
}

const newline = ({ end }: SourceLine): string => (end === 'crlf' ? '\r\n' : end === 'cr' ? '\r' : '\n');

function editOf({ at, insert }: Change): Edit | null {
  const start = placeOf(at.line, at.from);
  const end = placeOf(at.line, at.to);
  if (start === null || end === null) return null;
  return { start, end, insert: insert.replaceAll('\n', newline(at.line)) };
}

/** The edits of a finding; null where it has none, or where a position is unknown. */
export function fixOf(finding: Finding, usual: Span | null, title: string, safe: boolean): Fix | null {
  if (finding.edits) return { title, edits: finding.edits, safe };
  const at = finding.at ?? usual;
  const changes = finding.changes ?? (finding.replacement === undefined || !at ? [] : [{ at, insert: finding.replacement }]);
  const edits: Edit[] = [];
  for (const change of changes) {
    const edit = editOf(change);
    if (edit === null) return null;
    edits.push(edit);
  }
  return edits.length === 0 ? null : { title, edits: edits.sort((a, b) => a.start - b.start || a.end - b.end), safe };
}

/** A line with its line end. */
export const wholeLine = (line: SourceLine): Span => ({ line, from: 0, to: line.text.length + 1 });
export const removed = (line: SourceLine): Change => ({ at: wholeLine(line), insert: '' });
/** Inserts whole lines before a line, or after one that may be the last. */
export const before = (line: SourceLine, text: string): Change => ({ at: { line, from: 0, to: 0 }, insert: `${text}\n` });
export const behind = (line: SourceLine, text: string): Change => {
  const at = line.end === 'none' ? line.text.length : line.text.length + 1;
  return { at: { line, from: at, to: at }, insert: line.end === 'none' ? `\n${text}` : `${text}\n` };
};
export const replaced = (line: SourceLine, from: number, to: number, insert: string): Change => ({
  at: { line, from, to },
  insert,
});

/** The bytes after some edits; those that overlap an earlier one are skipped. Edits may come in any order. */
export function applyEdits(bytes: Uint8Array, edits: readonly Edit[]): Uint8Array<ArrayBuffer> {
  const pieces: Uint8Array[] = [];
  let at = 0;
  for (const { start, end, insert } of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    if (start < at || end > bytes.length) continue;
    pieces.push(bytes.subarray(at, start), encoder.encode(insert));
    at = end;
  }
  pieces.push(bytes.subarray(at));
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.length;
  }
  return whole;
}
