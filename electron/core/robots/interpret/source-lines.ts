import type { RobotsLine } from '#shared/model/robots.ts';
import { endLength, lineEnd } from '../parse/body.ts';

/** Where the lines of a file start, with CR, LF and CRLF as line ends. These are the line numbers that editors show. */
export interface SourcePlaces {
  readonly count: number;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

export function sourcePlaces(bytes: Uint8Array): SourcePlaces {
  const starts: number[] = [];
  const ends: number[] = [];
  let start = 0;
  while (start < bytes.length) {
    const end = lineEnd(bytes, start, 'cr-lf');
    starts.push(start);
    ends.push(end);
    start = end + endLength(bytes, end, 'cr-lf');
  }
  return { count: starts.length, starts, ends };
}

/** The first and last source line of each line of a dialect; both lists are ascending. */
export function placeLines(
  lines: readonly RobotsLine[],
  { starts, count }: SourcePlaces,
): readonly { readonly first: number; readonly last: number }[] {
  let at = 0;
  return lines.map(({ start, end }) => {
    while (at + 1 < count && (starts[at + 1] as number) <= start) at += 1;
    let last = at;
    while (last + 1 < count && (starts[last + 1] as number) < end) last += 1;
    return { first: at + 1, last: last + 1 };
  });
}
