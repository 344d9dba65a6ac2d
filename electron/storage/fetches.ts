import type { FetchOutcome } from '#shared/model/fetch.ts';
import type { HtmlFacts, LinkKind } from '#shared/model/page.ts';
import type { WriteDb } from './database.ts';
import { bodyReader, bodyWriter } from './robots-versions.ts';
import type { Tally } from './tally.ts';

export interface NewFetch {
  readonly urlId: number | null;
  readonly originId: number;
  readonly purpose: 'page' | 'robots' | 'sitemap';
  readonly target: string;
  readonly attempt: number;
  readonly startedAt: number;
  readonly requestHeaders: readonly (readonly [string, string])[];
}

export interface NewLink {
  readonly to: number;
  readonly kind: LinkKind;
  readonly rel: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Attempts, bodies, what pages said and the link graph. */
export function fetchTable(db: WriteDb, tally: Tally) {
  const kinds = new Map<string, number>();
  const loadKinds = () => {
    for (const row of db.prepare('SELECT id, name FROM link_kind').all() as { id: number; name: string }[])
      kinds.set(row.name, row.id);
  };
  loadKinds();
  const addKind = db.prepare('INSERT INTO link_kind (name) VALUES (?)');
  const kindId = (kind: string): number => {
    const known = kinds.get(kind);
    if (known) return known;
    const id = Number(addKind.run(kind).lastInsertRowid);
    kinds.set(kind, id);
    return id;
  };
  const begin = db.prepare(
    `INSERT INTO fetch (url_id, origin_id, purpose, target, attempt, started_at, request_headers)
     VALUES (@urlId, @originId, @purpose, @target, @attempt, @startedAt, @requestHeaders)`,
  );
  const end = db.prepare(
    `UPDATE fetch SET started_at = @startedAt, ended_at = @endedAt, outcome = @outcome, cause = @cause, detail = @detail, status = @status, status_text = @statusText,
       first_byte_ms = @firstByteMs, total_ms = @totalMs, remote_address = @remoteAddress, wire_bytes = @wireBytes, body_bytes = @bodyBytes,
       body_end = @bodyEnd, body_hash = @bodyHash, content_type = @contentType, response_headers = @responseHeaders WHERE id = @id`,
  );
  const interrupted = db.prepare(
    `UPDATE fetch SET ended_at = @at, outcome = 'interrupted', detail = 'The program ended during this attempt.' WHERE ended_at IS NULL RETURNING id, url_id AS urlId`,
  );
  const insertPage = db.prepare(
    `INSERT OR REPLACE INTO page (url_id, fetch_id, charset, charset_source, lang, title, description, h1, h1_count, words, base, canonical, meta_robots, x_robots_tag, refresh, links, links_dropped)
     VALUES (@urlId, @fetchId, @charset, @charsetSource, @lang, @title, @description, @h1, @h1Count, @words, @base, @canonical, @metaRobots, @xRobotsTag, @refresh, @links, @linksDropped)`,
  );
  const dropLinks = db.prepare('DELETE FROM link WHERE from_id = ?');
  const insertLink = db.prepare(
    'INSERT INTO link (from_id, seq, to_id, kind, rel, text, start, "end") VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const storeBody = bodyWriter(db);
  const header = (outcome: FetchOutcome, name: string): string | null =>
    outcome.headers.find(([key]) => key.toLowerCase() === name)?.[1] ?? null;
  return {
    /** Journals an attempt before its first byte leaves; the row is the lease's proof after a crash. */
    begin(fetch: NewFetch): number {
      tally.fetches++;
      return Number(begin.run({ ...fetch, requestHeaders: JSON.stringify(fetch.requestHeaders) }).lastInsertRowid);
    },
    /** Writes how the attempt ended; the body is kept only when `keepBody`. Returns the media type in lower case. */
    end(id: number, outcome: FetchOutcome, keepBody: boolean): string | null {
      const contentType = header(outcome, 'content-type');
      const response = outcome.kind === 'response' ? outcome : null;
      end.run({
        id,
        startedAt: outcome.timings.startedAt,
        endedAt: outcome.timings.endedAt,
        outcome: outcome.kind,
        cause: outcome.kind === 'failure' ? outcome.cause : null,
        detail: outcome.kind === 'failure' ? outcome.detail : null,
        status: outcome.status,
        statusText: response?.statusText ?? null,
        firstByteMs: outcome.timings.firstByteMs === null ? null : Math.round(outcome.timings.firstByteMs),
        totalMs: Math.round(outcome.timings.totalMs),
        remoteAddress: outcome.remoteAddress,
        wireBytes: outcome.wireBytes,
        bodyBytes: response?.body.length ?? null,
        bodyEnd: response?.bodyEnd ?? null,
        bodyHash: response && keepBody && response.body.length > 0 ? storeBody(response.body) : null,
        contentType,
        responseHeaders: JSON.stringify(outcome.headers),
      });
      tally.bytes += outcome.wireBytes;
      return contentType?.split(';')[0]?.trim().toLowerCase() || null;
    },
    /** After a crash: attempts without an end, marked as interrupted. */
    interrupted: (at: number): { id: number; urlId: number | null }[] =>
      interrupted.all({ at }) as { id: number; urlId: number | null }[],
    page(urlId: number, fetchId: number, facts: HtmlFacts, canonical: string | null, xRobotsTag: string | null): void {
      insertPage.run({
        urlId,
        fetchId,
        charset: facts.charset,
        charsetSource: facts.charsetSource,
        lang: facts.lang,
        title: facts.title?.value ?? null,
        description: facts.description?.value ?? null,
        h1: facts.h1?.value ?? null,
        h1Count: facts.h1Count,
        words: facts.words,
        base: facts.base?.value ?? null,
        canonical,
        metaRobots: facts.metaRobots.length ? facts.metaRobots.map(meta => `${meta.name}: ${meta.content}`).join('; ') : null,
        xRobotsTag,
        refresh: facts.refresh ? `${facts.refresh.seconds}; ${facts.refresh.href}` : null,
        links: facts.links.length,
        linksDropped: facts.linksDropped,
      });
    },
    links(from: number, links: readonly NewLink[]): void {
      dropLinks.run(from);
      let seq = 0;
      for (const link of links)
        insertLink.run(from, seq++, link.to, kindId(link.kind), link.rel, link.text, link.start, link.end);
    },
    body: bodyReader(db),
    reload(): void {
      kinds.clear();
      loadKinds();
    },
  };
}
export type FetchTable = ReturnType<typeof fetchTable>;
