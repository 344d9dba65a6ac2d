import type {
  FileFact,
  FileFactCode,
  InterpretedFile,
  InterpretedLine,
  LineRemark,
  LineRemarkCode,
} from '../model/interpretation.ts';

/** Sentences for what became of a line. `{d}` is the detail, `{l}` the other line. */
const remarks: Readonly<Record<LineRemarkCode, string>> = {
  'past-size-limit': 'Not read: it ends behind the first {d} of the file.',
  'no-colon': 'Dropped: there is no colon between a key and a value.',
  'no-key': 'Dropped: nothing stands before the colon.',
  'space-before-colon': 'Dropped: white space stands before the colon.',
  'unknown-key': 'Ignored: this crawler does not use the keyword “{d}”.',
  'other-use': '{d}',
  'mark-in-key': 'Dropped: the byte order mark is read as part of the key, which is then unknown.',
  'allow-unknown': 'Dropped: Allow is unknown, only Disallow counts.',
  orphan: 'Dropped: no User-agent line stands before it.',
  'record-ended': 'Dropped: the blank line {l} ended the group, and no User-agent line follows it.',
  'no-slash': 'Dropped: the path begins with neither / nor *.',
  'only-stars': 'Dropped: without its stars at the end nothing is left of the path.',
  'rule-limit': 'Dropped: only the first {d} rules of a file are read.',
  'rule-too-long': 'Dropped: it has more than {d} characters.',
  'never-matches': 'Without effect: no path can match {d}.',
  'needs-slash': 'Without effect: every path begins with a slash, {d} does not.',
  'bad-delay': 'Dropped: “{d}” is no number that can be read here.',
  'delay-ignored': 'Without effect: Crawl-delay is not honoured.',
  'sitemap-ignored': 'Without effect: Sitemap lines are not looked at.',
  'sitemap-empty': 'Dropped: it names no address.',
  'agent-skipped': 'Dropped: it names nobody, and such a line is skipped.',
  'agent-taken-over': 'Dropped: another line has the group for “{d}”.',
  'group-overlooked': 'Overlooked: its group has no rules, so it names nobody.',
  'rejects-file': 'This line makes the whole file unreadable{d}.',
  'file-not-read': 'Not read: {d}.',
  alias: '“{d}” is accepted as another spelling of the key.',
  'missing-colon': 'The colon is missing; white space parts key and value.',
  cut: 'Cut: only the first {d} bytes of the line are read.',
  'nul-ends': 'Cut at a NUL byte: what stands behind it is not seen.',
  'nul-splits': 'Parted at a NUL byte: what stands behind it is read as another line.',
  'tags-removed': 'What looks like HTML tags was taken out first.',
  'agent-token': 'Only “{d}” of it is compared.',
  'agent-nobody': 'No name can be read from it: the line speaks to nobody.',
  'agent-everybody': 'A line without a name speaks to everybody.',
  'slash-added': 'A slash is put before the path.',
  'stars-cut': 'A star at the end is cut off; it adds nothing.',
  'authority-cut': 'Of the whole address only path and query count.',
  'first-word': 'Only the first word is read: {d}.',
  'dollar-cuts': 'What stands behind the $ is dropped: {d}.',
  normalised: 'Compared as {d}.',
  'empty-allows': 'An empty {d} allows everything here.',
  'empty-forbids': 'An empty {d} forbids everything here.',
  'empty-idle': 'Empty: it forbids nothing and allows nothing.',
  'star-literal': 'A * is an ordinary character here.',
  'dollar-literal': 'A $ is an ordinary character here.',
  'also-matches': 'It matches {d} as well.',
  'several-values': 'Read as {d} values, parted by white space.',
  'orphan-everybody': 'No User-agent line stands before it: it applies to everybody.',
  'ends-record': 'The blank line ends the group.',
  'new-group': 'A new group begins{d}.',
  'joins-group': 'It goes on with the group of line {l}.',
  'delay-closes': 'More than {d} seconds: the site counts as closed.',
};

const bodies: Readonly<Record<string, string>> = {
  'too-large': 'the file is too large, and the crawler then acts as if there were none',
  html: 'the body is a page without any User-agent, and the crawler then acts as if there were none',
  'parse-error': 'the file as a whole cannot be read',
};

/** What a crawler does with a keyword that decides no access. */
const otherUses: Readonly<Record<string, string>> = {
  'clean-param': 'Used: URLs that differ only in these parameters count as one page. What may be fetched stays the same.',
  host: 'Used: this is the preferred host of the site. What may be fetched stays the same.',
  'request-rate': 'Used: it limits how often pages are requested, not which ones.',
  'visit-time': 'Used: it limits when pages are requested, not which ones.',
};

function detailWords({ code, detail, line }: LineRemark): string {
  switch (code) {
    case 'other-use':
      return otherUses[detail] ?? `Used: ${detail}.`;
    case 'file-not-read':
      return line > 0 ? `line ${line} makes the whole file unreadable` : (bodies[detail] ?? detail);
    case 'rejects-file':
      return detail === 'open' ? '; everything may then be fetched' : '; no verdict can then be given';
    case 'new-group':
      return detail === 'agent' ? ' with every User-agent line' : line > 0 ? `: line ${line} ended the run of names` : '';
    default:
      return detail;
  }
}

/** What became of a line, one sentence. */
export const remarkSentence = (remark: LineRemark): string =>
  remarks[remark.code].replace(/\{(d|l)\}/g, (_, name: string) => (name === 'd' ? detailWords(remark) : String(remark.line)));

/** All remarks of a line, '' for none. */
export const lineSentence = (line: Pick<InterpretedLine, 'remarks'>): string => line.remarks.map(remarkSentence).join(' ');

const facts: Readonly<Record<FileFactCode, (fact: FileFact) => string>> = {
  'mark-skipped': () => 'The file begins with a byte order mark, which is skipped.',
  'mark-kept': () => 'The file begins with a byte order mark, which is read as text: the first line is lost.',
  'mark-partial': () => 'The file begins with a part of a byte order mark, which is skipped.',
  'utf-16-read': () => 'The file is UTF-16, which is understood.',
  'utf-16-unread': () => 'The file is UTF-16, which is read octet by octet: no line makes sense.',
  'size-cut': ({ detail, line }) => `Only the first ${detail} are read: from line ${line} on nothing counts.`,
  'too-large': () => 'The file is too large: everything may be fetched.',
  html: () => 'The body is a page without any User-agent: everything may be fetched.',
  'parse-error': ({ detail, line }) =>
    `${line > 0 ? `Line ${line} makes the whole file unreadable` : 'The file is no UTF-8 and cannot be read'}: ${
      detail === 'open' ? 'everything may be fetched' : 'no verdict can be given'
    }.`,
  'tags-removed': () => 'What looks like HTML tags is taken out before a line is read.',
  'not-utf-8': () => 'Some octets are no UTF-8; they are shown as �.',
  'line-count': ({ detail }) => `This crawler counts ${detail} lines: it knows other line ends.`,
  'no-groups': () => 'No group came out of it: everything may be fetched.',
  empty: () => 'The file is empty: everything may be fetched.',
};

/** Something about the whole file, one sentence. */
export const factSentence = (fact: FileFact): string => facts[fact.code](fact);

const orders: Readonly<Record<InterpretedFile['order'], string>> = {
  longest: 'the longest pattern that matches wins',
  first: 'the first rule of the file that matches wins',
  last: 'the last rule of the file that matches wins',
  'any-allow': 'any Allow that matches wins',
  'any-disallow': 'any Disallow that matches wins',
};

/** How the winner is found, a phrase. */
export const orderWords = ({ order, orderVaries }: Pick<InterpretedFile, 'order' | 'orderVaries'>): string =>
  orderVaries ? `${orders[order]}; how long it is depends on the URL too` : orders[order];

/** '41 lines used, 3 of them changed; 2 dropped' */
export function countsSentence({ counts }: Pick<InterpretedFile, 'counts'>): string {
  const used = counts.used + counts.changed;
  const changed = counts.changed > 0 ? `, ${counts.changed} of them not as written` : '';
  return `${used} ${used === 1 ? 'line' : 'lines'} used${changed}; ${counts.dropped} dropped`;
}
