import type { SlidingText } from './sliding-text.ts';

/** A line of a text, without white space around it. */
export interface Line {
  /** Its beginning. */
  readonly start: string;
  readonly length: number;
  /** From 1. */
  readonly line: number;
  /** The text ends with it. */
  readonly isLast: boolean;
}

/** Characters that are kept of a line that is too long to be at hand. */
const longestStart = 4096;

/** The lines of a text. LF and CR end one, so there is an empty one inside CR LF. */
export function* linesOf(source: SlidingText): Generator<Line> {
  for (let from = 0; from < source.text.length || source.hasMore; ) {
    const end = endOfLine(source.text, from);
    if (end === source.text.length && source.hasMore) {
      if (end - from < source.longestAtHand) {
        source.grow(from, source.longestAtHand);
        from = 0;
        continue;
      }
      const line = source.lineAt(source.base + from);
      const long = new LongLine();
      from = readLong(source, from, long);
      yield { start: long.start, length: long.length, line, isLast: from === source.text.length && !source.hasMore };
      from += 1;
      continue;
    }
    const start = source.text.slice(from, end).trim();
    const line = start === '' ? 0 : source.lineAt(source.base + from);
    yield { start, length: start.length, line, isLast: end === source.text.length };
    from = end + 1;
  }
}

function endOfLine(text: string, from: number): number {
  let end = from;
  while (end < text.length && text.charCodeAt(end) !== 10 && text.charCodeAt(end) !== 13) end++;
  return end;
}

/** Reads a line to its end, whose index in the part at hand it returns. */
function readLong(source: SlidingText, from: number, long: LongLine): number {
  for (let start = from; ; start = 0) {
    const end = endOfLine(source.text, start);
    long.add(source.text.slice(start, end));
    if (end < source.text.length || !source.hasMore) return end;
    source.slide(end);
  }
}

class LongLine {
  #start = '';
  #read = 0;
  /** Up to the last word. */
  length = 0;

  add(part: string): void {
    const rest = this.#read === 0 ? part.trimStart() : part;
    this.#start += rest.slice(0, longestStart - this.#start.length);
    const words = rest.trimEnd().length;
    if (words > 0) this.length = this.#read + words;
    this.#read += rest.length;
  }

  get start(): string {
    return this.#start.slice(0, this.length);
  }
}
