import type { CrawlerProfile } from '#core/crawlers/profile.ts';
import { profileById, profiles } from '#core/crawlers/profiles.ts';
import { robotsAccess } from '#core/robots/access.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import { matrixRows } from '#engine/explain/matrix.ts';
import { verdictColumns } from '#engine/explain/page-verdicts.ts';
import type { Session } from '#engine/session/session.ts';
import type { CrawlState, CrawlStatus, HostStatus } from '#shared/model/crawl.ts';
import { defaultSettings } from '#shared/model/crawl.ts';
import type { LinkRow, RobotsFileView, SitemapRow, UrlExplanation } from '#shared/model/explanation.ts';
import type { UrlMatrix } from '#shared/model/matrix.ts';
import type { UrlColumn } from '#shared/model/url-column.ts';
import { type UrlRow, urlColumns } from '#shared/model/url-columns.ts';
import type { Engine } from '../../electron/cli/io.ts';

/** Hand-made values of the engine's interface, for tests of what the command line makes of them. */

const at = Date.UTC(2026, 10, 21, 5, 46, 3);

export const host = (changes: Partial<HostStatus> = {}): HostStatus => ({
  origin: 'https://example.com',
  fetched: 40,
  queued: 0,
  failed: 1,
  blocked: 3,
  robots: 'rules',
  delayMs: 7_000,
  delayLine: 12,
  robotsVersion: 1,
  waiting: 'idle',
  nextAt: null,
  detail: '',
  ...changes,
});

export const crawlStatus = (changes: Partial<CrawlStatus> = {}): CrawlStatus => ({
  file: 'site.crawl',
  state: 'finished',
  detail: '',
  seeds: ['https://example.com/'],
  startedAt: at,
  endedAt: at + 65_000,
  runningMs: 65_000,
  now: at + 70_000,
  urls: 1_204,
  decisions: 1_204,
  queued: 0,
  inFlight: 0,
  fetched: 40,
  failed: 1,
  disregarded: 1_163,
  fetches: 44,
  bytes: 1_234_567,
  rate: 2.5,
  etaMs: null,
  reasons: [
    { reason: 'fetched', count: 38 },
    { reason: 'scope-host', count: 1_160 },
    { reason: 'robots-disallow', count: 3 },
    { reason: 'not-found', count: 3 },
  ],
  statuses: [
    { status: 200, count: 38 },
    { status: 404, count: 3 },
  ],
  mayList: [
    { value: 'yes', count: 37 },
    { value: 'url-only', count: 3 },
  ],
  hosts: [host()],
  hostsTotal: 1,
  settings: { ...defaultSettings, seeds: ['https://example.com/'] },
  ...changes,
});

/** A field for every column there is, so that a new one needs no edit here. */
const emptyRow = Object.fromEntries(
  urlColumns.map((column: UrlColumn) => {
    if (column.none !== undefined) return [column.key, null];
    if (column.kind === 'number' || column.kind === 'time') return [column.key, 0];
    return [column.key, column.kind === 'word' && column.values ? Object.keys(column.values)[0] : ''];
  }),
) as unknown as UrlRow;

export const urlRow = (changes: Partial<UrlRow> = {}): UrlRow => ({
  ...emptyRow,
  id: 1,
  url: 'https://example.com/',
  status: 200,
  contentType: 'text/html',
  depth: 0,
  state: 'done',
  reason: 'fetched',
  mayFetch: 'yes',
  mayList: 'yes',
  linksFollowed: 'yes',
  inlinks: 2,
  outlinks: 3,
  title: '=Start',
  bytes: 512,
  totalMs: 34,
  canonical: null,
  redirectTo: null,
  inSitemaps: 1,
  fetchedAt: at,
  ...changes,
});

export const explanation = (changes: Partial<UrlExplanation> = {}): UrlExplanation => ({
  url: 'https://example.com/private/a',
  seen: true,
  headline: 'Not fetched: robots.txt line 12 forbids it.',
  mayFetch: {
    verdict: 'no',
    reason: 'robots-disallow',
    sentence: 'Line 12 (“Disallow: /private/”) of https://example.com/robots.txt forbids it.',
    evidence: [
      { kind: 'robots-line', label: 'robots.txt of https://example.com, line 12', text: 'Disallow: /private/', open: null },
    ],
  },
  mayList: {
    verdict: 'url-only',
    reason: 'blocked-but-listable',
    sentence: 'Its bare address can still be listed.',
    evidence: [],
  },
  linksFollowed: { verdict: 'unknown', reason: '', sentence: 'It was not read.', evidence: [] },
  decisions: [
    {
      id: 1,
      url: 7,
      stage: 'admission',
      verdict: 'accept',
      reason: 'linked',
      rule: 'linked',
      trace: [],
      at,
      settings: 1,
      current: false,
      sentence: 'It is linked from https://example.com/ and inside the scope.',
      advice: '',
      evidence: [{ kind: 'link', label: 'link 3 of https://example.com/', text: '<a href="/private/a">', open: null }],
    },
    {
      id: 2,
      url: 7,
      stage: 'access',
      verdict: 'reject',
      reason: 'robots-disallow',
      rule: 'robots',
      trace: [],
      at,
      settings: 1,
      current: true,
      sentence: 'Line 12 (“Disallow: /private/”) of https://example.com/robots.txt forbids it.',
      advice: 'Change that line.',
      evidence: [
        { kind: 'robots-line', label: 'robots.txt of https://example.com, line 12', text: 'Disallow: /private/', open: null },
      ],
    },
  ],
  facts: {
    id: 7,
    state: 'disregarded',
    depth: 1,
    discoveredAt: at,
    status: null,
    contentType: null,
    bytes: null,
    wireBytes: null,
    firstByteMs: null,
    totalMs: null,
    fetchedAt: null,
    attempts: 0,
    title: null,
    description: null,
    h1: null,
    lang: null,
    charset: null,
    canonical: null,
    metaRobots: null,
    xRobotsTag: null,
    redirectTo: null,
    inlinks: 1,
    outlinks: 0,
    words: null,
    inSitemaps: 0,
    remoteAddress: null,
    bodyEnd: null,
  },
  discovery: [
    { url: 'https://example.com/', how: 'seed' },
    { url: 'https://example.com/private/a', how: 'link “A\u001b[31m”' },
  ],
  robots: {
    origin: 'https://example.com',
    version: 1,
    versionNumber: 1,
    agent: 'Crawlscope',
    allowed: false,
    line: 12,
    reason: 'rule',
    rule: 'Disallow: /private/',
    groups: [0],
    groupLines: [10],
    choice: ['own group: none', 'fell back to *'],
    matching: [
      { rule: { line: 12, allow: false, pattern: '/private/', normalized: '/private/' }, length: 9, won: true, lost: '' },
      { rule: { line: 14, allow: true, pattern: '/p', normalized: '/p' }, length: 2, won: false, lost: 'shorter' },
    ],
    path: '/private/a',
  },
  nearest: [],
  whyNot: {
    cause: 'blocked-by-robots',
    group: 'blocked',
    predicted: false,
    sentence: 'Line 12 (“Disallow: /private/”) of https://example.com/robots.txt forbids it.',
    change: 'Change that line.',
    tests: [
      { id: 'seen', answer: 'pass', detail: '' },
      { id: 'robots', answer: 'stop', detail: 'Line 12 forbids it.' },
      { id: 'turn', answer: 'skipped', detail: '' },
    ],
    relatives: [],
    compared: 0,
    known: 2,
    lead: { kind: 'none', page: '', sentence: 'Nothing that was read leads there.', evidence: [] },
  },
  profile: 'crawlscope',
  notes: [],
  ...changes,
});

export const robotsView = (text: string): RobotsFileView => ({
  origin: 'https://example.com',
  versions: [],
  version: {
    id: 1,
    number: 1,
    source: 'crawl',
    sourceName: '',
    isCurrent: true,
    standIn: 0,
    firstSeenAt: at,
    lastSeenAt: at,
    access: 'rules',
    status: 200,
    cause: null,
    bytes: text.length,
    finalUrl: '',
    hash: null,
  },
  dialect: 'crawlscope',
  agent: 'Crawlscope',
  lines: text
    .split('\n')
    .map((line, i) => ({ number: i + 1, start: 0, text: line, hidden: 0, kind: 'other', notes: [], chosen: false, decides: 0 })),
  noRule: 0,
  sentence: '',
});

export interface Fake {
  readonly status?: CrawlStatus;
  readonly rows?: readonly UrlRow[];
  readonly linkRows?: readonly LinkRow[];
  readonly sitemapRows?: readonly SitemapRow[];
  readonly explain?: (url: string) => UrlExplanation;
  readonly robots?: RobotsFileView;
  /** What `run` does; the default ends at once. */
  readonly run?: () => Promise<CrawlState>;
  readonly stop?: () => Promise<void>;
  readonly problems?: Readonly<Record<string, string>>;
  /** URLs whose links are followed. */
  readonly followed?: readonly string[];
  /** The share of the file that is counted; null: all of it. */
  readonly countedShare?: () => number | null;
  /** Called when the file is to be counted. */
  readonly counted?: () => void;
}

export interface FakeEngine {
  readonly engine: Engine;
  /** Calls in order: 'open x.crawl', 'create x.crawl', 'run', 'close', 'urls status:404'. */
  readonly calls: string[];
}

const nothingRendered = {
  rendered: 0,
  different: 0,
  muchDifferent: 0,
  changes: [],
  failed: 0,
  failures: [],
  waiting: 0,
  etaMs: null,
};

/** An engine that returns fixed values and records its calls. */
export function fakeEngine(fake: Fake = {}): FakeEngine {
  const calls: string[] = [];
  const status = fake.status ?? crawlStatus();
  const session = (path: string): Session =>
    ({
      path,
      handlers: {
        'url.explain': ({ url }: { url: string }) => fake.explain?.(url) ?? explanation({ url }),
        'url.foundThrough': () => ({ isSeed: false, links: [], counted: 0, total: 0, sitemaps: [], moreSitemaps: 0 }),
        'rules.ofUrl': () => [],
        'rendering.ofUrl': () => ({ renderings: [], cannot: '', why: 'This crawl renders no pages.' }),
        'rendering.counts': () => nothingRendered,
        'robots.file': () => fake.robots ?? null,
        'url.matrix': ({ url, profiles }: { url: string; profiles?: string[] }) => matrixOf(fake.robots ?? null, url, profiles),
      } as unknown as Session['handlers'],
      status: () => status,
      settings: () => ({ ...status.settings, seeds: status.seeds }),
      state: () => status.state,
      waiting: () => status.waiting ?? null,
      diskWait: () => status.diskWait ?? null,
      counted: async () => {
        fake.counted?.();
        return true;
      },
      outage: () => status.outage ?? null,
      countedShare: () => fake.countedShare?.() ?? null,
      isFollowed: url => fake.followed?.includes(url) ?? false,
      renderingCounts: () => nothingRendered,
      renderingsLeft: () => ({ waiting: 0, etaMs: null }),
      run: async () => {
        calls.push('run');
        return (await fake.run?.()) ?? status.state;
      },
      pause: async () => undefined,
      stop: async () => {
        calls.push('stop');
        await fake.stop?.();
      },
      columns: () => urlColumns,
      urls: ({ filter }) => {
        calls.push(`urls ${filter}`);
        return fake.rows ?? [urlRow()];
      },
      links: ({ from = '', to = '' }) => {
        calls.push(`links ${from} ${to}`);
        return fake.linkRows ?? [];
      },
      sitemaps: () => fake.sitemapRows ?? [],
      lintRobots: () => [],
      sql: statement => {
        calls.push(`sql ${statement}`);
        return { columns: ['n', 'n'], rows: [[1, new Uint8Array([255])]] };
      },
      allow: () => undefined,
      isForeign: () => false,
      giveSecrets: secrets =>
        void calls.push(`secrets ${secrets.map(({ kind, origin, value }) => `${kind} ${origin} ${value}`).join(', ')}`),
      changeSettings: ({ maxPages }) => void calls.push(`settings ${maxPages}`),
      close: async () => void calls.push('close'),
    }) as Partial<Session> as Session;
  return {
    calls,
    engine: {
      openSession: path => {
        calls.push(`open ${path}`);
        return session(path);
      },
      createSession: path => {
        calls.push(`create ${path}`);
        return session(path);
      },
      checkSettings: () => fake.problems ?? {},
    } as Partial<Engine> as Engine,
  };
}

/** The matrix of a robots.txt given as lines. */
function matrixOf(robots: RobotsFileView | null, url: string, wanted?: readonly string[]): UrlMatrix {
  const own = profileById('crawlscope') as CrawlerProfile;
  const shown = wanted?.map(id => profileById(id) as CrawlerProfile) ?? profiles();
  const stored = robots && {
    bytes: new TextEncoder().encode(robots.lines.map(line => `${line.text}\n`).join('')),
    access: (dialect: Dialect) => robotsAccess({ kind: 'status', status: 200 }, dialect),
  };
  return {
    url,
    origin: 'https://example.com',
    version: null,
    profile: own.id,
    rows: matrixRows(
      stored,
      verdictColumns(null, url, null, at),
      { url, links: [], isAll: true },
      own,
      shown,
      wanted !== undefined,
    ),
  };
}
