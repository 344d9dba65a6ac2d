import { titleOf } from '#shared/explain/describe.ts';
import { tlsWords } from '#shared/explain/tls.ts';
import type { CheckFacts, UrlExplanation, UrlFacts } from '#shared/model/explanation.ts';
import type { NetworkFacts } from '#shared/model/fetch.ts';
import { Foreign } from '../../ui/text/foreign.tsx';
import { bytesWords, countWords, durationText, timeWords } from '../../ui/text/format.ts';
import { CustomFacts } from './custom-facts.tsx';
import { UrlLink } from './evidence.tsx';
import { FoundThrough } from './found-through.tsx';
import { PageNotes } from './page-notes.tsx';
import { Previews } from './previews.tsx';
import { UrlPathFacts } from './url-path.tsx';

type Row = readonly [label: string, value: React.ReactNode];

const text = (value: string | null) => (value === null ? null : <Foreign text={value} />);
const when = (value: number | null) => (value === null ? null : timeWords(value));
const size = (value: number | null) => (value === null ? null : `${bytesWords(value)} (${countWords(value)} bytes)`);
const took = (value: number | null) => (value === null ? null : durationText(value));
const link = (value: string | null) =>
  value === null ? null : /^https?:/i.test(value) ? <UrlLink url={value} /> : <Foreign text={value} />;

type Group = readonly [string, readonly Row[]];

/** The check of a URL that is not crawled. */
const checked = (check: CheckFacts | null): readonly Group[] =>
  check === null
    ? []
    : [
        [
          'Check',
          [
            ['Result', titleOf(check.result)],
            ['Status', check.status],
            ['Content type', text(check.contentType)],
            ['Declared size', size(check.contentLength)],
            ['Redirects to', link(check.redirectTo)],
            ['Checked', when(check.checkedAt)],
          ],
        ],
      ];

/** What the last attempt cost and used on the network. */
function connection(network: NetworkFacts | null): readonly Group[] {
  if (network === null) return [];
  const { dnsMs, tcpMs, tlsMs, waitMs, downloadMs, tls } = network;
  const certificate = tls?.certificate ?? null;
  return [
    [
      'Connection',
      [
        ['DNS lookup', took(dnsMs)],
        ['TCP connection', took(tcpMs)],
        ['TLS handshake', took(tlsMs)],
        ['Waiting for the server', took(waitMs)],
        ['Download', took(downloadMs)],
        ['TLS', text(tls && tlsWords(tls, network?.httpVersion != null))],
        ['Certificate for', text(certificate?.subject ?? null)],
        ['Issued by', text(certificate?.issuer ?? null)],
        ['Valid from', when(certificate?.notBefore ?? null)],
        ['Valid until', when(certificate?.notAfter ?? null)],
      ],
    ],
  ];
}

const groups = (f: UrlFacts): readonly (readonly [string, readonly Row[]])[] => [
  [
    'Response',
    [
      ['Status', f.status],
      ['Content type', text(f.contentType)],
      ['Redirects to', link(f.redirectTo)],
      ['Size', size(f.bytes)],
      ['Transferred size', size(f.wireBytes)],
      ['Time to first byte', took(f.firstByteMs)],
      ['Total time', took(f.totalMs)],
      ['HTTP version', text(f.network?.httpVersion ?? null)],
      ['Fetched', when(f.fetchedAt)],
      ['Attempts', f.attempts === 0 ? null : countWords(f.attempts)],
      ['Server address', text(f.remoteAddress)],
      ['Body ended', text(f.bodyEnd)],
    ],
  ],
  ...checked(f.check ?? null),
  ...connection(f.network ?? null),
  [
    'Page',
    [
      ['Title', text(f.title)],
      ['Description', text(f.description)],
      ['First heading', text(f.h1)],
      ['Language', text(f.lang)],
      ['Charset', text(f.charset)],
      ['Words', f.words === null ? null : countWords(f.words)],
      ['Canonical', link(f.canonical)],
      ['Meta robots', text(f.metaRobots)],
      ['X-Robots-Tag', text(f.xRobotsTag)],
    ],
  ],
  [
    'In this crawl',
    [
      ['State', f.state === 'disregarded' ? 'not crawled' : f.state],
      ['Depth', f.depth === null ? '–' : countWords(f.depth)],
      ['Discovered', when(f.discoveredAt)],
      ['Links in', countWords(f.inlinks)],
      ['Links out', f.outlinks === null ? '–' : countWords(f.outlinks)],
      ['In sitemaps', countWords(f.inSitemaps)],
    ],
  ],
];

/** What to say in place of a group without a single value. */
const nothingIn: Readonly<Record<string, string>> = {
  Response: 'There is no response, because this URL was not fetched.',
  Page: 'No page was read here.',
};

/** A group without a single value shows no rows. */
const shownRows = (rows: readonly Row[]): readonly Row[] => (rows.every(([, value]) => value === null) ? [] : rows);

/** What was measured and read. */
export function Facts({ url, why }: { readonly url: string; readonly why: UrlExplanation }) {
  if (!why.facts) return <div className="empty">There are no facts, because this URL is not in this crawl.</div>;
  return (
    <div className="pad selectable num">
      {groups(why.facts).map(([title, rows]) => (
        <section key={title} className="fact-group">
          <h3>{title}</h3>
          {rows.every(([, value]) => value === null) && <p className="muted">{nothingIn[title]}</p>}
          <dl className="facts">
            {shownRows(rows).map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value ?? <span className="muted">–</span>}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <CustomFacts url={url} />
      <FoundThrough url={url} />
      <UrlPathFacts url={url} />
      <Previews url={url} />
      {why.page && <PageNotes page={why.page} />}
    </div>
  );
}
