import { type RenderVariant, renderedAspects } from '#shared/model/rendered-facts.ts';
import type { Initiator, ScriptPlace } from '#shared/model/rendering.ts';
import type {
  RenderingCounts,
  RenderLogRow,
  RenderRequestRow,
  RenderRequests,
  RequestOutcome,
} from '#shared/model/rendering-view.ts';
import type { ReadDb } from '../file/handle.ts';
import { isCount, isObject, isText, shape } from '../file/shapes.ts';
import { renderingsLeft } from './renderings-left.ts';

/** A row of the table `rendering`. */
export interface RenderingRow {
  readonly id: number;
  readonly url_id: number;
  readonly variant: RenderVariant;
  readonly wanted: string;
  readonly state: 'queued' | 'leased' | 'done' | 'failed';
  readonly result: string;
  readonly detail: string;
  readonly fetch_id: number | null;
  readonly ended_at: number | null;
  readonly device: string | null;
  readonly browser: string | null;
  readonly ended_by: string | null;
  readonly final_url: string | null;
  readonly moved_to: string | null;
  readonly page_ms: number | null;
  readonly wall_ms: number | null;
  readonly html_hash: Uint8Array | null;
  readonly html_bytes: number | null;
  readonly viewport_hash: Uint8Array | null;
  readonly page_hash: Uint8Array | null;
  readonly requests: number | null;
  readonly requests_dropped: number | null;
  readonly requests_blocked: number | null;
  readonly requests_failed: number | null;
  readonly requests_refused: number | null;
  readonly compared: string | null;
}

interface RequestRecord {
  readonly seq: number;
  readonly url: string;
  readonly urlId: number | null;
  readonly method: string;
  readonly type: string;
  readonly initiator: string;
  readonly outcome: RequestOutcome;
  readonly detail: string;
  readonly robotsId: number | null;
  readonly robotsLine: number | null;
  readonly origin: string | null;
  readonly status: number | null;
  readonly bytes: number;
  readonly startedMs: number;
  readonly endedMs: number | null;
}

const mostLogged = 500;
const isScriptPlace = shape({ url: isText, line: isCount, column: isCount, function: isText });

function parsed(json: string | null): unknown {
  if (json === null) return null;
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** A file may contain anything there. */
function initiatorOf(json: string): Initiator {
  const read = parsed(json);
  if (!isObject(read)) return { kind: 'other' };
  const { kind, url, line, place } = read as Record<string, unknown>;
  if (kind === 'markup' && isText(url) && isCount(line)) return { kind, url: url as string, line: line as number };
  return kind === 'script' && isScriptPlace(place) ? { kind, place: place as ScriptPlace } : { kind: 'other' };
}

const requestOf = ({ urlId, initiator, robotsId, robotsLine, origin, ...rest }: RequestRecord): RenderRequestRow => ({
  ...rest,
  initiator: initiatorOf(initiator),
  robots: robotsId === null || origin === null ? null : { origin, version: robotsId, line: robotsLine ?? 0 },
  isStored: urlId !== null,
});

interface ChangedPages {
  /** Names joined by commas. */
  readonly changes: string;
  readonly pages: number;
}

/** On how many pages scripts change each aspect: most pages first. */
function byAspect(rows: readonly ChangedPages[]): RenderingCounts['changes'] {
  const found = renderedAspects.map(aspect => ({
    aspect,
    pages: rows.reduce((sum, { changes, pages }) => sum + (changes.split(',').includes(aspect) ? pages : 0), 0),
  }));
  return found.filter(({ pages }) => pages > 0).sort((a, b) => b.pages - a.pages);
}

/** Reads renderings, their requests and their console. */
export function renderingRows(db: ReadDb) {
  const ofUrl = db.prepare(`SELECT * FROM rendering WHERE url_id = ? ORDER BY variant DESC`);
  const byId = db.prepare('SELECT * FROM rendering WHERE id = ?');
  const lost = `(outcome = 'blocked' OR outcome = 'failed' OR outcome = 'refused')`;
  const columns = `r.seq, r.url, r.url_id AS urlId, r.method, r.type, r.initiator, r.outcome, r.detail, r.robots_id AS robotsId,
    r.robots_line AS robotsLine, o.key AS origin, r.status, r.bytes, r.started_ms AS startedMs, r.ended_ms AS endedMs`;
  const listed = (where: string) => ({
    count: db.prepare(`SELECT count(*) FROM render_request r WHERE rendering_id = ? ${where}`).pluck(),
    rows: db.prepare(
      `SELECT ${columns} FROM render_request r LEFT JOIN robots_version v ON v.id = r.robots_id LEFT JOIN origin o ON o.id = v.origin_id
       WHERE rendering_id = ? ${where} ORDER BY r.seq LIMIT ? OFFSET ?`,
    ),
  });
  const lists = { all: listed(''), lost: listed(`AND ${lost}`), blocked: listed(`AND outcome = 'blocked'`) };
  const logged = db.prepare('SELECT count(*) FROM render_log WHERE rendering_id = ?').pluck();
  const log = db.prepare('SELECT kind, text, place FROM render_log WHERE rendering_id = ? ORDER BY seq LIMIT ?');
  const counts = db.prepare(
    `SELECT count(*) FILTER (WHERE state = 'done') AS rendered, count(*) FILTER (WHERE state = 'done' AND changes <> '') AS different,
       count(*) FILTER (WHERE state = 'done' AND differs = 1) AS muchDifferent,
       count(*) FILTER (WHERE state = 'failed') AS failed, count(*) FILTER (WHERE state = 'queued' OR state = 'leased') AS waiting
     FROM rendering WHERE variant = 'obeying'`,
  );
  const changes = db.prepare(
    `SELECT changes, count(*) AS pages FROM rendering WHERE variant = 'obeying' AND state = 'done' AND changes <> '' GROUP BY changes`,
  );
  const failures = db.prepare(
    `SELECT result, count(*) AS pages FROM rendering WHERE variant = 'obeying' AND state = 'failed' GROUP BY result ORDER BY pages DESC, result`,
  );
  const left = renderingsLeft(db);
  return {
    /** Renderings with robots.txt obeyed. */
    counts: (): RenderingCounts => ({
      ...(counts.get() as Pick<RenderingCounts, 'rendered' | 'different' | 'muchDifferent' | 'failed' | 'waiting'>),
      changes: byAspect(changes.all() as ChangedPages[]),
      failures: failures.all() as RenderingCounts['failures'],
      etaMs: left().etaMs,
    }),
    /** The renderings of a URL: with robots.txt obeyed first. */
    ofUrl: (urlId: number): RenderingRow[] => ofUrl.all(urlId) as RenderingRow[],
    byId: (id: number): RenderingRow | undefined => byId.get(id) as RenderingRow | undefined,
    logged: (id: number): number => logged.get(id) as number,
    requests(id: number, only: keyof typeof lists, from: number, limit: number): RenderRequests {
      const { count, rows } = lists[only];
      return { total: count.get(id) as number, rows: (rows.all(id, limit, from) as RequestRecord[]).map(requestOf) };
    },
    /** The first 500 entries. */
    log: (id: number): RenderLogRow[] =>
      (log.all(id, mostLogged) as { kind: RenderLogRow['kind']; text: string; place: string | null }[]).map(each => {
        const place = parsed(each.place);
        return { ...each, place: isScriptPlace(place) ? (place as ScriptPlace) : null };
      }),
  };
}
export type RenderingRows = ReturnType<typeof renderingRows>;
