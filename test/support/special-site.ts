import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { ReasonCode } from '#shared/explain/reasons.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { Fetcher, FetchLimits } from '#shared/model/fetch.ts';
import { routed } from './routed.ts';
import { randomLinks, traps } from './trap-site.ts';

/**
 * A tiny server for one reason code that the demo site cannot show. A crawl of `seeds` with `settings` over
 * `wrap(fetcher)` must give `target` a decision with that reason.
 */
export interface SpecialSite {
  readonly seeds: readonly string[];
  /** The URL whose decisions must contain the reason. */
  readonly target: string;
  readonly settings: Partial<CrawlSettings>;
  /** Changes between engine and network: shorter limits, a local response for robots.txt, no trusted hosts. */
  wrap(fetcher: Fetcher): Fetcher;
  /** Paths in the order they were requested. */
  readonly log: readonly string[];
  close(): Promise<void>;
}

interface Answering {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly origin: string;
  /** 1 for the first request of this path. */
  readonly count: number;
  /** No new connections from now on. */
  stopListening(): void;
}

interface Recipe {
  readonly seeds?: (origin: string) => readonly string[];
  readonly target?: (origin: string) => string;
  readonly settings?: Partial<CrawlSettings> | ((origin: string) => Partial<CrawlSettings>);
  readonly wrap?: (fetcher: Fetcher, origin: string) => Fetcher;
  readonly robots?: (answering: Answering) => void;
  readonly page?: (answering: Answering) => void;
}

const text = ({ response }: Answering, body: string, status = 200, type = 'text/plain'): void => {
  response.writeHead(status, { 'Content-Type': type });
  response.end(body);
};

const linkingTo = (href: (origin: string) => string) => (answering: Answering) =>
  text(
    answering,
    `<!DOCTYPE html><title>Page</title><a href="${href(answering.origin)}">On</a>`,
    200,
    'text/html; charset=utf-8',
  );

const at = (path: string) => (origin: string) => origin + path;
const seedAt = (path: string) => (origin: string) => [origin + path];
/** A space of addresses without an end, from its start on. */
const trapOf = (name: string): Recipe => {
  const found = traps.find(each => each.name === name);
  return {
    settings: { maxPages: 5_000 },
    seeds: seedAt(found?.start ?? '/'),
    page: given => text(given, found?.page(given.request.url ?? '') ?? '', 200, 'text/html'),
  };
};

const never = (): void => undefined;

/** The same fetcher with tighter limits. */
export const withLimits = (fetcher: Fetcher, limits: Partial<FetchLimits>): Fetcher => ({
  fetch: (request, given, signal) => fetcher.fetch(request, { ...given, ...limits }, signal),
  trustHosts: hosts => fetcher.trustHosts(hosts),
  close: () => fetcher.close(),
});

/** The same fetcher, but /robots.txt returns 404 without any request, so that failures affect pages only. */
export const withoutRobots = (fetcher: Fetcher): Fetcher => ({
  fetch: async (request, limits, signal) => {
    if (new URL(request.url).pathname !== '/robots.txt') return fetcher.fetch(request, limits, signal);
    const now = Date.now();
    return {
      kind: 'response',
      status: 404,
      statusText: 'Not Found',
      headers: [],
      body: new Uint8Array(),
      bodyEnd: 'complete',
      wireBytes: 0,
      remoteAddress: null,
      timings: { startedAt: now, endedAt: now, firstByteMs: 0, totalMs: 0 },
    };
  },
  trustHosts: hosts => fetcher.trustHosts(hosts),
  close: () => fetcher.close(),
});

/** The same fetcher, but the first request for a page finds no network. */
export function withoutNetworkOnce(fetcher: Fetcher): Fetcher {
  let isDown = true;
  return {
    fetch: async (request, limits, signal) => {
      if (!isDown || new URL(request.url).pathname === '/robots.txt') return fetcher.fetch(request, limits, signal);
      isDown = false;
      const now = Date.now();
      return {
        ...{ kind: 'failure', cause: 'connection-refused', detail: 'connect ENETUNREACH 192.0.2.1:80', status: null },
        ...{ headers: [], wireBytes: 0, remoteAddress: null },
        timings: { startedAt: now, endedAt: now, firstByteMs: null, totalMs: 0 },
      };
    },
    trustHosts: hosts => fetcher.trustHosts(hosts),
    close: () => fetcher.close(),
  };
}

/** The same fetcher, but it never learns which hosts to trust. */
export const withoutTrust = (fetcher: Fetcher): Fetcher => ({
  fetch: (request, limits, signal) => fetcher.fetch(request, limits, signal),
  trustHosts: never,
  close: () => fetcher.close(),
});

const ext = 'http://ext.test';

/** Crawls a page of 127.0.0.1 that links to the same server under another name, which counts as another host. */
const external = (
  answer: (answering: Answering) => void,
  { links = ['/x'], settings = {}, robots, target = '/x' }: Partial<ExternalRecipe> = {},
): Recipe => ({
  settings: { checkExternal: true, checkDelayMs: 0, ...settings },
  target: () => `${ext}${target}`,
  page: answering => {
    if (answering.request.url !== '/') answer(answering);
    else text(answering, links.map(link => `<a href="${ext}${link}">x</a>`).join(''), 200, 'text/html');
  },
  wrap: (fetcher, origin) => routed({ [ext]: origin })(robots ? withRobotsOf(ext, robots, fetcher, origin) : fetcher),
});

interface ExternalRecipe {
  readonly links: readonly string[];
  readonly settings: Partial<CrawlSettings>;
  /** Path of the file that is the robots.txt of the other host. */
  readonly robots: string;
  readonly target: string;
}

/** The robots.txt of the other host is another file of the server. */
const withRobotsOf = (_host: string, path: string, fetcher: Fetcher, origin: string): Fetcher => {
  let asked = 0;
  return {
    ...plainFetcher(fetcher),
    fetch: (request, limits, signal) => {
      const isRobots = request.url === `${origin}/robots.txt`;
      asked += isRobots ? 1 : 0;
      // The first one is that of the crawled host.
      return fetcher.fetch(isRobots && asked > 1 ? { ...request, url: origin + path } : request, limits, signal);
    },
  };
};

const plainFetcher = (fetcher: Fetcher): Fetcher => ({
  fetch: (request, limits, signal) => fetcher.fetch(request, limits, signal),
  trustHosts: hosts => fetcher.trustHosts(hosts),
  close: () => fetcher.close(),
});

const status =
  (code: number, headers: Record<string, string> = {}) =>
  ({ response }: Answering): void =>
    void response.writeHead(code, headers).end();
const challenge = (answering: Answering): void =>
  text(answering, '<title>Just a moment...</title><script>_cf_chl_opt</script>', 403, 'text/html');
const relPage = (rel: string) => (answering: Answering) =>
  text(answering, answering.request.url === '/' ? `<a rel="${rel}" href="/x">x</a>` : 'x', 200, 'text/html');

/** After the page the whole network is gone. */
const networkGoes = (fetcher: Fetcher, origin: string): Fetcher => {
  let isGone = false;
  const gone = routed({ [ext]: 'http://127.0.0.1:9', [origin]: 'http://127.0.0.1:9' })(fetcher);
  return {
    ...plainFetcher(fetcher),
    fetch: async (...given) => {
      const outcome = await (isGone ? gone : fetcher).fetch(...given);
      isGone ||= given[0].url === `${origin}/`;
      return outcome;
    },
  };
};

const longHost = `${'a'.repeat(64)}.test`; // a label of 64 octets: RFC 1035 section 2.3.4 allows 63, so no query is sent
const portOf = (origin: string): string => new URL(origin).port;

/** A page with a script, which a crawl with a renderer renders. */
const rendering = (script: string, tag = ''): Recipe => ({
  settings: { render: 'all', renderScreenshots: false },
  page: given =>
    given.request.url === '/'
      ? text(given, `<title>Page</title>${tag}<script src="/app.js"></script>`, 200, 'text/html')
      : text(given, given.request.url === '/app.js' ? script : '', 200, 'text/javascript'),
});

const recipes: Partial<Record<ReasonCode, Recipe>> = {
  'scope-page': { settings: { scope: 'page' }, page: linkingTo(at('/other')), target: at('/other') },
  'scope-prefix': {
    settings: { scope: 'prefix' },
    seeds: seedAt('/docs/'),
    page: linkingTo(at('/elsewhere')),
    target: at('/elsewhere'),
  },
  'scope-domain': {
    settings: { scope: 'domain' },
    page: linkingTo(() => 'http://demo.invalid/'),
    target: () => 'http://demo.invalid/',
  },
  'rendered-link': { ...rendering('append <a href="/late">Late</a>'), target: at('/late') },
  'rendered-noindex': { ...rendering('append <meta name="robots" content="noindex">'), target: at('/') },
  'rendered-canonical': { ...rendering('append <link rel="canonical" href="/other">'), target: at('/') },
  'rendered-canonical-conflict': {
    ...rendering('remove /first\nappend <link rel="canonical" href="/other">', '<link rel="canonical" href="/first">'),
    target: at('/'),
  },
  'rendering-resource': { ...rendering('fetch /data'), target: at('/data') },
  'resource-not-awaited': {
    ...rendering(
      [...Array.from({ length: 30 }, (_, at) => `begin /data/${at}`), 'get /app.js', 'move http://demo.invalid/'].join('\n'),
    ),
    settings: { render: 'all', renderScreenshots: false, delayMs: 1_000 },
    target: at('/data/29'),
  },
  'resource-blocked': {
    ...rendering(''),
    robots: given => text(given, 'User-agent: *\nDisallow: /app.js\n'),
    target: at('/app.js'),
  },
  'sitemaps-only': { settings: { follow: 'sitemaps', sitemaps: true }, page: linkingTo(at('/linked')), target: at('/linked') },
  'start-urls-only': { settings: { follow: 'nothing' }, page: linkingTo(at('/linked')), target: at('/linked') },
  'url-rewritten': { settings: { rewrites: ['/old/ => /new/'] }, page: linkingTo(at('/old/a')), target: at('/old/a') },
  'parameters-changed': { settings: { parameters: ['drop sid'] }, page: linkingTo(at('/a?sid=1')), target: at('/a?sid=1') },
  'clean-param': {
    settings: { cleanParam: true },
    robots: given => text(given, 'User-agent: *\nDisallow:\nClean-param: sid /a\n'),
    page: linkingTo(at('/a?sid=1')),
    target: at('/a?sid=1'),
  },
  'not-included': {
    settings: { include: ['/keep/'] },
    seeds: seedAt('/keep/'),
    page: linkingTo(at('/drop')),
    target: at('/drop'),
  },
  // The site of a host that goes away: the outage test stops it under way.
  'host-unreachable': { page: linkingTo(at('/second')), target: at('/second') },
  // The site of a process that dies twice: test/engine/session/crash.test.ts.
  'engine-crash': { page: linkingTo(at('/second')), target: at('/second') },
  // Until the crawl has seen that it waits.
  'network-outage': { wrap: fetcher => withoutNetworkOnce(fetcher), page: answering => text(answering, 'Page') },
  'page-limit': { settings: { maxPages: 1 }, page: linkingTo(at('/second')), target: at('/second') },
  'host-failing': {
    settings: { failureGuard: '2/2', connections: 1 },
    seeds: origin => Array.from({ length: 8 }, (_, n) => `${origin}/${n}`),
    page: status(500),
    target: at('/7'),
  },
  'time-limit': {
    settings: { maxDurationMs: 1_000, delayMs: 2_000 },
  },
  'byte-limit': { settings: { maxTotalBytes: 100 }, page: linkingTo(at('/second')), target: at('/second') },
  'host-page-limit': {
    settings: { hostLimits: [{ host: '127.0.0.1', pages: 1 }] },
    page: linkingTo(at('/second')),
    target: at('/second'),
  },
  'prefix-limit': {
    settings: { prefixLimits: [{ prefix: '/blog/', pages: 1 }] },
    page: given => text(given, '<a href="/blog/1">a</a><a href="/blog/2">b</a>', 200, 'text/html'),
    target: at('/blog/2'),
  },
  'limit-has-room': {
    settings: { hostLimits: [{ host: '127.0.0.1', pages: 1 }] },
    page: linkingTo(at('/second')),
    target: at('/second'),
  },
  'limit-raised': {
    settings: { maxBodyBytes: 65_536 },
    page: given =>
      text(
        given,
        given.request.url === '/' ? `<a href="/first">a</a>${'<p>Words.'.repeat(9_000)}<a href="/last">b</a>` : 'A page',
        200,
        'text/html',
      ),
  },
  'address-refused': {
    page: linkingTo(() => 'http://169.254.169.254/latest/'),
    target: () => 'http://169.254.169.254/latest/',
  },
  'robots-no-group': { robots: answering => text(answering, 'User-agent: Googlebot\nDisallow: /\n') },
  'robots-missing': { robots: answering => text(answering, 'No such file', 404) },
  'robots-unreachable': { robots: answering => text(answering, 'Broken', 500) },
  'nofollow-implied': {
    settings: { profile: 'infoseek' },
    page: answering =>
      text(answering, '<meta name="robots" content="noindex"><a href="/other">On</a>', 200, 'text/html; charset=utf-8'),
  },
  'site-closed': {
    settings: { profile: 'slurp' },
    robots: answering => text(answering, 'User-agent: Slurp\nDisallow: /\n'),
  },
  'frame-not-followed': {
    settings: { profile: 'slurp' },
    page: given => text(given, '<iframe src="/framed"></iframe>', 200, 'text/html'),
    target: at('/framed'),
  },
  'robots-overridden': {
    settings: origin => ({ siteRules: [{ pattern: origin, robots: 'never' }] }),
    robots: answering => text(answering, 'User-agent: *\nDisallow: /\n'),
  },
  'robots-unreachable-overridden': {
    settings: origin => ({ siteRules: [{ pattern: origin, robots: 'never' }] }),
    robots: answering => text(answering, 'Broken', 500),
  },
  'robots-always-obeyed': {
    settings: origin => ({ profile: 'adsbot-google', siteRules: [{ pattern: origin, robots: 'always' }] }),
    robots: answering => text(answering, 'User-agent: *\nDisallow: /\n'),
  },
  'trap-repeated-folders': { ...trapOf('folders that repeat'), target: at('/loop/a/a/b/a/b/a/b/') },
  'trap-session': {
    page: given => text(given, '<a href="/visit?sid=a1b2c3d4e5">a</a><a href="/visit?sid=f6a7b8c9d0">b</a>', 200, 'text/html'),
    target: at('/visit?sid=f6a7b8c9d0'),
  },
  'trap-calendar': {
    page: given => text(given, '<a href="/cal/9998/12">later</a>', 200, 'text/html'),
    seeds: seedAt('/cal/2026/12'),
    target: at('/cal/9998/12'),
  },
  'trap-numbers': {
    ...trapOf('pages without an end'),
    settings: { maxPages: 5_000, maxDepth: 100 },
    target: at('/results?page=42'),
  },
  'trap-parameters': {
    settings: { maxPages: 5_000 },
    page: given =>
      text(
        given,
        [...Array.from({ length: 40 }, (_, n) => `?a=${n}`), '?a=1&b=2'].map(to => `<a href="/f${to}">x</a>`).join(''),
        200,
        'text/html',
      ),
    seeds: seedAt('/f'),
    target: at('/f?a=1&b=2'),
  },
  'trap-folder': {
    ...trapOf('random links'),
    target: at(randomLinks(randomLinks('/rnd/x1y2z3a4')[5] ?? '').at(-1) ?? ''),
  },
  'trap-hosts': {
    settings: { maxPages: 5_000, scope: 'domain' },
    seeds: () => ['http://start.test/'],
    target: () => 'http://h41.start.test/',
    // The server sees the host in the path.
    wrap: (fetcher, origin) => ({
      ...withoutRobots(fetcher),
      fetch: (request, limits, signal) => {
        const { hostname, pathname } = new URL(request.url);
        const url = pathname === '/robots.txt' ? request.url : `${origin}/${hostname}`;
        return withoutRobots(fetcher).fetch({ ...request, url }, limits, signal);
      },
      trustHosts: hosts => fetcher.trustHosts([...hosts, '127.0.0.1']),
    }),
    page: given => {
      const n = Number(/^\/h(\d+)\./.exec(given.request.url ?? '')?.[1] ?? -1);
      const next = `http://h${n + 1}.start.test/`;
      text(given, `<a href="${next}">x</a><a href="${next}about">y</a>`, 200, 'text/html');
    },
  },
  'trap-released': {
    page: given => text(given, '<a href="/cal/9998/12">later</a>', 200, 'text/html'),
    seeds: seedAt('/cal/2026/12'),
    target: at('/cal/9998/12'),
  },
  'asked-by-hand': {
    robots: answering => text(answering, answering.count === 1 ? 'User-agent: *\nDisallow: /\n' : 'User-agent: *\nDisallow:\n'),
  },
  'robots-asked-again': { robots: answering => text(answering, 'User-agent: *\nDisallow: /\n') },
  'delay-too-long': {
    settings: { maxDelayMs: 1_000 },
    robots: answering => text(answering, 'User-agent: *\nCrawl-delay: 3600\nDisallow:\n'),
  },
  interrupted: { page: answering => (answering.count === 1 ? undefined : text(answering, 'Here')) },
  'dns-failure': { wrap: withoutRobots, seeds: () => [`http://${longHost}/`], target: () => `http://${longHost}/` },
  'connection-refused': {
    robots: answering => {
      answering.stopListening();
      answering.response.setHeader('Connection', 'close');
      text(answering, 'User-agent: *\nDisallow:\n');
    },
  },
  timeout: {
    // Without a request for robots.txt: on a busy machine that one may be as slow.
    wrap: fetcher => withoutRobots(withLimits(fetcher, { headersTimeoutMs: 200, totalTimeoutMs: 400 })),
    settings: { maxAttempts: 1 },
    page: never,
  },
  'tls-failure': {
    wrap: withoutRobots,
    seeds: origin => [`https://127.0.0.1:${portOf(origin)}/`],
    target: origin => `https://127.0.0.1:${portOf(origin)}/`,
  },
  'http-malformed': { page: ({ request }) => request.socket.end('This is not HTTP at all.\r\n\r\n') },
  'header-too-large': {
    page: ({ request }) =>
      request.socket.end(`HTTP/1.1 200 OK\r\nX-Large: ${'x'.repeat(1_200_000)}\r\nContent-Length: 0\r\n\r\n`),
  },
  'decompression-bomb': {
    page: ({ response }) => {
      response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip' });
      response.end(gzipSync(new Uint8Array(8 * 1024 * 1024)));
    },
  },
  'link-ugc': { settings: { ugcLinks: 'record' }, page: relPage('ugc'), target: at('/x') },
  'link-sponsored': { settings: { sponsoredLinks: 'record' }, page: relPage('sponsored'), target: at('/x') },
  'reference-target': {
    settings: { crawlCanonicals: true },
    page: given => text(given, '<link rel="canonical" href="/main">', 200, 'text/html'),
    target: at('/main'),
  },
  challenged: { page: challenge },
  'challenge-not-listed': { page: challenge },
  'check-waiting': external(status(200)),
  'check-limit': external(status(200), { links: ['/1', '/x'], settings: { maxChecksPerHost: 1 } }),
  'check-excluded': external(status(200), { settings: { exclude: ['ext\\.test'] } }),
  'check-redirect-target': {
    ...external(({ origin, response }) => void response.writeHead(302, { Location: `${origin}/unlinked` }).end()),
    target: at('/unlinked'),
  },
  probe: {
    settings: { probe: true },
    page: given => (given.request.url === '/' ? text(given, 'Page', 200, 'text/html') : status(404)(given)),
    target: at('/favicon.ico'),
  },
  'check-robots-blocked': external(given => text(given, 'User-agent: *\nDisallow: /x\n'), { robots: '/closed.txt' }),
  'check-robots-unreachable': external(status(500), { robots: '/broken.txt' }),
  'check-delay-too-long': external(given => text(given, 'User-agent: *\nCrawl-delay: 3600\nDisallow:\n'), {
    robots: '/slow.txt',
    settings: { maxDelayMs: 1_000 },
  }),
  'check-ok': external(status(200)),
  'check-redirects': external(status(302, { Location: '/elsewhere' })),
  'check-bad-redirect': external(status(302)),
  'check-not-found': external(status(404)),
  'check-client-error': external(status(418)),
  'check-forbidden': {
    settings: { checkResources: true },
    page: given => (given.request.url === '/' ? text(given, '<img src="/x">', 200, 'text/html') : status(403)(given)),
    target: at('/x'),
  },
  'check-server-error': external(status(500)),
  'check-refused': external(status(403)),
  'check-host-refuses': external(status(429, { 'Retry-After': '3600' }), { links: ['/1', '/x'] }),
  'check-challenged': external(challenge),
  'check-other-status': external(status(300)),
  'check-retry': external(given => status(given.count > 2 ? 200 : 500)(given), { settings: { maxAttempts: 2 } }),
  'check-no-response': { ...external(status(200)), wrap: routed({ [ext]: 'http://127.0.0.1:9' }) },
  'check-tls-failure': {
    ...external(status(200)),
    page: given => text(given, '<a href="https://127.0.0.2:9/x">x</a><a href="https://ext.test/x">x</a>', 200, 'text/html'),
    target: () => 'https://ext.test/x',
    wrap: (fetcher, origin) => routed({ 'https://ext.test': origin.replace('http:', 'https:') })(fetcher),
  },
  'check-bad-response': external(({ request }) => request.socket.end('This is not HTTP at all.\r\n\r\n')),
  'check-no-network': {
    ...external(status(200)),
    wrap: (fetcher, origin) => networkGoes(routed({ [ext]: origin })(fetcher), origin),
  },
  'check-address-blocked': {
    ...external(status(200)),
    page: given => text(given, `<a href="http://localhost:${portOf(given.origin)}/x">x</a>`, 200, 'text/html'),
    target: origin => `http://localhost:${portOf(origin)}/x`,
    wrap: plainFetcher,
  },
  'address-blocked': {
    wrap: fetcher => withoutTrust(withoutRobots(fetcher)),
    seeds: origin => [`http://localhost:${portOf(origin)}/`],
    target: origin => `http://localhost:${portOf(origin)}/`,
  },
};

/** Starts the site of one special case on 127.0.0.1 at a random port. Throws for a case that has no recipe. */
export const startSpecialSite = async (caseId: ReasonCode): Promise<SpecialSite> => {
  const recipe = recipes[caseId];
  if (!recipe) throw new Error(`No special site for ${caseId}`);
  const log: string[] = [];
  let origin = '';
  let closed: Promise<void> | null = null;

  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    log.push(path);
    const count = log.filter(earlier => earlier === path).length;
    const answering: Answering = { request, response, origin, count, stopListening };
    if (path === '/robots.txt') (recipe.robots ?? (given => text(given, 'User-agent: *\nDisallow:\n')))(answering);
    else (recipe.page ?? (given => text(given, 'A page')))(answering);
  });
  const stopListening = (): Promise<void> => {
    closed ??= new Promise(resolve => server.close(() => resolve()));
    return closed;
  };
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    seeds: (recipe.seeds ?? seedAt('/'))(origin),
    target: (recipe.target ?? at('/'))(origin),
    settings: { delayMs: 0, ...(typeof recipe.settings === 'function' ? recipe.settings(origin) : recipe.settings) },
    wrap: fetcher => recipe.wrap?.(fetcher, origin) ?? fetcher,
    log,
    close: async () => {
      const ended = stopListening();
      server.closeAllConnections();
      await ended;
    },
  };
};
