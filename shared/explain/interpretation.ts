import type {
  FileFact,
  FileFactCode,
  InterpretedFile,
  InterpretedLine,
  LineRemark,
  LineRemarkCode,
} from '../model/interpretation.ts';

/** Sentences for what a crawler does with a line. `{d}` is the detail, `{l}` the other line. */
const remarks: Readonly<Record<LineRemarkCode, string>> = {
  'past-size-limit': 'Ignored: it is after the first {d} of the file.',
  'no-colon': 'Ignored: no colon separates a keyword from a value.',
  'no-key': 'Ignored: there is no keyword before the colon.',
  'space-before-colon': 'Ignored: there is white space before the colon.',
  'unknown-key': 'Ignored: this crawler does not use the keyword “{d}”.',
  'proposed-key': 'Ignored: this crawler does not use it. {d}',
  'other-use': '{d}',
  'host-replaces': 'Used: this crawler replaces scheme, host and port of every URL by {d}. What may be fetched stays the same.',
  'host-earlier': 'No effect: the Host line {l} comes later and counts for the whole file.',
  'not-a-host': 'No effect: “{d}” is no host that this crawler can read.',
  'mark-in-key': 'Ignored: the byte order mark becomes part of the keyword, which is then unknown.',
  'allow-unknown': 'Ignored: this crawler knows only Disallow, not Allow.',
  orphan: 'Ignored: there is no User-agent line before it.',
  'record-ended': 'Ignored: the blank line {l} ended the group, and no User-agent line follows it.',
  'no-slash': 'Ignored: the path starts with neither / nor *.',
  'only-stars': 'Ignored: the path consists only of stars, which are removed from its end.',
  'rule-limit': 'Ignored: only the first {d} rules of a file count.',
  'rule-too-long': 'Ignored: it has more than {d} characters.',
  'never-matches': 'No effect: no path can match {d}.',
  'needs-slash': 'No effect: every path starts with a slash, but {d} does not.',
  'bad-delay': 'Ignored: “{d}” is not a number this crawler accepts.',
  'delay-ignored': 'No effect: this crawler does not use Crawl-delay.',
  'sitemap-ignored': 'No effect: this crawler does not use Sitemap lines.',
  'sitemap-empty': 'Ignored: it has no URL.',
  'agent-skipped': 'Ignored: it has no name, and this crawler skips such a line.',
  'agent-taken-over': 'Ignored: the group for “{d}” belongs to another line.',
  'group-overlooked': 'Ignored: its group has no rules, so this crawler does not see the group.',
  'rejects-file': 'This line makes the whole file invalid{d}.',
  'file-not-read': 'Not used: {d}.',
  alias: 'This crawler accepts “{d}” as another spelling of the keyword.',
  'missing-colon': 'The colon is missing; the white space is used instead.',
  cut: 'Cut: only the first {d} bytes of the line are read.',
  'nul-ends': 'Ignored after the NUL byte on this line.',
  'nul-splits': 'Split at the NUL byte: the text after it counts as another line.',
  'tags-removed': 'Text that looks like HTML tags was removed first.',
  'agent-token': 'Only “{d}” is compared.',
  'agent-nobody': 'It contains no name this crawler can use: the line applies to no robot.',
  'agent-everybody': 'A line without a name applies to all robots.',
  'slash-added': 'A slash is added before the path.',
  'stars-cut': 'The star at the end is removed. It adds nothing.',
  'authority-cut': 'Only the path and query of the URL count.',
  'first-word': 'Only the first word counts: {d}.',
  'dollar-cuts': 'The part after the $ is removed: {d}.',
  normalised: 'Compared as {d}.',
  'empty-allows': 'For this crawler an empty {d} allows everything.',
  'empty-forbids': 'For this crawler an empty {d} blocks everything.',
  'empty-idle': 'Empty: it blocks nothing and allows nothing.',
  'star-literal': 'This crawler treats * as an ordinary character.',
  'dollar-literal': 'This crawler treats $ as an ordinary character.',
  'also-matches': 'It also matches {d}.',
  'several-values': 'White space splits it into {d} values.',
  'orphan-everybody': 'There is no User-agent line before it, so it applies to all robots.',
  'ends-record': 'The blank line ends the group.',
  'new-group': 'A new group starts here{d}.',
  'joins-group': 'It continues the group of line {l}.',
  'delay-closes': 'More than {d} seconds: the whole site counts as blocked.',
};

const bodies: Readonly<Record<string, string>> = {
  'too-large': 'the file is too large, and the crawler then acts as if there were no file',
  html: 'the body is a page without any User-agent line, and the crawler then acts as if there were no file',
  'parse-error': 'the file as a whole is invalid',
};

/** What a crawler does with a keyword that decides no access. */
const otherUses: Readonly<Record<string, string>> = {
  'clean-param': 'Used: URLs that differ only in these parameters count as one page. What may be fetched stays the same.',
  host: 'Used: this is the preferred host of the site. What may be fetched stays the same.',
  'request-rate': 'Used: it limits how often pages are requested, not which ones.',
  'visit-time': 'Used: it limits when pages are requested, not which ones.',
};

const proposals: Readonly<Record<string, string>> = {
  'request-rate': 'It was proposed in 1996 as a number of pages in a time',
  'visit-time': 'It was proposed in 1996 as the hours in which robots may come',
  'please-visit': 'It was discussed in 1996 as pages that robots should visit, and never specified',
  'connection-limit': 'It was discussed in 1996 as a limit of open connections, and never specified',
  'request-interval': 'It was discussed in 1996 as the time between two requests, and never specified',
};

/** `request-rate: Protego, Scrapy`: what the line was meant to be, and who uses it. */
function proposalWords(detail: string): string {
  const [key = '', users = ''] = detail.split(': ', 2);
  return `${proposals[key] ?? 'It was proposed'}; ${users === '' ? 'no crawler we know uses it' : `used by ${users}`}.`;
}

/** `https://h:1?` is the value with a mark: the query of URLs is lost. */
const hostReplaced = (detail: string): string =>
  detail.endsWith('?') ? `${detail.slice(0, -1)}, and drops their query` : detail;

function detailWords({ code, detail, line }: LineRemark): string {
  switch (code) {
    case 'other-use':
      return otherUses[detail] ?? `Used: ${detail}.`;
    case 'file-not-read':
      return line > 0 ? `line ${line} makes the whole file invalid` : (bodies[detail] ?? detail);
    case 'rejects-file':
      return detail === 'open' ? '; the crawler may then fetch everything' : '; the crawler then gives no verdict';
    case 'proposed-key':
      return proposalWords(detail);
    case 'host-replaces':
      return hostReplaced(detail);
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
  'mark-skipped': () => 'The file starts with a byte order mark, which is skipped.',
  'mark-kept': () => 'The file starts with a byte order mark, which becomes part of the first line. That line is lost.',
  'mark-partial': () => 'The file starts with part of a byte order mark, which is skipped.',
  'utf-16-read': () => 'The file is UTF-16. This crawler can read it.',
  'utf-16-unread': () => 'The file is UTF-16, which this crawler reads byte by byte: no line has a meaning.',
  'size-cut': ({ detail, line }) => `Only the first ${detail} count: everything from line ${line} is ignored.`,
  'too-large': () => 'The file is too large: the crawler may fetch everything.',
  html: () => 'The body is a page without any User-agent line: the crawler may fetch everything.',
  'parse-error': ({ detail, line }) =>
    `${line > 0 ? `Line ${line} makes the whole file invalid` : 'The file is not UTF-8 and cannot be read'}: ${
      detail === 'open' ? 'the crawler may fetch everything' : 'the crawler gives no verdict'
    }.`,
  'tags-removed': () => 'Text that looks like HTML tags is removed from each line first.',
  'not-utf-8': () => 'Some bytes are not UTF-8. They are shown as �.',
  'line-count': ({ detail }) => `This crawler counts ${detail} lines, because it uses other line ends.`,
  'no-groups': () => 'The file has no group: the crawler may fetch everything.',
  empty: () => 'The file is empty: the crawler may fetch everything.',
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

/** '41 lines used, 3 of them not as written; 2 ignored' */
export function countsSentence({ counts }: Pick<InterpretedFile, 'counts'>): string {
  const used = counts.used + counts.changed;
  const changed = counts.changed > 0 ? `, ${counts.changed} of them not as written` : '';
  return `${used} ${used === 1 ? 'line' : 'lines'} used${changed}; ${counts.dropped} ignored`;
}
