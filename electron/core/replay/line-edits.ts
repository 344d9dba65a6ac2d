import type { RobotsFile } from '#shared/model/robots.ts';

/** One change of a text by lines; numbers count from 1 in the text before. */
export type LineEdit =
  /** A new line after line `after`; 0 means the start. Several lines after the same line keep the given order. */
  | { readonly kind: 'add'; readonly after: number; readonly text: string }
  | { readonly kind: 'change'; readonly line: number; readonly text: string }
  | { readonly kind: 'remove'; readonly line: number };

const encoder = new TextEncoder();

/** The bytes with the edits made. `file` is those bytes as read; line ends are kept, new lines end as the first one does. */
export function applyEdits(bytes: Uint8Array, file: RobotsFile, edits: readonly LineEdit[]): Uint8Array {
  const { lines } = file;
  const ending = endingOf(bytes);
  const parts: Uint8Array[] = [];
  const add = (text: string): void => void parts.push(encoder.encode(text));
  const added = (after: number): string[] =>
    edits.flatMap(edit => (edit.kind === 'add' && edit.after === after ? [edit.text] : []));
  const touched = new Map(edits.flatMap(edit => (edit.kind === 'add' ? [] : [[edit.line, edit] as const])));
  const first = lines[0]?.start ?? bytes.length;
  parts.push(bytes.subarray(0, first));
  for (const text of added(0)) add(text + ending);
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1]?.start ?? bytes.length;
    const edit = touched.get(line.number);
    if (edit === undefined) parts.push(bytes.subarray(line.start, line.end));
    else if (edit.kind === 'change') add(edit.text);
    for (const text of added(line.number)) add(ending + text);
    if (edit?.kind !== 'remove') parts.push(bytes.subarray(line.end, next));
  }
  if (lines.length === 0) for (const edit of edits) if (edit.kind === 'add' && edit.after > 0) add(edit.text + ending);
  return joined(parts);
}

/** CR LF where the first line ends so, LF otherwise. */
function endingOf(bytes: Uint8Array): string {
  const feed = bytes.indexOf(0x0a);
  return feed > 0 && bytes[feed - 1] === 0x0d ? '\r\n' : '\n';
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
