import type {
  AssertionFinding,
  AssertionReport,
  AssertionResult,
  AssertionsMade,
  AssertionsMerged,
} from '#shared/model/assertions.ts';
import { countWords, plural } from '../../../ui/text/format.ts';

/** The mark next to a line of the editor. */
export interface LineMark {
  readonly tone: 'ok' | 'bad' | 'warn';
  /** A sign that does not depend on colour. */
  readonly sign: string;
  readonly word: string;
  readonly text: string;
}

/** The marks of a report by line, problems included. */
export function marksOf({ problems, results }: AssertionReport): ReadonlyMap<number, LineMark> {
  const marks = new Map<number, LineMark>();
  for (const result of results) marks.set(result.line, markOf(result));
  for (const { line, message } of problems) marks.set(line, { tone: 'bad', sign: '!', word: 'Cannot be read', text: message });
  return marks;
}

function markOf({ status, got, findings, more }: AssertionResult): LineMark {
  if (status === 'met') return { tone: 'ok', sign: '✓', word: 'Met', text: got };
  const [first] = findings;
  if (status === 'unchecked') return { tone: 'warn', sign: '?', word: 'Not checkable', text: first?.why ?? '' };
  const others = findings.length - 1 + more;
  return {
    tone: 'bad',
    sign: '✗',
    word: 'Not met',
    text: `${crawlerPrefix(first)}${got}${others > 0 ? ` and ${countWords(others)} more` : ''}`,
  };
}

/** The crawler's own name, if it has one. */
const crawlerPrefix = (finding: AssertionFinding | undefined): string =>
  finding && finding.crawler !== '' && finding.crawler !== '*' ? `${finding.crawler}: ` : '';

/** `14 assertions: 12 met, 1 not met, 1 not checkable; 1 line cannot be read`. */
export function totalWords({ met, unmet, unchecked, problems }: AssertionReport): string {
  const all = met + unmet + unchecked;
  const parts = [
    `${countWords(met)} met`,
    ...(unmet > 0 ? [`${countWords(unmet)} not met`] : []),
    ...(unchecked > 0 ? [`${countWords(unchecked)} not checkable`] : []),
  ];
  const bad = problems.length > 0 ? `${plural(problems.length, 'line')} cannot be read` : '';
  if (all === 0) return bad || 'No assertion yet';
  return [`${plural(all, 'assertion')}: ${parts.join(', ')}`, bad].filter(part => part !== '').join('; ');
}

/** Lines whose tone is bad or worth a look, in order: where F8 goes. */
export const openLines = (marks: ReadonlyMap<number, LineMark>): number[] =>
  [...marks]
    .filter(([, mark]) => mark.tone !== 'ok')
    .map(([line]) => line)
    .sort((a, b) => a - b);

/** Number of lines of a text, as an editor counts them. */
export function lineCount(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** The line a place in the text is on, from 1. */
export const lineAt = (text: string, offset: number): number => lineCount(text.slice(0, offset));

/** Offset where a line starts; after the last line, the end of the text. */
export function startOfLine(text: string, line: number): number {
  let at = 0;
  for (let number = 1; number < line; number += 1) {
    const end = text.indexOf('\n', at);
    if (end < 0) return text.length;
    at = end + 1;
  }
  return at;
}

/** Where a line ends, before its line feed. */
export function endOfLine(text: string, line: number): number {
  const end = text.indexOf('\n', startOfLine(text, line));
  return end < 0 ? text.length : end;
}

/** The result of adding assertions: `3 assertions for googlebot added, lines 2 to 4. 1 verdict was already asserted.` */
export function addedWords(
  made: Pick<AssertionsMade, 'crawler' | 'urls' | 'undecided' | 'more'>,
  { added, present, contrary, contraryLine, first, last }: Omit<AssertionsMerged, 'text'>,
): string {
  const lines = first === last ? `line ${countWords(first)}` : `lines ${countWords(first)} to ${countWords(last)}`;
  const stay =
    contrary === 1 ? `The assertion in line ${countWords(contraryLine)} expects` : `${plural(contrary, 'assertion')} expect`;
  const sentences = [
    added > 0 ? `${plural(added, 'assertion')} for ${made.crawler} added, ${lines}.` : 'Nothing was added.',
    present > 0 ? `${plural(present, 'verdict')} ${present === 1 ? 'was' : 'were'} already asserted.` : '',
    contrary > 0
      ? `${stay} the opposite of today’s verdict and ${contrary === 1 ? 'stays' : `stay (first: line ${countWords(contraryLine)})`}.`
      : '',
    made.undecided > 0 ? `${plural(made.undecided, 'URL')} skipped: robots.txt was not read there.` : '',
    made.more ? `More URLs match; the first ${plural(made.urls, 'URL')} were used.` : '',
  ];
  return sentences.filter(sentence => sentence !== '').join(' ');
}

/** What an empty editor offers. */
export const exampleFor = (origin: string): string => `# What robots.txt of this site must do, one line each.
site ${origin}
allow Googlebot /
deny * /cart
delay bingbot <= 5
sitemap /sitemap.xml
lint no errors
size <= 500 KiB
`;
