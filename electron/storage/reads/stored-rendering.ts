import type { ReadDb } from '../file/handle.ts';
import { bodyReader } from '../tables/bodies.ts';
import type { RenderVariant } from '../tables/renderings.ts';

/** A request of a rendered page, as stored. */
export interface StoredRequest {
  readonly url: string;
  readonly type: string;
  readonly outcome: string;
  readonly detail: string;
  readonly robotsLine: number | null;
  readonly status: number | null;
  readonly bytes: number;
}

/** The last rendering of a page, as stored. */
export interface StoredRendering {
  readonly url: string;
  readonly variant: RenderVariant;
  readonly state: string;
  readonly result: string;
  readonly detail: string;
  readonly browser: string | null;
  readonly device: string | null;
  readonly endedBy: string | null;
  readonly endedAt: number | null;
  readonly finalUrl: string | null;
  readonly movedTo: string | null;
  readonly links: number | null;
  readonly linksAdded: number | null;
  readonly linksRemoved: number | null;
  readonly words: number | null;
  readonly wordsBefore: number | null;
  readonly title: string | null;
  readonly metaRobots: string | null;
  readonly requests: readonly StoredRequest[];
  /** Reads the document that came out; null: there is none. */
  html(): Uint8Array | null;
  /** Reads a screenshot (PNG); null: there is none. */
  screenshot(kind: 'viewport' | 'page'): Uint8Array | null;
}

type Row = Omit<StoredRendering, 'requests' | 'html' | 'screenshot'> & {
  readonly id: number;
  readonly htmlHash: Uint8Array | null;
  readonly viewportHash: Uint8Array | null;
  readonly pageHash: Uint8Array | null;
};

const columns = `r.id, u.url, r.variant, r.state, r.result, r.detail, r.browser, r.device, r.ended_by AS endedBy, r.ended_at AS endedAt,
  r.final_url AS finalUrl, r.moved_to AS movedTo, r.links, r.links_added AS linksAdded, r.links_removed AS linksRemoved, r.words,
  r.words_before AS wordsBefore, r.title, r.meta_robots AS metaRobots, r.html_hash AS htmlHash, r.viewport_hash AS viewportHash,
  r.page_hash AS pageHash`;

/** The rendering of a page by the id of its URL; null: it was never rendered. */
export function storedRendering(db: ReadDb, urlId: number, variant: RenderVariant): StoredRendering | null {
  const row = db
    .prepare(`SELECT ${columns} FROM rendering r JOIN url u ON u.id = r.url_id WHERE r.url_id = ? AND r.variant = ?`)
    .get(urlId, variant) as Row | undefined;
  if (row === undefined) return null;
  const { id, htmlHash, viewportHash, pageHash, ...shown } = row;
  const requests = db
    .prepare(
      'SELECT url, type, outcome, detail, robots_line AS robotsLine, status, bytes FROM render_request WHERE rendering_id = ? ORDER BY seq',
    )
    .all(id) as StoredRequest[];
  const body = bodyReader(db);
  return {
    ...{ ...shown, requests },
    html: () => body(htmlHash),
    screenshot: kind => body(kind === 'page' ? pageHash : viewportHash),
  };
}
