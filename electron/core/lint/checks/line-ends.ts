import type { Check, Edit, Finding } from '../diagnostic.ts';
import { nobody } from '../hurts.ts';
import type { Source, SourceLine } from '../source.ts';

const first = (
  source: Source,
  wanted: (line: SourceLine) => boolean,
  says: string,
  end: [SourceLine['end'], string],
): Finding | null => {
  const line = source.lines.find(wanted);
  return line ? { says, at: { line, from: line.text.length, to: line.text.length }, edits: ended(source, ...end) } : null;
};

/** Edits that give every line this end. Bytes, since a file may hold hundreds of thousands of them. */
const ended = (source: Source, kind: SourceLine['end'], insert: string): readonly Edit[] =>
  source.lines.flatMap(line =>
    line.end === 'none' || line.end === kind ? [] : [{ start: line.byteEnd, end: line.byteNext, insert }],
  );

const LF: [SourceLine['end'], string] = ['lf', '\n'];
const CRLF: [SourceLine['end'], string] = ['crlf', '\r\n'];

const kindsOf = (source: Source): Set<string> => new Set(source.lines.map(line => line.end).filter(end => end !== 'none'));

export const lineEndChecks: readonly Check[] = [
  {
    id: 'B-CRLF',
    title: 'Windows line ends',
    mistake: 'line-ends',
    severity: 'I',
    on: 'file',
    why: 'All current parsers accept Windows line ends.',
    fix: 'Use LF line ends',
    fixes: 'asks',
    source: 'RFC 9309 §2.2',
    hurts: nobody,
    find: source =>
      kindsOf(source).size === 1
        ? first(source, line => line.end === 'crlf', 'The lines end in CR LF, which is harmless', LF)
        : null,
  },
  {
    id: 'B-CR-ONLY',
    title: 'CR alone ends a line',
    mistake: 'line-ends',
    severity: 'E',
    on: 'file',
    why: 'Parsers that end lines only at LF read the whole file as one line.',
    fix: 'Use LF line ends',
    fixes: 'safe',
    source: 'Ours: found comparing parsers',
    hurts: ({ lineEnds }) => lineEnds.value === 'lf',
    find: source => first(source, line => line.end === 'cr', 'A line ends in CR alone', kindsOf(source).has('crlf') ? CRLF : LF),
  },
  {
    id: 'B-EOL-MIXED',
    title: 'Mixed line ends',
    severity: 'I',
    on: 'file',
    why: 'Mixed line ends often come from joined files. Tools may count the lines differently.',
    fix: 'Use one kind of line end',
    fixes: 'safe',
    source: 'Ours: found comparing parsers',
    hurts: nobody,
    find: source => {
      const kinds = kindsOf(source);
      const usual = source.lines[0]?.end;
      return kinds.size < 2
        ? null
        : first(source, line => line.end !== usual, 'From here on the lines end differently', usual === 'crlf' ? CRLF : LF);
    },
  },
  {
    id: 'B-NO-FINAL-EOL',
    title: 'Last line has no line end',
    severity: 'I',
    on: 'file',
    why: 'Crawlers do not mind. But text appended later would continue this line.',
    fix: 'End the last line',
    fixes: 'safe',
    source: 'Ours: found comparing parsers',
    hurts: nobody,
    find: source => {
      const line = source.lines.at(-1);
      if (line?.end !== 'none') return null;
      return {
        says: 'The last line has no line end',
        at: { line, from: line.text.length, to: line.text.length },
        replacement: '\n',
      };
    },
  },
];
