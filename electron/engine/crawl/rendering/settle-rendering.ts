import { pageColumns } from '#core/audit/page-columns.ts';
import { isRendered } from '#core/html/facts/link-facts.ts';
import { renderedColumns } from '#core/rendering/columns.ts';
import { changesPage } from '#core/rendering/differs.ts';
import { scriptedJson } from '#core/rendering/scripted.ts';
import type { Steps } from '#core/steps.ts';
import type { FetchResponse, Headers } from '#shared/model/fetch.ts';
import type { LinkKind, PageLink } from '#shared/model/page.ts';
import type { RenderOutcome, RenderRequest } from '#shared/model/rendering.ts';
import { LinkKinds } from '#storage/links/link-kinds.ts';
import { linkReads } from '#storage/links/link-reads.ts';
import type { NewLink } from '#storage/links/page-links.ts';
import type { RenderedFacts, RenderingRecord } from '#storage/tables/renderings.ts';
import { resultOf } from '#storage/tables/renderings.ts';
import { type BodyThread, longestOnCrawlThread, type ReadElsewhere } from '../../threads/bodies/body-thread.ts';
import { storeLinks } from '../depths.ts';
import { LinkFinder } from '../page-links.ts';
import { type PageReading, readPage } from '../read-page.ts';
import type { SettleContext } from '../settle.ts';
import { compareRendering } from './compare.ts';
import { decideRenderedListing } from './decide-listing.ts';
import type { RenderedPage } from './resource-desk.ts';

type Rendered = Extract<RenderOutcome, { readonly kind: 'rendered' }>;

/** A rendering that has ended. */
export interface EndedPage {
  readonly rendering: RenderingRecord;
  readonly page: RenderedPage;
  readonly outcome: RenderOutcome;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly browser: string;
  readonly device: string;
  /** The attempt whose response was rendered, and the response. */
  readonly fetch: number;
  readonly response: RenderRequest['response'];
  /** It, read on the body thread, where it is long. */
  readonly delivered: ReadElsewhere | null;
  /** Read on the body thread, where the document is long. */
  readonly elsewhere: ReadElsewhere | null;
}

const utf8Html = (headers: Headers): Headers => [
  ...headers.filter(([name]) => name.toLowerCase() !== 'content-type'),
  ['content-type', 'text/html; charset=utf-8'],
];

type Answered = Pick<EndedPage, 'response' | 'at'>;

const responseOf = ({ response: { headers }, at }: Answered, { html }: Rendered): FetchResponse => ({
  ...deliveredOf({ response: { status: 200, headers: utf8Html(headers), body: html }, at }),
});

const deliveredOf = ({ response: { status, headers, body }, at }: Answered): FetchResponse => ({
  kind: 'response',
  status,
  statusText: '',
  headers,
  body,
  bodyEnd: 'complete',
  remoteAddress: null,
  wireBytes: 0,
  timings: { startedAt: at, endedAt: at, firstByteMs: 0, totalMs: 0 },
});

/** The address that relative links of the rendered document refer to: scripts may change it without leaving the page. */
const documentUrl = (page: string, url: string): string =>
  URL.canParse(url) && new URL(url).origin === new URL(page).origin ? url : page;

/** Has a long document read on the body thread; null: it is short. */
export async function readLong(
  bodies: BodyThread,
  { directiveProfile: { agents, engine, content } }: SettleContext,
  ended: Omit<EndedPage, 'elsewhere' | 'delivered'>,
): Promise<ReadElsewhere | null> {
  const { outcome } = ended;
  if (outcome.kind !== 'rendered' || outcome.html.length <= longestOnCrawlThread) return null;
  return bodies.read({
    ...{ kind: 'page', response: responseOf(ended, outcome), isStored: true },
    ...{ url: documentUrl(ended.rendering.url, outcome.url), agents, engine: engine.id },
    ...(content ? { content } : {}),
  });
}

/** The same for the response that was rendered, with which the document is compared. Its bytes go to the thread. */
export async function readLongResponse(
  bodies: BodyThread,
  { directiveProfile: { agents, engine, content } }: SettleContext,
  { outcome, response, at, rendering }: Omit<EndedPage, 'elsewhere' | 'delivered'>,
): Promise<ReadElsewhere | null> {
  if (outcome.kind !== 'rendered' || response.body.length <= longestOnCrawlThread) return null;
  return bodies.read({
    ...{ kind: 'page', response: deliveredOf({ response, at }), isStored: false },
    ...{ url: rendering.url, agents, engine: engine.id },
    ...(content ? { content } : {}),
  });
}

/**
 * Writes how a rendering ended: document, requests, console, and links that only the rendered page has, which become candidates. In steps,
 * each inside the caller's transaction. Returns whether scripts change links, words or robots metas. Yields links done.
 */
export function* settleRendering(context: SettleContext, ended: EndedPage): Steps<boolean> {
  const { store } = context;
  const { rendering, page, outcome, at, browser, device } = ended;
  const rendered = outcome.kind === 'rendered' ? yield* read(context, ended, outcome) : null;
  const state = rendered === null ? 'failed' : 'done';
  const said = { result: resultOf(outcome), detail: outcome.kind === 'failed' ? outcome.detail : outcome.picturesMissing };
  const movedTo = outcome.kind === 'failed' && outcome.movedTo !== '' ? outcome.movedTo : null;
  const nothing = { urlId: null, robotsId: null, robotsLine: null };
  store.renderings.end({ id: rendering.id, at, state, ...said, movedTo, browser, device, record: outcome, rendered }, seq => {
    if (seq === 0) return { ...nothing, urlId: rendering.urlId };
    return page.seen.get(seq) ?? nothing;
  });
  return rendered?.differs ?? false;
}

function* read(context: SettleContext, ended: EndedPage, outcome: Rendered): Steps<RenderedFacts> {
  const { store } = context;
  const { rendering } = ended;
  const url = documentUrl(rendering.url, outcome.url);
  const { reading, stored } = yield* readingOf(ended.elsewhere, () =>
    readPage(url, responseOf(ended, outcome), context.directiveProfile),
  );
  const delivered = yield* readingOf(ended.delivered, () =>
    readPage(rendering.url, deliveredOf(ended), context.directiveProfile),
  );
  const compared = compareRendering(store, ended.page, {
    ...{ url: rendering.url, raw: delivered.reading, rendered: reading, outcome },
  });
  const { changes, linksAdded, linksRemoved } = renderedColumns(compared);
  const before = new LinksBefore(context, rendering.urlId);
  const record = store.urls.byId(rendering.urlId);
  // With robots.txt ignored, the page shows what it would be; the crawl goes on from what it is.
  const mayFollow = rendering.variant === 'obeying' && record !== undefined && reading.html !== null;
  let added: readonly NewLink[] = [];
  let kept = 0;
  if (record !== undefined && mayFollow) {
    const finder = new LinkFinder(context, {
      ...{ url: record, reading, at: ended.at },
      rendered: {
        id: rendering.id,
        first: before.links.length,
        has: link => before.take(link),
        isUnfollowed: record.linksFollowed === 'no',
      },
    });
    added = yield* finder.inSteps();
    kept = before.kept;
    if (added.length > 0 || before.hasOlder) storeLinks(context, record.id, [...before.links, ...added]);
  }
  if (rendering.variant === 'obeying')
    decideRenderedListing(context, {
      ...{ urlId: rendering.urlId, rendering: rendering.id, fetch: ended.fetch, at: ended.at },
      ...{ directives: reading.directives, canonical: compared.canonical },
    });
  const html = reading.html;
  const columns = html?.facts ? pageColumns(html.facts, outcome.html.length) : null;
  const metaRobots = metasOf(html?.metaRobots ?? []);
  const raw = rawFacts(context, rendering.urlId);
  const words = columns?.words ?? null;
  const shots = outcome.screenshots;
  const shot = (kind: 'viewport' | 'page'): Uint8Array | null => {
    const found = shots.find(each => each.kind === kind);
    return found === undefined ? null : store.fetches.store(found.png);
  };
  return {
    endedBy: outcome.endedBy,
    finalUrl: outcome.url,
    htmlHash: store.fetches.store(stored ?? outcome.html),
    htmlBytes: outcome.html.length,
    viewportHash: shot('viewport'),
    pageHash: shot('page'),
    differs: changesPage(compared.changes, compared.words),
    changes,
    compared: JSON.stringify(compared),
    links: mayFollow ? kept + added.length : (html?.links.length ?? 0),
    linksAdded,
    linksRemoved,
    words,
    wordsBefore: raw.words,
    title: html?.title?.value.slice(0, 2_000) ?? null,
    description: html?.description?.value.slice(0, 1_000) ?? null,
    h1: html?.h1?.value ?? null,
    h1Count: html?.h1Count ?? null,
    lang: html?.lang ?? null,
    canonical:
      reading.canonical.kind === 'elsewhere' || reading.canonical.kind === 'self' ? reading.canonical.url.slice(0, 2_048) : null,
    metaRobots,
    scripted: scriptedJson(outcome.scripted),
    facts: html?.facts ? store.fetches.packFacts(html.facts, added) : null,
  };
}

/** What the body thread read, or else what is read now. `stored`: the body as it is stored, where the thread made it. */
function* readingOf(elsewhere: ReadElsewhere | null, readNow: () => PageReading) {
  if (elsewhere === null) return { reading: readNow(), stored: null };
  const { facts } = elsewhere;
  if (facts.kind !== 'page') throw new Error('The body thread read a page as a sitemap.');
  const links = yield* elsewhere.items<PageLink>();
  const reading: PageReading = { ...facts.reading, html: facts.reading.html && { ...facts.reading.html, links } };
  return { reading, stored: typeof facts.stored === 'object' ? facts.stored : null };
}

const metasOf = (metas: readonly { readonly name: string; readonly content: string }[]): string | null =>
  metas.length === 0
    ? null
    : metas
        .map(({ name, content }) => `${name}: ${content}`)
        .join('; ')
        .slice(0, 2_000);

/** What the file has of the page as the response was. */
function rawFacts(
  { store }: SettleContext,
  urlId: number,
): { readonly words: number | null; readonly metaRobots: string | null } {
  const sql = 'SELECT u.words, p.meta_robots AS metaRobots FROM url u LEFT JOIN page p ON p.url_id = u.id WHERE u.id = ?';
  const row = store.db.prepare(sql).get(urlId) as { words: number | null; metaRobots: string | null } | undefined;
  return row ?? { words: null, metaRobots: null };
}

/** The links of the response, to tell those of the rendered page from them. */
class LinksBefore {
  readonly links: NewLink[] = [];
  readonly #keys = new Set<string>();
  readonly #found = new Set<string>();
  /** Links of the rendered page that the response has. */
  kept = 0;
  /** There are links of an earlier rendering. */
  hasOlder = false;

  constructor({ store }: SettleContext, urlId: number) {
    const kinds = new LinkKinds(store.db);
    const reader = linkReads(store.db).of(urlId);
    while (reader?.next()) {
      const { to, kind, rel, text, start, end, facts } = reader;
      // An earlier rendering is replaced.
      if (isRendered(facts)) {
        this.hasOlder = true;
        continue;
      }
      const name = kinds.nameOf(kind) as LinkKind;
      this.links.push({ to, kind: name, rel, text, start, end, facts });
      this.#keys.add(keyOf(name, to, rel));
    }
  }

  /** Whether the response has such a link. */
  take({ kind, to, rel }: { readonly kind: LinkKind; readonly to: number; readonly rel: string }): boolean {
    const key = keyOf(kind, to, rel);
    if (!this.#keys.has(key)) return false;
    this.#found.add(key);
    this.kept += 1;
    return true;
  }

  /** Different links of the response that the rendered page does not have. */
  get unkept(): number {
    return this.#keys.size - this.#found.size;
  }
}

const keyOf = (kind: LinkKind, to: number, rel: string): string => `${to} ${kind} ${rel}`;
