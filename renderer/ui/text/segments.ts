export interface LinePart {
  readonly text: string;
  readonly marked: boolean;
  /** Place in the window, for keys. */
  readonly at: number;
}

export interface SourceLine {
  readonly number: number;
  readonly parts: readonly LinePart[];
}

/** Splits a window's segments into numbered lines; line ends (CR LF, LF, CR) are not part of a line. */
export function linesOf(
  segments: readonly { readonly text: string; readonly marked: boolean }[],
  firstLine: number,
): SourceLine[] {
  const lines: { number: number; parts: LinePart[] }[] = [{ number: firstLine, parts: [] }];
  let at = 0;
  let afterCr = false;
  for (const { text, marked } of segments) {
    let rest = text;
    if (afterCr && rest.startsWith('\n')) rest = rest.slice(1);
    if (text !== '') afterCr = text.endsWith('\r');
    rest.split(/\r\n|\r|\n/).forEach((piece, index) => {
      if (index > 0) lines.push({ number: firstLine + lines.length, parts: [] });
      if (piece !== '') lines.at(-1)?.parts.push({ text: piece, marked, at: at++ });
    });
  }
  return lines;
}
