import { proposedKey } from '../../robots/proposed-keys.ts';
import { type Check, type Finding, keySpan, valueSpan, wholeSpan } from '../diagnostic.ts';
import { removed } from '../edits.ts';
import { nobody } from '../hurts.ts';
import { usersOf, uses, usual } from '../keywords.ts';
import type { SourceLine } from '../source.ts';
import { urlOf } from '../web-address.ts';

const key = (line: SourceLine, kinds: readonly SourceLine['kind'][], says: string): Finding | null =>
  kinds.includes(line.kind) ? { says, at: keySpan(line) } : null;
/** Like `key`, for lines that nobody needs. */
const useless = (line: SourceLine, kind: SourceLine['kind'], says: string, safe: boolean): Finding | null =>
  line.kind === kind ? { says, at: keySpan(line), changes: [removed(line)], safe } : null;
const isWeb = (url: URL | null): boolean => url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '';
const hostOnly = (value: string): { replacement: string; safe: false } | Record<string, never> => {
  const url = urlOf(value);
  return url && isWeb(url) ? { replacement: url.host, safe: false } : {};
};
const HOST = /^(https?:\/\/)?[\p{L}\p{N}]([\p{L}\p{N}.-]{0,252})(:\d{1,5})?\/?$/iu;
/** Names and at most one path, whatever was put between them. */
const mendedClean = (value: string): { replacement: string; safe: false } | Record<string, never> => {
  const words = value.split(/[\s,&]+/).filter(word => word !== '');
  const paths = words.filter(word => word.startsWith('/'));
  const names = words.filter(word => !word.startsWith('/')).join('&');
  const mended = [names, ...paths].join(' ');
  return paths.length < 2 && names !== '' && mended.length <= 500 && CLEAN.test(mended)
    ? { replacement: mended, safe: false }
    : {};
};
const CLEAN = /^[A-Za-z0-9._&[\]-]+( +[A-Za-z0-9./*_%-]+)?$/;

export const directiveChecks: readonly Check[] = [
  {
    id: 'X-HOST',
    title: 'Host is obsolete',
    severity: 'I',
    on: 'line',
    why: 'Yandex replaced Host by redirects in 2018; search engines ignore it.',
    fix: 'Remove the line and redirect to the main host',
    fixes: 'asks',
    source: 'Yandex: robots.txt',
    hurts: nobody,
    find: line => useless(line, 'host', `Host is obsolete: only ${usersOf('host')} still use it`, false),
  },
  {
    id: 'X-HOST-VALUE',
    title: 'Host is not a host name',
    severity: 'W',
    on: 'file',
    why: 'Host takes one host name and may appear only once.',
    fix: 'Keep one line with one host name',
    fixes: 'asks',
    source: 'Yandex: robots.txt',
    hurts: nobody,
    find: source =>
      source
        .byKind('host')
        .flatMap((line, index) =>
          index > 0
            ? [{ says: 'Another Host line', at: wholeSpan(line), changes: [removed(line)], safe: false }]
            : HOST.test(line.value)
              ? []
              : [{ says: `Not a host name: “${line.value.slice(0, 100)}”`, at: valueSpan(line), ...hostOnly(line.value) }],
        ),
  },
  {
    id: 'X-CLEAN',
    title: 'Invalid Clean-param',
    severity: 'E',
    on: 'line',
    why: 'Clean-param takes parameter names joined by &, then at most one path, in 500 characters.',
    fix: 'Write it as p0&p1 /path',
    fixes: 'asks',
    source: 'Yandex: Clean-param',
    hurts: uses('clean-param'),
    find: line =>
      line.kind === 'clean-param' && (line.value.length > 500 || !CLEAN.test(line.value))
        ? { says: 'Clean-param has the wrong format', at: valueSpan(line), ...mendedClean(line.value) }
        : null,
  },
  {
    id: 'X-NOINDEX',
    title: 'Noindex in robots.txt',
    severity: 'W',
    on: 'line',
    why: 'Google stopped using this in robots.txt on 2019-09-01. No standard ever included it.',
    fix: 'Use a robots meta element or X-Robots-Tag',
    fixes: null,
    source: 'Google: unsupported rules, 2019-09-01',
    hurts: nobody,
    find: line => key(line, ['noindex', 'nofollow'], `${line.key} has no effect in robots.txt`),
  },
  {
    id: 'X-RATE',
    title: 'Request-rate or Visit-time',
    severity: 'I',
    on: 'line',
    why: 'Request-rate and Visit-time were proposed in 1996. They limit the pace, and few crawlers use them.',
    fix: null,
    fixes: null,
    source: 'The draft of 1996',
    hurts: nobody,
    find: line =>
      line.kind === 'request-rate' || line.kind === 'visit-time'
        ? { says: `Only ${usersOf(line.kind)} use ${usual(line.kind)}`, at: keySpan(line) }
        : null,
  },
  {
    id: 'X-PROPOSED',
    title: 'Line that was only discussed',
    severity: 'I',
    on: 'line',
    why: 'In 1996 and 1997 robot authors discussed pages that robots should visit, intervals and limits of connections. None was specified.',
    fix: 'Use Crawl-delay for the pace, a sitemap for pages to visit',
    fixes: null,
    source: 'W3C Distributed Indexing Workshop, 1996; an article on robots of 1997',
    hurts: nobody,
    find: line =>
      line.kind === 'unknown' && proposedKey(line.key) !== null
        ? { says: `“${line.key}” was discussed and never specified: no crawler we know uses it`, at: keySpan(line) }
        : null,
  },
  {
    id: 'X-VERSION',
    title: 'Robot-version',
    severity: 'W',
    on: 'line',
    why: 'With version 2.0 SeznamBot reads paths as shell patterns that must match the whole path.',
    fix: 'Remove the line',
    fixes: 'asks',
    source: 'The draft of 1996; Seznam',
    hurts: nobody,
    find: line => useless(line, 'robot-version', 'Robot-version changes how SeznamBot reads paths', false),
  },
  {
    id: 'X-CONTENT-SIGNAL',
    title: 'Content signal',
    severity: 'I',
    on: 'line',
    why: 'This line states how content may be used. It blocks nothing.',
    fix: null,
    fixes: null,
    source: 'IETF AI Preferences; Cloudflare Content Signals',
    hurts: nobody,
    find: line => key(line, ['content-signal', 'content-usage'], `${line.key} is a statement, not an access rule`),
  },
  {
    id: 'X-LICENSE',
    title: 'License',
    severity: 'I',
    on: 'line',
    why: 'This line links to the terms of use (RSL). It blocks nothing.',
    fix: null,
    fixes: null,
    source: 'RSL: Really Simple Licensing',
    hurts: nobody,
    find: line => key(line, ['license'], 'License is a statement, not an access rule'),
  },
  {
    id: 'X-ACAP',
    title: 'ACAP line',
    severity: 'I',
    on: 'line',
    why: 'No current crawler uses the ACAP lines of 2007.',
    fix: 'Remove the line',
    fixes: 'safe',
    source: 'ACAP 1.0, 2007',
    hurts: nobody,
    find: line => useless(line, 'acap', 'ACAP lines are not read by anybody', true),
  },
];
