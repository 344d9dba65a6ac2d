import type { ReadDb } from '../file/handle.ts';

/** A URL of the crawl that got a response. */
export interface CrawledUrl {
  readonly id: number;
  readonly url: string;
  readonly originId: number;
  /** Status 2xx, HTML. */
  readonly isPage: boolean;
}

const urlsOfBlock = 1_000;

/** The URLs of the crawl that got a response, in order of their ids, in blocks. */
export function* crawledUrls(db: ReadDb): Generator<CrawledUrl> {
  const read = db
    .prepare(
      `SELECT id, url, origin_id, status BETWEEN 200 AND 299 AND content_type IN ('text/html', 'application/xhtml+xml') FROM url
       WHERE id > ? AND status IS NOT NULL AND origin_id IS NOT NULL AND class = 'page' ORDER BY id LIMIT ${urlsOfBlock}`,
    )
    .raw();
  for (let after = 0; ; ) {
    const rows = read.all(after) as [number, string, number, number | null][];
    for (const [id, url, originId, isPage] of rows) yield { id, url, originId, isPage: isPage === 1 };
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last[0];
  }
}
