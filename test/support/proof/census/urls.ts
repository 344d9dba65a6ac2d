import { openDatabase } from '#storage/file/database.ts';
import { LinkReader } from '#storage/links/page-links.ts';

/** The last request of one purpose for a URL that was not interrupted. */
export interface Asked {
  /** Null: no response. */
  readonly status: number | null;
  /** Media type of the last Content-Type header, lower case, without parameters; '' where none. */
  readonly mime: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** What census functions read of `page.facts`. */
interface Declared {
  readonly lang?: string;
  readonly isAmp?: true;
  readonly metaCsp?: string;
  readonly canonicals?: readonly unknown[];
  readonly hreflangs?: readonly unknown[];
  readonly next?: readonly Placed[];
  readonly prev?: readonly Placed[];
  readonly amp?: readonly Placed[];
  readonly mobile?: readonly Placed[];
  readonly feeds?: readonly unknown[];
  readonly viewports?: readonly { readonly text: string }[];
  readonly social?: readonly { readonly name: string; readonly content: string }[];
  readonly structured?: {
    readonly blocks: readonly { readonly format: string }[];
    readonly items: readonly StructuredItem[];
  };
}

interface Placed {
  readonly at: readonly [start: number, end: number];
}

export interface StructuredItem {
  readonly types: readonly string[];
  readonly parent?: number;
  readonly via?: string;
  readonly unknownVocabulary?: true;
}

export interface Link {
  readonly to: number;
  readonly kind: string;
  readonly start: number;
}

/** A row of `url` with what the other tables say of it. */
export interface CensusUrl {
  readonly id: number;
  readonly url: string;
  readonly origin: number;
  readonly class: string;
  readonly state: string;
  readonly reason: string;
  readonly mayFetch: string;
  readonly depth: number | null;
  /** 0: none. */
  readonly canonical: number;
  /** 0: none. */
  readonly redirect: number;
  readonly noindex: boolean;
  /** As a page of the crawl; null: never. */
  readonly page: Asked | null;
  /** As a check of a URL that is not crawled; null: never. */
  readonly check: Asked | null;
  readonly checkResult: string;
  readonly facts: Declared | null;
  readonly links: readonly Link[];
  /** A sitemap names versions of it in other languages. */
  readonly hasSitemapAlternates: boolean;
  readonly inSitemaps: number;
}

export interface CensusSitemap {
  readonly url: string;
  readonly source: string;
  readonly state: string;
  readonly kind: string;
  readonly status: number | null;
  readonly problems: string;
}

export interface CensusFile {
  readonly urls: readonly CensusUrl[];
  readonly byId: ReadonlyMap<number, CensusUrl>;
  readonly sitemaps: readonly CensusSitemap[];
  /** Key of each row of `origin`, by id. */
  readonly origins: ReadonlyMap<number, string>;
  /** Robots.txt was answered with these: origin id to access. */
  readonly access: ReadonlyMap<number, string>;
}

type Row = Readonly<Record<string, unknown>>;

/** Reads the tables of a crawl file into memory. It knows docs/crawl-file.md, and nothing of the code of the audit. */
export function readCensusFile(path: string): CensusFile {
  const db = openDatabase(path, { readOnly: true });
  try {
    const asked = (purpose: string) => {
      const found = new Map<number, Asked>();
      const rows = db
        .prepare(
          `SELECT url_id AS id, status, response_headers AS headers FROM fetch
           WHERE purpose = ? AND url_id IS NOT NULL AND outcome <> 'interrupted' AND ended_at IS NOT NULL ORDER BY id`,
        )
        .iterate(purpose);
      for (const row of rows as Iterable<{ id: number; status: number | null; headers: string | null }>) {
        const headers = JSON.parse(row.headers ?? '[]') as Asked['headers'];
        const type = headers.findLast(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
        found.set(row.id, { status: row.status, mime: (type.split(';')[0] ?? '').trim().toLowerCase(), headers });
      }
      return found;
    };
    const [pages, checks] = [asked('page'), asked('check')];
    const kinds = new Map(db.prepare('SELECT id, name FROM link_kind').raw().all() as [number, string][]);
    const links = new Map(
      (db.prepare('SELECT from_id, links FROM page_links').raw().all() as [number, Buffer][]).map(([from, packed]) => {
        const found: { readonly to: number; readonly kind: string; readonly start: number }[] = [];
        const link = new LinkReader(packed, { textOf: () => '' });
        while (link.next()) found.push({ to: link.to, kind: kinds.get(link.kind) ?? '', start: link.start });
        return [from, found] as const;
      }),
    );
    const entries = new Map(
      (
        db.prepare('SELECT url_id, count(*), max(alternates IS NOT NULL) FROM sitemap_entry GROUP BY url_id').raw().all() as [
          number,
          number,
          number,
        ][]
      ).map(([id, count, alternates]) => [id, { count, alternates }]),
    );
    const rows = db
      .prepare(
        `SELECT u.*, page_facts(p.facts) AS facts FROM (SELECT id, origin_id, class, state, reason, may_fetch, depth, canonical_id, redirect_id, directives,
           check_result FROM url) u LEFT JOIN page p ON p.url_id = u.id ORDER BY u.id`,
      )
      .all() as Row[];
    const addresses = new Map(db.prepare('SELECT id, url FROM urls').raw().all() as [number, string][]);
    const urls = rows.map(
      (row): CensusUrl => ({
        id: Number(row['id']),
        url: addresses.get(Number(row['id'])) ?? '',
        origin: Number(row['origin_id'] ?? 0),
        class: String(row['class']),
        state: String(row['state']),
        reason: String(row['reason']),
        mayFetch: String(row['may_fetch']),
        depth: row['depth'] as number | null,
        canonical: Number(row['canonical_id'] ?? 0),
        redirect: Number(row['redirect_id'] ?? 0),
        noindex: (Number(row['directives'] ?? 0) & 1) === 1,
        page: pages.get(Number(row['id'])) ?? null,
        check: checks.get(Number(row['id'])) ?? null,
        checkResult: String(row['check_result'] ?? ''),
        facts: row['facts'] === null ? null : (JSON.parse(String(row['facts'])) as Declared),
        links: links.get(Number(row['id'])) ?? [],
        hasSitemapAlternates: entries.get(Number(row['id']))?.alternates === 1,
        inSitemaps: entries.get(Number(row['id']))?.count ?? 0,
      }),
    );
    return {
      urls,
      byId: new Map(urls.map(url => [url.id, url])),
      sitemaps: db
        .prepare(
          `SELECT s.url, s.source, s.state, s.kind, s.problems, f.status FROM sitemap s LEFT JOIN fetch f ON f.id = s.fetch_id`,
        )
        .all() as CensusSitemap[],
      origins: new Map(db.prepare('SELECT id, key FROM origin').raw().all() as [number, string][]),
      access: new Map(
        db.prepare('SELECT o.id, v.access FROM origin o JOIN robots_version v ON v.id = o.robots_id').raw().all() as [
          number,
          string,
        ][],
      ),
    };
  } finally {
    db.close();
  }
}
