import { storedText } from '#shared/explain/redact.ts';
import type { Initiator, PageRequest, RenderOutcome, RenderRecord, ScriptPlace } from '#shared/model/rendering.ts';
import type { WriteDb } from '../file/handle.ts';

/** With robots.txt obeyed, or with the user's consent without it. */
export type RenderVariant = 'obeying' | 'freed';
export type RenderWanted = 'sample' | 'different' | 'all' | 'asked';

/** A rendering that waits or runs. */
export interface RenderingRecord {
  readonly id: number;
  readonly urlId: number;
  readonly url: string;
  readonly variant: RenderVariant;
  readonly wanted: RenderWanted;
  readonly template: string;
  readonly state: 'queued' | 'leased' | 'done' | 'failed';
  readonly attempts: number;
}

export interface NewRendering {
  readonly urlId: number;
  readonly variant: RenderVariant;
  readonly wanted: RenderWanted;
  readonly template: string;
  readonly settingsId: number;
  readonly at: number;
}

/** How much of a template is rendered. */
export interface RenderedTemplate {
  readonly template: string;
  readonly count: number;
  readonly differs: 0 | 1 | null;
}

/** What became known about a request besides what the browser says. */
export interface RequestFacts {
  readonly urlId: number | null;
  readonly robotsId: number | null;
  readonly robotsLine: number | null;
}

/** The rendered page, as it is stored. */
export interface RenderedFacts {
  readonly endedBy: string;
  readonly finalUrl: string;
  readonly htmlHash: Uint8Array;
  readonly htmlBytes: number;
  readonly viewportHash: Uint8Array | null;
  readonly pageHash: Uint8Array | null;
  readonly differs: boolean;
  readonly changes: string | null;
  /** JSON. */
  readonly compared: string | null;
  readonly links: number;
  /** Null: the crawl does not go on from its links. */
  readonly linksAdded: number | null;
  readonly linksRemoved: number | null;
  readonly words: number | null;
  readonly wordsBefore: number | null;
  readonly title: string | null;
  readonly description: string | null;
  readonly h1: string | null;
  readonly h1Count: number | null;
  readonly lang: string | null;
  readonly canonical: string | null;
  readonly metaRobots: string | null;
  /** JSON. */
  readonly scripted: string;
  /** Packed. */
  readonly facts: Uint8Array | null;
}

const noFacts: RequestFacts = { urlId: null, robotsId: null, robotsLine: null };
const emptyRecord: RenderRecord = { requests: [], requestsDropped: 0, console: [], refused: [], pageMs: 0, wallMs: 0 };
const noConsentLeft = {
  state: 'failed',
  result: 'stopped',
  movedTo: null,
  detail: 'It ended before the page was rendered. The consent for the blocked resources was for that run. Render it again.',
} as const;

export interface EndedRendering {
  readonly id: number;
  readonly at: number;
  readonly state: 'done' | 'failed';
  readonly result: string;
  readonly detail: string;
  readonly movedTo: string | null;
  /** Null: no browser got it. */
  readonly browser: string | null;
  readonly device: string | null;
  readonly record: RenderRecord;
  readonly rendered: RenderedFacts | null;
}

/** Columns that name stored bodies: the document, and the screenshots. */
export const renderedHashes = ['html_hash', 'viewport_hash', 'page_hash'] as const;

const longestUrl = 2_000;
const mostLogs = 500;
const longestLog = 2_000;
const longestName = 300;

const storedUrl = (url: string): string => storedText(url, longestUrl);
const storedPlace = ({ url, line, column, function: name }: ScriptPlace): ScriptPlace => ({
  ...{ url: storedUrl(url), line, column, function: name.slice(0, longestName) },
});
const storedInitiator = (initiator: Initiator): Initiator =>
  initiator.kind === 'markup'
    ? { ...initiator, url: storedUrl(initiator.url) }
    : initiator.kind === 'script'
      ? { kind: 'script', place: storedPlace(initiator.place) }
      : initiator;

const record = `r.id, r.url_id AS urlId, u.url, r.variant, r.wanted, r.template, r.state, r.attempts FROM rendering r JOIN url u ON u.id = r.url_id`;

const renderedColumns = [
  ...[
    'ended_by',
    'final_url',
    'html_hash',
    'html_bytes',
    'viewport_hash',
    'page_hash',
    'differs',
    'changes',
    'compared',
    'links',
    'links_added',
  ],
  ...['links_removed', 'words', 'words_before', 'title', 'description', 'h1', 'h1_count', 'lang', 'canonical', 'meta_robots'],
  ...['scripted', 'facts'],
] as const;

const valuesOf = (facts: RenderedFacts): unknown[] => [
  ...[
    facts.endedBy,
    storedUrl(facts.finalUrl),
    facts.htmlHash,
    facts.htmlBytes,
    facts.viewportHash,
    facts.pageHash,
    facts.differs ? 1 : 0,
  ],
  ...[facts.changes, facts.compared],
  ...[
    facts.links,
    facts.linksAdded,
    facts.linksRemoved,
    facts.words,
    facts.wordsBefore,
    facts.title,
    facts.description,
    facts.h1,
  ],
  ...[facts.h1Count, facts.lang, facts.canonical, facts.metaRobots, facts.scripted, facts.facts],
];

/** Renderings, their requests and what they wrote to the console. */
export function renderingTable(db: WriteDb) {
  // Prepared on first use: most crawls render nothing.
  const lazy = (sql: string) => {
    const make = () => db.prepare<unknown[]>(sql);
    let made: ReturnType<typeof make> | null = null;
    return () => (made ??= make());
  };
  const insert = lazy(
    `INSERT INTO rendering (url_id, variant, wanted, template, state, result, settings_id, queued_at)
     VALUES (?, ?, ?, ?, 'queued', 'waiting', ?, ?) ON CONFLICT (url_id, variant) DO NOTHING`,
  );
  const again = lazy(
    `UPDATE rendering SET state = 'queued', result = 'waiting', detail = '', wanted = ?, attempts = 0, settings_id = ?, queued_at = ?
     WHERE url_id = ? AND variant = ? AND state <> 'leased'`,
  );
  const next = lazy(`SELECT ${record} WHERE r.state = 'queued' ORDER BY r.id LIMIT 1`);
  const of = lazy(`SELECT ${record} WHERE r.url_id = ? AND r.variant = ?`);
  const has = lazy('SELECT 1 FROM rendering WHERE url_id = ? AND variant = ?');
  const lease = lazy(
    `UPDATE rendering SET state = 'leased', attempts = attempts + 1, fetch_id = ?, started_at = ?, device = ?, browser = ? WHERE id = ?`,
  );
  const giveBack = lazy(`UPDATE rendering SET state = 'queued', attempts = max(0, attempts - 1) WHERE id = ?`);
  const retry = lazy(`UPDATE rendering SET state = 'queued' WHERE id = ?`);
  const requeue = lazy(`UPDATE rendering SET state = 'queued' WHERE state = 'leased'`);
  const openFreed = lazy(`SELECT id FROM rendering WHERE variant = 'freed' AND (state = 'queued' OR state = 'leased')`);
  const open = lazy(`SELECT count(*) FROM rendering WHERE state = 'queued' OR state = 'leased'`);
  const templates = lazy(
    `SELECT template, count(*) AS count, max(differs) AS differs FROM rendering WHERE variant = 'obeying' GROUP BY template`,
  );
  const end = lazy(
    `UPDATE rendering SET state = ?, result = ?, detail = ?, moved_to = ?, ended_at = ?, device = ?, browser = ?, page_ms = ?, wall_ms = ?,
       errors = ?, requests = ?, requests_dropped = ?, requests_blocked = ?, requests_failed = ?, requests_refused = ?,
       (${renderedColumns.join(', ')}) = (${renderedColumns.map(() => '?').join(', ')}) WHERE id = ?`,
  );
  const dropRequests = lazy('DELETE FROM render_request WHERE rendering_id = ?');
  const dropLogs = lazy('DELETE FROM render_log WHERE rendering_id = ?');
  const addRequest = lazy(
    `INSERT OR REPLACE INTO render_request (rendering_id, seq, url, url_id, method, type, initiator, outcome, detail, robots_id, robots_line,
       status, fetch_id, bytes, started_ms, ended_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const addLog = lazy('INSERT INTO render_log (rendering_id, seq, kind, text, place) VALUES (?, ?, ?, ?, ?)');
  const counts = lazy(`SELECT state, result, count(*) AS count FROM rendering WHERE variant = 'obeying' GROUP BY state, result`);
  const whole = (ms: number): number => Math.max(0, Math.round(ms));

  const writeRecord = (
    id: number,
    { requests, console, refused }: RenderRecord,
    factsOf: (seq: number) => RequestFacts,
  ): void => {
    dropRequests().run(id);
    dropLogs().run(id);
    for (const each of requests) {
      const { urlId, robotsId, robotsLine } = factsOf(each.seq);
      const initiator = JSON.stringify(storedInitiator(each.initiator));
      const named = [id, each.seq, storedUrl(each.url), urlId, each.method, each.type, initiator];
      const ended = [
        each.outcome,
        storedText(each.detail, longestLog),
        robotsId,
        robotsLine,
        each.status,
        each.fetch,
        each.bytes,
      ];
      addRequest().run(...named, ...ended, whole(each.startedMs), each.endedMs === null ? null : whole(each.endedMs));
    }
    let seq = 0;
    for (const { kind, text, place } of console.slice(0, mostLogs))
      addLog().run(id, seq++, kind, storedText(text, longestLog), place && JSON.stringify(storedPlace(place)));
    for (const text of refused.slice(0, mostLogs)) addLog().run(id, seq++, 'refused', storedText(text, longestLog), null);
  };
  const ending = (requests: readonly PageRequest[], outcome: PageRequest['outcome']): number =>
    requests.filter(each => each.outcome === outcome).length;
  /** Writes how a rendering ended, with its requests. `factsOf`: by their number. */
  const endOne = (ended: EndedRendering, factsOf: (seq: number) => RequestFacts): void => {
    const { id, at, state, result, detail, movedTo, browser, device, record: kept, rendered } = ended;
    const { requests, requestsDropped, pageMs, wallMs } = kept;
    const counted = (['blocked', 'failed', 'refused'] as const).map(outcome => ending(requests, outcome));
    const values = rendered === null ? renderedColumns.map(() => null) : valuesOf(rendered);
    const said = [
      state,
      result,
      storedText(detail, longestLog),
      movedTo && storedUrl(movedTo),
      at,
      device,
      browser,
      whole(pageMs),
      whole(wallMs),
    ];
    const errors = kept.console.filter(each => each.kind === 'exception').length;
    end().run(...said, errors, requests.length, requestsDropped, ...counted, ...values, id);
    writeRecord(id, kept, factsOf);
  };
  return {
    /** Queues a page. False: it is rendered already, or waits. */
    queue: ({ urlId, variant, wanted, template, settingsId, at }: NewRendering): boolean =>
      insert().run(urlId, variant, wanted, template, settingsId, at).changes > 0,
    /** Queues a page, also one that was rendered before. */
    queueAgain(page: NewRendering): void {
      const { urlId, variant, wanted, template, settingsId, at } = page;
      if (insert().run(urlId, variant, wanted, template, settingsId, at).changes === 0)
        again().run(wanted, settingsId, at, urlId, variant);
    },
    /** The next one that waits, in order of id. */
    next: (): RenderingRecord | undefined => next().get() as RenderingRecord | undefined,
    of: (urlId: number, variant: RenderVariant): RenderingRecord | undefined =>
      of().get(urlId, variant) as RenderingRecord | undefined,
    has: (urlId: number, variant: RenderVariant): boolean => has().get(urlId, variant) !== undefined,
    /** A browser gets it. `fetch`: the response that is rendered. */
    lease(
      id: number,
      {
        fetch,
        at,
        device,
        browser,
      }: { readonly fetch: number; readonly at: number; readonly device: string; readonly browser: string },
    ): void {
      lease().run(fetch, at, device, browser, id);
    },
    /** It was stopped, and waits again. */
    giveBack: (id: number): void => void giveBack().run(id),
    /** It waits again, and the attempt counts. */
    retry: (id: number): void => void retry().run(id),
    /** After a crash: what was under way waits again. */
    requeueLeased: (): void => void requeue().run(),
    /** Renderings that wait or run. */
    open: (): number => open().pluck().get() as number,
    templates: (): RenderedTemplate[] => templates().all() as RenderedTemplate[],
    end: endOne,
    /** Ends what waits or runs with blocked resources allowed: the user's consent was for a run that is over. */
    endFreed(at: number): void {
      for (const id of openFreed().pluck().all() as number[])
        endOne({ id, at, ...noConsentLeft, browser: null, device: null, record: emptyRecord, rendered: null }, () => noFacts);
    },
    /** Renderings of the crawl by state and result. */
    counts: (): { readonly state: string; readonly result: string; readonly count: number }[] =>
      counts().all() as { readonly state: string; readonly result: string; readonly count: number }[],
  };
}
export type RenderingTable = ReturnType<typeof renderingTable>;

/** What ended a rendering, in the words of the file. */
export const resultOf = (outcome: RenderOutcome): string => (outcome.kind === 'rendered' ? 'rendered' : outcome.cause);
