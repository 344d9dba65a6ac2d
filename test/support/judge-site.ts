import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { JudgedSite, JudgeRequest } from './judge.ts';

/**
 * Several origins on 127.0.0.1 that make politeness hard: slow bodies, redirects across origins, linked pages that
 * are disallowed, sitemaps, refusals with Retry-After, and every way for a robots.txt to be slow, moved or briefly
 * broken. The judge reads only the log of requests and their times. Used by scripts/proofs/judge-politeness.mjs with
 * plain Node, so this file imports nothing but Node and types.
 */

export type RobotsManner =
  | 'plain'
  | 'slow' // 300 ms until its last byte
  | 'unavailable-first' // 503 the first time
  | 'moved' // 301 to another path of the same origin
  | 'elsewhere' // 302 to a path of the first origin
  | 'missing'; // 404, so everything is allowed without a delay

export interface JudgeOriginPlan {
  readonly delayMs: number;
  readonly pages: number;
  readonly robots: RobotsManner;
  /** Its pages have scripts, which fetch, open frames and write links. */
  readonly scripts?: boolean;
}

/** About 700 gaps; the slowest origin needs about a quarter of a minute. */
export const judgePlan: readonly JudgeOriginPlan[] = [
  { delayMs: 50, pages: 110, robots: 'plain' },
  { delayMs: 50, pages: 110, robots: 'slow' },
  { delayMs: 50, pages: 110, robots: 'unavailable-first' },
  { delayMs: 100, pages: 75, robots: 'moved' },
  { delayMs: 100, pages: 75, robots: 'elsewhere' },
  { delayMs: 200, pages: 45, robots: 'plain' },
  { delayMs: 200, pages: 45, robots: 'slow' },
  { delayMs: 700, pages: 12, robots: 'plain' },
  { delayMs: 0, pages: 60, robots: 'missing' },
];

/** For a crawl that renders: a page costs six requests, one of them another page. About 600 gaps. */
export const renderPlan: readonly JudgeOriginPlan[] = [
  { delayMs: 50, pages: 26, robots: 'plain', scripts: true },
  { delayMs: 50, pages: 26, robots: 'slow', scripts: true },
  { delayMs: 100, pages: 20, robots: 'unavailable-first', scripts: true },
  { delayMs: 200, pages: 16, robots: 'moved', scripts: true },
  { delayMs: 700, pages: 6, robots: 'elsewhere', scripts: true },
];

export interface JudgeSiteRunning {
  /** The home page of each origin. */
  readonly seeds: readonly string[];
  readonly sites: readonly JudgedSite[];
  readonly log: readonly JudgeRequest[];
  /** Milliseconds on the clock of the log. */
  now(): number;
  close(): Promise<void>;
}

const disallowed = '/private/';
const slowRobotsMs = 300;

/** Deterministic slowness of a page: a third responds at once, the others trickle for up to 90 ms. */
const trickleMs = (page: number): number => (page % 3 === 0 ? 0 : (page * 37) % 91);

const html = (title: string, links: readonly string[]): string =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1>
${links.map(link => `<a href="${link}">${link}</a>`).join('\n')}
</body></html>`;

/** What a page with scripts requests: a script, a forbidden script, a style sheet and a frame. */
const resourcesOf = (page: number): string =>
  `<script src="/script/${page}"></script><script src="${disallowed}script/${page}"></script>
<link rel="stylesheet" href="/style/${page % 3}"><iframe src="/frame/${page}"></iframe>`;

/** A script for a browser. Its comment says the same to the renderer of the tests (fake-renderer.ts). */
const scriptOf = (page: number, next: string): string => {
  const links = `<a href="/made/${page}">Made</a><a href="${disallowed}made/${page}">Forbidden</a>`;
  const wanted = [`/data/${page}`, `${disallowed}data/${page}`, `${next}/data/${page % 4}`];
  return `/*
append ${links}
${wanted.map(url => `get ${url}`).join('\n')}
*/
document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(links)});
for (const url of ${JSON.stringify(wanted)}) fetch(url, { mode: 'no-cors' }).catch(() => {});
`;
};

interface Reply {
  readonly status: number;
  readonly type?: string;
  readonly body?: string;
  readonly location?: string;
  readonly retryAfterSeconds?: number;
  /** Milliseconds between the first half of the body and the second. */
  readonly trickleMs?: number;
  readonly robots?: boolean;
  readonly settles?: readonly string[];
}

interface Origin {
  readonly plan: JudgeOriginPlan;
  readonly index: number;
  readonly url: string;
}

const rulesOf = (origin: Origin): string => `# Origin ${origin.index}
User-agent: *
${origin.plan.delayMs > 0 ? `Crawl-delay: ${origin.plan.delayMs / 1_000}\n` : ''}Disallow: ${disallowed}
Sitemap: ${origin.url}/sitemap.xml
`;

const robotsReply = (origin: Origin, first: Origin, count: number): Reply => {
  const rules: Reply = { status: 200, type: 'text/plain', body: rulesOf(origin), robots: true, settles: [origin.url] };
  switch (origin.plan.robots) {
    case 'plain':
      return rules;
    case 'slow':
      return { ...rules, trickleMs: slowRobotsMs };
    case 'unavailable-first':
      return count === 1 ? { status: 503, type: 'text/plain', body: 'Later', robots: true } : rules;
    case 'moved':
      return { status: 301, location: '/about/robots.txt', robots: true };
    case 'elsewhere':
      return { status: 302, location: `${first.url}/robots-of-${origin.index}.txt`, robots: true };
    case 'missing':
      return { status: 404, type: 'text/plain', body: 'None', robots: true, settles: [origin.url] };
    default: {
      const never: never = origin.plan.robots;
      return never;
    }
  }
};

/** Links of the home page: every page but the last five, which only the sitemap names. */
const homeReply = ({ index, plan }: Origin): Reply => ({
  status: 200,
  type: 'text/html',
  body: html(
    `Origin ${index}`,
    Array.from({ length: Math.max(plan.pages - 5, 1) }, (_, page) => `/page/${page}`),
  ),
});

const sitemapReply = ({ url, plan }: Origin): Reply => ({
  status: 200,
  type: 'application/xml',
  trickleMs: 60,
  body: `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${Array.from({ length: 6 }, (_, index) => `<url><loc>${url}/page/${Math.max(plan.pages - 1 - index, 0)}</loc></url>`).join('\n')}
<url><loc>${url}${disallowed}sitemap</loc></url>
</urlset>
`,
});

/** Page numbers that refuse at first: 503 and 429, each once. */
const busyPages: ReadonlyMap<number, number> = new Map([
  [7, 503],
  [9, 429],
]);

const pageReply = (origin: Origin, origins: readonly Origin[], page: number, count: number): Reply => {
  const busy = busyPages.get(page);
  if (busy !== undefined && count === 1) return { status: busy, type: 'text/plain', body: 'Later', retryAfterSeconds: 1 };
  const links = ['/', `/page/${page - 1}`, `${disallowed}${page}`];
  if (page % 10 === 0) links.push(`/go/${page}`);
  if (page % 15 === 0) links.push(`${origins[(origin.index + 1) % origins.length]?.url ?? ''}/page/1`);
  const body = html(`Page ${page}`, links) + (origin.plan.scripts ? resourcesOf(page) : '');
  return { status: 200, type: 'text/html', body, trickleMs: trickleMs(page) };
};

/** What pages with scripts request, and the pages that only their scripts link to. */
const resourceReply = (kind: string, page: number, next: string): Reply | null => {
  const common = { status: 200, trickleMs: trickleMs(page + 1) };
  switch (kind) {
    case 'script':
      return { ...common, type: 'text/javascript', body: scriptOf(page, next) };
    case 'style':
      return { ...common, type: 'text/css', body: 'body { margin: 0 }' };
    case 'data':
      return { ...common, type: 'application/json', body: '{}' };
    case 'frame':
      return { ...common, type: 'text/html', body: html(`Frame ${page}`, []) };
    case 'made':
      return { ...common, type: 'text/html', body: html(`Made ${page}`, ['/']) };
    default:
      return null;
  }
};

const replyTo = (path: string, origin: Origin, origins: readonly Origin[], count: number): Reply => {
  const first = origins[0] ?? origin;
  if (path === '/robots.txt') return robotsReply(origin, first, count);
  if (path === '/about/robots.txt' && origin.plan.robots === 'moved') {
    return { status: 200, type: 'text/plain', body: rulesOf(origin), robots: true, settles: [origin.url] };
  }
  const shared = /^\/robots-of-(\d+)\.txt$/.exec(path);
  const owner = shared ? origins[Number(shared[1])] : undefined;
  if (owner) return { status: 200, type: 'text/plain', body: rulesOf(owner), robots: true, settles: [owner.url] };
  if (path === '/') return homeReply(origin);
  if (path === '/sitemap.xml') return sitemapReply(origin);
  const [, kind = '', digits] = /^\/([a-z]+)\/(\d+)$/.exec(path) ?? [];
  const page = Number(digits);
  if (kind === 'page' && page < origin.plan.pages) return pageReply(origin, origins, page, count);
  if (kind === 'go') {
    const target = origins[(origin.index + page / 10) % origins.length] ?? first;
    return { status: 302, location: `${target.url}/page/${page % 12}` };
  }
  const next = origins[(origin.index + 1) % origins.length]?.url ?? '';
  const resource = origin.plan.scripts ? resourceReply(kind, page, next) : null;
  return resource ?? { status: 404, type: 'text/plain', body: 'No such page' };
};

/**
 * Since when a connection that is found broken may have been broken. On a busy machine the server notices it late, and so it does the request
 * before it: only at the look before this one the connection was whole for sure.
 */
function lastLooks(): { readonly whole: () => number; readonly stop: () => void } {
  let [before, last] = [performance.now(), performance.now()];
  const timer = setInterval(() => {
    before = last;
    last = performance.now();
  }, 1);
  return { whole: () => before, stop: () => clearInterval(timer) };
}

/** Sends a reply. Resolves with the instant before its last byte left; if the connection broke, with the last one at which it was whole. */
const send = (
  reply: Reply,
  response: ServerResponse,
  whole: () => number,
): Promise<{ readonly endedMs: number; readonly complete: boolean }> =>
  new Promise(resolve => {
    let lastByteMs: number | null = null;
    response.once('close', () => {
      clearTimeout(timer);
      // 'finish' did not happen: the other side left, the connection is over now.
      const complete = response.writableFinished && lastByteMs !== null;
      resolve({ endedMs: complete && lastByteMs !== null ? lastByteMs : whole(), complete });
    });
    const headers: Record<string, string> = {};
    const body = Buffer.from(reply.body ?? '');
    if (reply.type) headers['Content-Type'] = reply.type;
    if (reply.location !== undefined) headers['Location'] = reply.location;
    if (reply.retryAfterSeconds !== undefined) headers['Retry-After'] = String(reply.retryAfterSeconds);
    headers['Content-Length'] = String(body.byteLength);
    response.writeHead(reply.status, headers);
    const half = Math.floor(body.byteLength / 2);
    const finish = () => {
      lastByteMs = performance.now();
      response.end(body.subarray(half));
    };
    let timer: NodeJS.Timeout | undefined;
    response.write(body.subarray(0, half));
    if ((reply.trickleMs ?? 0) > 0) timer = setTimeout(finish, reply.trickleMs);
    else finish();
  });

const listen = (server: Server): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });

/** Starts an origin for each line of the plan. The log has a request as soon as it ended, in the order of endings. */
export const startJudgeSite = async (plan: readonly JudgeOriginPlan[] = judgePlan): Promise<JudgeSiteRunning> => {
  const log: JudgeRequest[] = [];
  const origins: Origin[] = [];
  const visits = new Map<string, number>();
  const looks = lastLooks();

  const respond = async (index: number, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const startedMs = performance.now();
    const origin = origins[index];
    if (!origin) throw new Error('a request before all origins were ready');
    const path = request.url ?? '/';
    const key = origin.url + path;
    const count = (visits.get(key) ?? 0) + 1;
    visits.set(key, count);
    const reply = replyTo(path, origin, origins, count);
    const ended = await send(reply, response, looks.whole);
    log.push({
      origin: origin.url,
      path,
      status: reply.status,
      startedMs,
      ...ended,
      robots: reply.robots ?? false,
      settles: reply.settles ?? [],
      retryAfterMs: (reply.retryAfterSeconds ?? 0) * 1_000,
    });
  };

  const servers = plan.map((_, index) =>
    createServer({ keepAliveTimeout: 30_000 }, (request, response) => {
      respond(index, request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
    }),
  );
  const urls = await Promise.all(servers.map(listen));
  plan.forEach((line, index) => {
    origins.push({ plan: line, index, url: urls[index] ?? '' });
  });

  return {
    seeds: origins.map(origin => `${origin.url}/`),
    sites: origins.map(({ url, plan: line }) => ({
      origin: url,
      delayMs: line.delayMs,
      disallow: line.robots === 'missing' ? [] : [disallowed],
    })),
    log,
    now: () => performance.now(),
    close: async () => {
      looks.stop();
      const closing = servers.map(server => new Promise<void>(resolve => server.close(() => resolve())));
      for (const server of servers) server.closeAllConnections();
      await Promise.all(closing);
    },
  };
};
