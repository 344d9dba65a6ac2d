import type { Check, Edit, Finding, Span } from '../diagnostic.ts';
import { everyone, nobody, only } from '../hurts.ts';
import { isRule, type SourceLine } from '../source.ts';

const KIB = 1024;
const LIMIT = 500 * KIB;
/**
 * RFC 9309 section 2.5 requires at least 500 KiB; Google's parser cuts lines at eight times the longest URL of
 * Internet Explorer.
 */
const LINE_LIMIT = 16_663;

const octetsOf = (text: string): number => {
  let octets = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    octets += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3;
  }
  return octets;
};

const PLAIN = /^[\t\x20-\x7e]*$/;

/** One finding for every character of a kind, up to ten in a line. */
function everyMatch(line: SourceLine, pattern: RegExp, say: (found: string, from: number) => Omit<Finding, 'at'>): Finding[] {
  if (PLAIN.test(line.text)) return [];
  const findings: Finding[] = [];
  for (const match of line.text.matchAll(pattern)) {
    if (findings.length === 10) break;
    const at: Span = { line, from: match.index, to: match.index + match[0].length };
    findings.push({ ...say(match[0], match.index), at });
  }
  return findings;
}

/** The same text as UTF-8, where it is UTF-16 with a mark and says so. */
function asUtf8(bytes: Uint8Array): { readonly edits: readonly Edit[] } | Record<string, never> {
  const big = bytes[0] === 0xfe && bytes[1] === 0xff;
  const little = bytes[0] === 0xff && bytes[1] === 0xfe && !(bytes[2] === 0 && bytes[3] === 0);
  if (!big && !little) return {};
  const text = new TextDecoder(big ? 'utf-16be' : 'utf-16le').decode(bytes);
  return { edits: [{ start: 0, end: bytes.length, insert: text.replace(/^\ufeff/, '') }] };
}

/** The replacement for a special blank: nothing at the ends and where it has no width, an escape inside a path. */
function plainSpace(line: SourceLine, found: string, from: number): { readonly replacement: string; readonly safe?: false } {
  if (/[\u200b\u2060\ufeff]/.test(found) || from < line.keyAt) return { replacement: '' };
  const inside = from > line.valueAt && from < line.valueEnd;
  if (!inside || !isRule(line)) return { replacement: ' ' };
  return { replacement: encodeURIComponent(found), safe: false };
}

/** The path of a rule with every octet beyond ASCII as an escape. */
function escaped(line: SourceLine, bytes: Uint8Array): { readonly edits: readonly Edit[] } | Record<string, never> {
  const head = line.text.slice(0, line.valueAt);
  const tail = line.text.slice(line.valueEnd);
  if (!isRule(line) || /[^\x00-\x7f]/.test(head + tail)) return {};
  const [start, end] = [line.byteAt + head.length, line.byteEnd - tail.length];
  const insert = Array.from(bytes.subarray(start, end), octet =>
    octet < 0x80 ? String.fromCharCode(octet) : `%${octet.toString(16).toUpperCase()}`,
  ).join('');
  return { edits: [{ start, end, insert }] };
}

export const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

const contentEnd = (line: SourceLine): number => (line.hash < 0 ? line.text.length : line.hash);

export const byteChecks: readonly Check[] = [
  {
    id: 'B-EMPTY',
    title: 'Empty file',
    severity: 'I',
    on: 'bytes',
    why: 'A file without rules leaves the site open to all crawlers.',
    fix: null,
    fixes: null,
    source: 'RFC 9309 §2.2.1',
    hurts: nobody,
    find: source => (source.body === 'empty' ? { says: 'The file is empty: every crawler may fetch everything' } : null),
  },
  {
    id: 'B-HTML',
    title: 'HTML page instead of the file',
    mistake: 'page-for-missing-file',
    severity: 'E',
    on: 'bytes',
    why: 'A page contains no rules, so crawlers treat the site as open.',
    fix: 'Return 404 if there is no file, or serve a text file',
    fixes: null,
    source: 'Ours: found comparing parsers; crawler-commons',
    hurts: everyone,
    find: source => (source.body === 'html' ? { says: 'This is an HTML page, not a robots.txt' } : null),
  },
  {
    id: 'B-UTF16',
    title: 'UTF-16 instead of UTF-8',
    mistake: 'not-text',
    severity: 'E',
    on: 'bytes',
    why: 'The file must be UTF-8 (RFC 9309 section 2.2). In UTF-16 or UTF-32 crawlers find no keyword.',
    fix: 'Save the file as UTF-8',
    fixes: 'safe',
    source: 'RFC 9309 §2.2',
    hurts: dialect => dialect.byteOrderMark.value !== 'utf-8-and-16',
    find: source => (source.body === 'utf-16' ? { says: 'The text is UTF-16 or UTF-32', ...asUtf8(source.bytes) } : null),
  },
  {
    id: 'B-BINARY',
    title: 'Not text',
    mistake: 'not-text',
    severity: 'E',
    on: 'bytes',
    why: 'Compressed data, images and documents contain no rules.',
    fix: 'Upload a plain text file',
    fixes: null,
    source: 'RFC 9309 §2.2',
    hurts: everyone,
    find: source => (source.body === 'binary' ? { says: 'The file is not text' } : null),
  },
  {
    id: 'B-SIZE-500',
    title: 'Larger than 500 KiB',
    mistake: 'every-file-listed',
    severity: 'E',
    on: 'bytes',
    why: 'Google and RFC 9309 crawlers need not read beyond 500 KiB. Yandex treats the site of a larger file as open.',
    fix: 'Replace lists of pages with directories or wildcards',
    fixes: null,
    source: 'RFC 9309 §2.5',
    hurts: ({ sizeLimit }) => sizeLimit.value.limit !== null && sizeLimit.value.limit <= LIMIT * 1.1,
    find: ({ bytes }) =>
      bytes.length > LIMIT
        ? { says: `The file has ${bytes.length} bytes; crawlers ignore everything after the first ${LIMIT}` }
        : null,
  },
  {
    id: 'B-SIZE-NEAR',
    title: 'Close to 500 KiB',
    severity: 'W',
    on: 'bytes',
    why: 'Crawlers ignore lines after the first 500 KiB.',
    fix: 'Shorten the file before it exceeds the limit',
    fixes: null,
    source: 'Ours: 90 % of RFC 9309 §2.5',
    hurts: nobody,
    find: ({ bytes }) =>
      bytes.length > LIMIT * 0.9 && bytes.length <= LIMIT
        ? { says: `The file has ${Math.floor((bytes.length / LIMIT) * 100)} % of the size that crawlers read` }
        : null,
  },
  {
    id: 'B-SIZE-50K',
    title: 'More than 50,000 bytes',
    severity: 'I',
    on: 'bytes',
    why: 'YioopBot stops reading after 50,000 bytes.',
    fix: null,
    fixes: null,
    source: 'YioopBot: source code',
    hurts: ({ sizeLimit }) => sizeLimit.value.limit !== null && sizeLimit.value.limit <= 50_000,
    find: ({ bytes }) => (bytes.length > 50_000 ? { says: `The file has ${bytes.length} bytes; YioopBot reads 50,000` } : null),
  },
  {
    id: 'B-LINE-LONG',
    title: 'Line too long for Google',
    severity: 'E',
    on: 'line',
    why: 'Google cuts a line after 16,663 bytes.',
    fix: 'Split the line or shorten the pattern',
    fixes: null,
    source: 'google/robotstxt: source code',
    hurts: only('google', 'crawlscope', 'bing'),
    find: line => {
      const octets = line.text.length * 3 > LINE_LIMIT ? octetsOf(line.text) : 0;
      return octets > LINE_LIMIT ? { says: `The line has ${octets} bytes; Google reads ${LINE_LIMIT}` } : null;
    },
  },
  {
    id: 'B-LINE-1024',
    title: 'Rule too long for Yandex',
    severity: 'W',
    on: 'rule',
    why: 'Yandex ignores rules of more than 1,024 characters.',
    fix: 'Shorten the pattern',
    fixes: null,
    source: 'Yandex: robots.txt',
    hurts: ({ ruleLimit }) => ruleLimit.value.characters !== null,
    find: line =>
      line.value.length > 1024 ? { says: `The rule has ${line.value.length} characters; Yandex accepts 1,024` } : null,
  },
  {
    id: 'B-RULES-2048',
    title: 'Too many rules for Yandex',
    severity: 'W',
    on: 'file',
    why: 'Yandex reads the first 2,048 rules.',
    fix: 'Join rules by directory or wildcard',
    fixes: null,
    source: 'Yandex: robots.txt',
    hurts: ({ ruleLimit }) => ruleLimit.value.rules !== null,
    find: source => {
      const rules = source.rules.length;
      return rules > 2048 ? { says: `The file has ${rules} rules; Yandex reads 2,048` } : null;
    },
  },
  {
    id: 'B-BOM',
    title: 'Byte order mark',
    severity: 'W',
    on: 'file',
    why: 'A parser that does not know the mark reads it as part of the first keyword and loses the line.',
    fix: 'Save the file as UTF-8 without a byte order mark',
    fixes: 'safe',
    source: 'Ours: found comparing parsers',
    hurts: ({ byteOrderMark }) => byteOrderMark.value === 'kept',
    find: source => {
      const line = source.lines[0];
      if (!source.hasMark || !line) return null;
      return {
        says: 'The file starts with a UTF-8 byte order mark',
        at: { line, from: 0, to: 0 },
        edits: [{ start: 0, end: 3, insert: '' }],
      };
    },
  },
  {
    id: 'B-NOT-UTF8',
    title: 'Invalid UTF-8',
    severity: 'W',
    on: 'line',
    why: 'The file must be UTF-8. Some parsers replace invalid bytes, some reject the file.',
    fix: 'Save as UTF-8, or percent-encode the path',
    fixes: 'safe',
    source: 'RFC 9309 §2.2',
    hurts: ({ brokenUtf8 }) => brokenUtf8.value === 'file-rejected',
    find: (line, source) => {
      const at = source.isUtf8 ? -1 : line.text.indexOf('\ufffd');
      return at < 0
        ? null
        : { says: 'The line is not valid UTF-8', at: { line, from: at, to: at + 1 }, ...escaped(line, source.bytes) };
    },
  },
  {
    id: 'B-NUL',
    title: 'NUL byte',
    severity: 'E',
    on: 'line',
    why: 'Google’s parser ignores the rest of a line after a NUL byte. Others start a new line there.',
    fix: 'Remove the byte',
    fixes: 'safe',
    source: 'Ours: found comparing parsers',
    hurts: ({ nul }) => nul.value !== 'kept',
    find: line => everyMatch(line, /\0/g, () => ({ says: 'NUL byte', replacement: '' })),
  },
  {
    id: 'B-CTRL',
    title: 'Control character',
    severity: 'W',
    on: 'line',
    why: 'Some parsers keep control characters in the keyword or value. Others treat them as spaces or line ends.',
    fix: 'Remove the character',
    fixes: 'safe',
    source: 'RFC 9309 §2.2',
    hurts: everyone,
    find: line =>
      everyMatch(line, /[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]/g, found => ({
        says: `Control character ${codePoint(found)}`,
        replacement: '',
      })),
  },
  {
    id: 'B-UNICODE-EOL',
    title: 'Unicode line end',
    severity: 'W',
    on: 'line',
    why: 'Some parsers end the line here, others do not.',
    fix: 'Use a plain line end',
    fixes: 'safe',
    source: 'Ours: found comparing parsers',
    hurts: ({ lineEnds }) => lineEnds.value === 'unicode' || lineEnds.value === 'splitlines',
    find: line =>
      everyMatch(line, /[\u0085\u2028\u2029]/g, (found, from) => {
        const rest = line.text.slice(from + 1);
        const begins = /^\s*(#|$|[a-z-]{2,20}[ \t]{0,9}:)/i.test(rest);
        const inComment = line.hash >= 0 && line.hash < from;
        return {
          says: `${codePoint(found)} is a line end for some parsers only`,
          ...(begins && !inComment ? { replacement: rest.trim() === '' ? '' : '\n' } : inComment ? { replacement: ' ' } : {}),
        };
      }),
  },
  {
    id: 'B-NBSP',
    title: 'Unusual space character',
    severity: 'E',
    on: 'line',
    why: 'Parsers skip only plain spaces and tabs. Any other space becomes part of the keyword or path.',
    fix: 'Use a plain space',
    fixes: 'safe',
    source: 'RFC 9309 §2.2',
    hurts: everyone,
    find: line =>
      everyMatch(line, /[\u00a0\u1680\u2000-\u200b\u202f\u205f\u2060\u3000\ufeff]/g, (found, from) => ({
        says: `${codePoint(found)} looks like a space but is another character`,
        ...plainSpace(line, found, from),
      })).filter(finding => (finding.at?.from ?? 0) < contentEnd(line)),
  },
  {
    id: 'B-SMART',
    title: 'Look-alike characters',
    severity: 'E',
    on: 'line',
    why: 'The keyword or its colon contains characters that only look right, so crawlers ignore the line.',
    fix: 'Type the keyword and the colon again',
    fixes: 'safe',
    source: 'RFC 9309 §2.2',
    hurts: everyone,
    find: line => {
      if (line.keyword?.how === 'lookalike') {
        const usual = line.keyword.means.charAt(0).toUpperCase() + line.keyword.means.slice(1);
        return {
          says: `“${line.key}” contains characters that only look right`,
          at: { line, from: line.keyAt, to: line.keyEnd },
          replacement: usual,
        };
      }
      const colon = line.keyword ? line.text.indexOf('：', line.keyEnd) : -1;
      return colon < 0 || colon >= line.valueAt
        ? null
        : { says: 'The colon is a full-width colon', at: { line, from: colon, to: colon + 1 }, replacement: ':' };
    },
  },
];
