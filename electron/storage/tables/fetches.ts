import type { StoredPageColumns } from '#core/audit/page-columns.ts';
import { contentTypeOf } from '#core/headers/content-type.ts';
import { bodySize } from '#shared/body-size.ts';
import { storedHeaders } from '#shared/explain/redact.ts';
import type { FetchOutcome, FetchResponse } from '#shared/model/fetch.ts';
import type { HtmlFacts, LinkKind } from '#shared/model/page.ts';
import type { PageFacts } from '#shared/model/page-facts.ts';
import { FactsBlocks } from '../facts/facts-blocks.ts';
import { OwnNumbers } from '../facts/own-texts.ts';
import { FactsWriter } from '../facts/write-facts.ts';
import type { PackedBody } from '../file/codec.ts';
import type { WriteDb } from '../file/handle.ts';
import { insertOrReplace } from '../file/insert-or-replace.ts';
import type { LateWrites } from '../file/late-writes.ts';
import { PackedWriter } from '../file/packed-text.ts';
import type { Words } from '../file/words.ts';
import type { InlinkTable } from '../links/inlinks.ts';
import { LinkKinds } from '../links/link-kinds.ts';
import type { LinkRows } from '../links/link-rows.ts';
import { LinksWriter, type NewLink } from '../links/page-links.ts';
import { BodyBlocks, type BodyLimit } from './bodies.ts';
import { FetchKinds } from './fetch-kinds.ts';
import { NetworkWriter, networkColumns, networkReader } from './network.ts';
import { SentHeaders } from './sent-headers.ts';
import type { Tally } from './tally.ts';

export interface NewFetch {
  readonly urlId: number | null;
  readonly originId: number;
  readonly purpose: 'page' | 'robots' | 'sitemap' | 'check' | 'probe' | 'resource';
  /** Absent: GET. */
  readonly method?: 'GET' | 'HEAD' | 'POST' | undefined;
  /** Null: the address of `urlId`. */
  readonly target: string | null;
  readonly attempt: number;
  readonly startedAt: number;
  readonly requestHeaders: readonly (readonly [string, string])[];
}

/** What `end` stores of a body. */
export type BodyToStore = 'no-body' | 'whole-body' | PackedBody;

export interface NewPage {
  readonly urlId: number;
  readonly fetchId: number;
  readonly facts: HtmlFacts;
  readonly canonical: string | null;
  readonly xRobotsTag: string | null;
  /** The links as they were stored. */
  readonly links: readonly NewLink[];
  /** The values that the row of the URL gets in the same transaction, so the page does not store them again. Absent: none. */
  readonly url?: UrlOfPage;
}

/** Values of a URL that are mostly the same in its page. `canonical`: the address of its canonical URL. */
export interface UrlOfPage {
  readonly columns: StoredPageColumns;
  readonly canonical: string | null;
}

/** The bits of `page_row.own`: which columns the row of a page stores itself. */
const own = { title: 1, description: 2, h1: 4, h1Count: 8, lang: 16, canonical: 32 } as const;
const ownAll = 63;
/** The bits of `own` that say which texts of the page its facts refer to: those of `OwnNumbers.used`, times this. */
const ofFacts = 64;

/** The media type of a content type in lower case. Most responses repeat the one before. */
function mediaTypes(): (contentType: string | null) => string | null {
  let last: string | null = null;
  let type: string | null = null;
  return contentType => {
    if (contentType === last) return type;
    last = contentType;
    type = contentType?.split(';')[0]?.trim().toLowerCase() || null;
    return type;
  };
}

/** The value of `page_row.own`: which of the columns that a page may share with its URL differ from those of the URL. */
function ownOf(
  page: {
    readonly title: string | null;
    readonly description: string | null;
    readonly h1: string | null;
    readonly h1Count: number;
    readonly lang: string;
    readonly canonical: string | null;
  },
  { columns, canonical }: UrlOfPage,
): number {
  return (
    (page.title === columns.title ? 0 : own.title) |
    (page.description === columns.description ? 0 : own.description) |
    (page.h1 === columns.h1 ? 0 : own.h1) |
    (page.h1Count === columns.h1Count ? 0 : own.h1Count) |
    (page.lang === (columns.lang ?? '') ? 0 : own.lang) |
    (page.canonical === canonical ? 0 : own.canonical)
  );
}

function wholeBody({ body, held }: FetchResponse): Uint8Array {
  if (held) throw new Error('A held body is stored as the body thread packed it.');
  return body;
}

/** What the table of attempts writes besides its own rows. */
interface FetchTableParts {
  readonly tally: Tally;
  readonly inlinks: InlinkTable;
  readonly words: Words;
  readonly linkRows: LinkRows;
  readonly late: LateWrites;
}

/** Attempts, bodies, page facts and the link graph. */
export function fetchTable(db: WriteDb, { tally, inlinks, words, linkRows, late }: FetchTableParts) {
  const kinds = new Map<string, number>();
  const names = new LinkKinds(db);
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
  // Prepared on first use: an older file opened read-only lacks a column.
  const prepareBegin = () =>
    db.prepare<unknown[]>(
      `INSERT INTO fetch_row (url_id, origin_id, purpose, target, attempt, started_at, sent_id, request_headers, method)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
  let beginning: ReturnType<typeof prepareBegin> | null = null;
  const end = db.prepare(
    `UPDATE fetch_row SET started_at = ?, ended_at = ?, outcome = ?, cause = ?, detail = ?, status = ?, status_text = ?,
       first_byte_ms = ?, total_ms = ?, remote_address = ?, wire_bytes = ?, body_bytes = ?,
       body_end = ?, body_hash = ?, content_type = ?, response_headers = ?, (${networkColumns}) = (?, ?, ?, ?, ?, ?, ?) WHERE id = ?`,
  );
  const endOfKind = db.prepare(
    `UPDATE fetch_row SET started_at = ?, ended_at = ?, detail = ?, first_byte_ms = ?, total_ms = ?, wire_bytes = ?, body_bytes = ?,
       body_hash = ?, kind_id = ?, own_headers = ?, (${networkColumns}) = (NULL, ?, ?, ?, ?, ?, ?) WHERE id = ?`,
  );
  const responses = new FetchKinds(db);
  const network = new NetworkWriter(db);
  const withdraw = db.prepare('DELETE FROM fetch_row WHERE id = ? AND ended_at IS NULL');
  const originOf = db.prepare('SELECT origin_id FROM fetch_row WHERE id = ?').pluck();
  const interrupted = db.prepare(
    `UPDATE fetch_row SET ended_at = @at, outcome = 'interrupted', detail = @detail WHERE ended_at IS NULL RETURNING id, url_id AS urlId`,
  );
  const insertPage = insertOrReplace(
    db,
    `INTO page_row (url_id, fetch_id, charset, charset_source, own, title, description, h1, h1_count, lang, canonical,
       words, base, meta_robots, x_robots_tag, refresh, links, links_dropped, facts_at, facts)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const keepPage = db.prepare(
    `UPDATE page_row SET (title, description, h1, h1_count, lang, canonical) =
       (SELECT title, description, h1, h1_count, lang, canonical FROM page WHERE url_id = page_row.url_id), own = own | ${ownAll}
     WHERE url_id = ? AND own & ${ownAll} <> ${ownAll}`,
  );
  const writer = new LinksWriter(words);
  const factsWriter = new FactsWriter(new PackedWriter(words));
  const factsBlocks = new FactsBlocks(db);
  const bodies = new BodyBlocks(db);
  const sent = new SentHeaders(db);
  const mediaType = mediaTypes();
  return {
    /** Stores an attempt before its first byte is sent. After a crash, the row proves that it was in progress. */
    begin(fetch: NewFetch): number {
      const { urlId, originId, purpose, target, attempt, startedAt } = fetch;
      const method = fetch.method === 'GET' ? null : (fetch.method ?? null);
      const [sentId, headers] = sent.stored(fetch.requestHeaders);
      beginning ??= prepareBegin();
      const told = purpose === 'page' ? null : purpose;
      const { lastInsertRowid } = beginning.run(urlId, originId, told, target, attempt, startedAt, sentId, headers, method);
      const id = Number(lastInsertRowid);
      tally.sent(id);
      return id;
    },
    /** Removes an attempt that was not made: nothing of it was sent. */
    withdraw(id: number): void {
      if (withdraw.run(id).changes > 0) tally.withdrawn(id);
    },
    /**
     * Stores how the attempt ended. `body`: whether to store the body, or the body already packed. `keep`: whether the limit for
     * stored bodies holds for it. Returns the media type in lower case.
     */
    end(id: number, outcome: FetchOutcome, body: BodyToStore, keep: 'always' | 'within-limit' = 'always'): string | null {
      const add = (bytes: Uint8Array | PackedBody) => (keep === 'always' ? bodies.add(bytes) : bodies.addLimited(bytes));
      const contentType = contentTypeOf(outcome.headers);
      const response = outcome.kind === 'response' ? outcome : null;
      const size = response && bodySize(response);
      const { timings, remoteAddress, wireBytes, status } = outcome;
      const firstByteMs = timings.firstByteMs === null ? null : Math.round(timings.firstByteMs);
      const totalMs = Math.round(timings.totalMs);
      const hash = response && body !== 'no-body' && size !== 0 ? add(body === 'whole-body' ? wholeBody(response) : body) : null;
      const headers = storedHeaders(outcome.headers);
      const statusText = response?.statusText ?? null;
      const bodyEnd = response?.bodyEnd ?? null;
      const [httpVersion, ...used] = network.values(outcome.network, () => originOf.get(id) as number, timings.endedAt);
      const kind =
        response &&
        responses.stored(
          { status: response.status, statusText, httpVersion, contentType, bodyEnd, remoteAddress },
          headers,
          timings.startedAt,
        );
      const detail = outcome.kind === 'failure' ? outcome.detail : (outcome.unchanged ?? null);
      const { startedAt, endedAt } = timings;
      const cause = outcome.kind === 'failure' ? outcome.cause : null;
      if (kind)
        late.add(
          () =>
            void endOfKind.run(
              startedAt,
              endedAt,
              detail,
              firstByteMs,
              totalMs,
              wireBytes,
              size,
              hash,
              kind.id,
              kind.own,
              ...used,
              id,
            ),
        );
      else
        late.add(
          () =>
            void end.run(
              startedAt,
              endedAt,
              outcome.kind,
              cause,
              detail,
              status,
              statusText,
              firstByteMs,
              totalMs,
              remoteAddress,
              wireBytes,
              size,
              bodyEnd,
              hash,
              contentType,
              JSON.stringify(headers),
              httpVersion,
              ...used,
              id,
            ),
        );
      tally.received(id, outcome.wireBytes);
      return mediaType(contentType);
    },
    /** After a crash: marks attempts without an end as interrupted and returns them. `detail`: why they have none. */
    interrupted: (at: number, detail = 'The program ended during this attempt.'): { id: number; urlId: number | null }[] =>
      interrupted.all({ at, detail }) as { id: number; urlId: number | null }[],
    page({ urlId, fetchId, facts, canonical, xRobotsTag, links, url }: NewPage): void {
      const { charset, charsetSource, lang, h1Count } = facts;
      const title = facts.title?.value ?? null;
      const description = facts.description?.value ?? null;
      const h1 = facts.h1?.value ?? null;
      const has = url ? ownOf({ title, description, h1, h1Count, lang, canonical }, url) : ownAll;
      const texts = new OwnNumbers([title, description, h1, canonical]);
      let packed = facts.facts && factsWriter.write(facts.facts, links, texts);
      const factsAt = packed && factsBlocks.add(packed);
      const isInRow = facts.facts !== null && factsAt === null;
      if (facts.facts && isInRow) packed = factsWriter.write(facts.facts, links);
      const values = [
        urlId,
        fetchId,
        charset === 'utf-8' ? null : charset,
        charsetSource === 'header' ? null : charsetSource,
        isInRow ? has : has + texts.used * ofFacts,
        has & own.title ? title : null,
        has & own.description ? description : null,
        has & own.h1 ? h1 : null,
        has & own.h1Count ? h1Count : null,
        has & own.lang ? lang : null,
        has & own.canonical ? canonical : null,
        facts.words,
        facts.base?.value ?? null,
        facts.metaRobots.length ? facts.metaRobots.map(meta => `${meta.name}: ${meta.content}`).join('; ') : null,
        xRobotsTag,
        facts.refresh ? `${facts.refresh.seconds}; ${facts.refresh.href}` : null,
        facts.links.length,
        facts.linksDropped,
        factsAt,
        isInRow ? packed && Buffer.from(packed) : null,
      ];
      late.add(() => insertPage(...values), urlId);
    },
    /** Call it before the row of a URL changes while its page stays: it copies the values that both share into the page. */
    keepPage: (urlId: number): void => late.add(() => void keepPage.run(urlId)),
    /** Stores the links of a page and replaces its previous links. */
    links(from: number, links: readonly NewLink[]): void {
      const packed = links.length > 0 ? linkRows.placed(links.length, writer.pack(links, kindId, from)) : null;
      late.add(() => {
        linkRows.put(from, packed, old => inlinks.forget(from, old));
        if (links.length > 0) inlinks.add(from, links);
      });
    },
    /** Stores bytes that are no response: a rendered page, a screenshot. Returns their hash. */
    store: (bytes: Uint8Array | PackedBody): Uint8Array => bodies.add(bytes),
    /** Facts of a page as `page.facts` has them. */
    packFacts: (facts: PageFacts, links: readonly NewLink[]): Uint8Array => factsWriter.write(facts, links),
    /** The kind of a link by its key. */
    kindOf: (id: number): LinkKind => names.nameOf(id) as LinkKind,
    body: (hash: Uint8Array | null): Uint8Array | null => bodies.read(hash),
    /** The limit for bodies of pages and sitemap files from now on; null: none. */
    limitBodies: (limit: BodyLimit | null): void => bodies.limit(limit),
    /** Writes the bodies, facts and links that this transaction has collected. */
    flush(): void {
      bodies.flush();
      factsBlocks.flush();
      linkRows.flush();
    },
    /** What an attempt cost and used on the network. */
    network: networkReader(db),
    reload(): void {
      bodies.reload();
      factsBlocks.reload();
      linkRows.reload();
      responses.reload();
      network.reload();
      sent.reload();
      kinds.clear();
      names.clear();
      loadKinds();
    },
  };
}
export type FetchTable = ReturnType<typeof fetchTable>;
