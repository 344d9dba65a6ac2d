import { LinkForm } from '#core/audit/link-form.ts';
import type { TextLink } from '#core/graph/lists/anchors.ts';
import type { PlacedLink } from '#core/graph/lists/bad-links.ts';
import type { HopRobots } from '#core/graph/lists/chains.ts';
import type { AttemptCount } from '#core/graph/pictures/times.ts';
import { unpackLinkFacts } from '#core/html/facts/link-facts.ts';
import type { LinkKind } from '#shared/model/page.ts';
import type { ReadDb } from '../file/handle.ts';
import { LinkKinds } from '../links/link-kinds.ts';
import { type LinkReads, linkReads } from '../links/link-reads.ts';
import type { LinkReader } from '../links/page-links.ts';
import { pageFactsOf } from './page-facts.ts';

const rowsOfBlock = 5_000;

/** A link of the graph: all links of one page to one URL, of one kind, with or without nofollow. */
export interface StoredEdge {
  readonly from: number;
  readonly to: number;
  readonly kind: LinkKind;
  readonly isNofollow: boolean;
  readonly count: number;
}

/** What lists about links read besides the links themselves. No statement stays open between two rows. */
export function graphReads(db: ReadDb) {
  const kinds = new LinkKinds(db);
  const links = linkReads(db);
  const factsOf = pageFactsOf(db);
  const robots = db.prepare(
    `SELECT u.robots_line AS line, v.first_seen_at AS seenAt, o.delay_ms AS delayMs, o.delay_line AS delayLine,
       (SELECT count(*) FROM robots_version w WHERE w.origin_id = v.origin_id AND w.id <= v.id) AS version
     FROM url u LEFT JOIN robots_version v ON v.id = u.robots_id LEFT JOIN origin o ON o.id = u.origin_id WHERE u.id = ?`,
  );
  const hreflangs = db
    .prepare(
      `SELECT u.id FROM url u LEFT JOIN fetch f ON f.id = u.fetch_id WHERE u.id > ? AND u.class = 'page' AND u.status BETWEEN 200 AND 299
         AND (u.hreflangs > 0 OR u.hreflangs IS NULL OR f.response_headers LIKE '%hreflang%'
           OR EXISTS (SELECT 1 FROM sitemap_entry e WHERE e.url_id = u.id AND e.alternates IS NOT NULL))
       ORDER BY u.id LIMIT 500`,
    )
    .pluck();

  const judged = db.prepare('SELECT u.id, u.indexability FROM url u WHERE u.id > ? AND u.id <= ? ORDER BY u.id').raw();
  const lastUrl = db.prepare('SELECT max(id) FROM url').pluck();
  const attempts = db.prepare(
    `SELECT f.ended_at / 1000 AS second, coalesce(f.status / 100, 0) AS kind, count(*) AS count FROM fetch f
     WHERE f.id > ? AND f.id <= ? AND f.purpose = 'page' AND f.ended_at IS NOT NULL GROUP BY 1, 2`,
  );
  const lastFetch = db.prepare('SELECT max(id) FROM fetch').pluck();

  /** Pages with the form of each combination of their links: made once a page. */
  function* pages(): Generator<readonly [from: number, link: LinkReader, formOf: () => LinkForm]> {
    for (const span of links.spans())
      for (const [from, link] of span) {
        const forms: LinkForm[] = [];
        const formOf = (): LinkForm => {
          const known = forms[link.form];
          if (known !== undefined) return known;
          const made = new LinkForm(kinds.nameOf(link.kind) as LinkKind, link.rel, unpackLinkFacts(link.facts));
          forms[link.form] = made;
          return made;
        };
        yield [from, link, formOf];
      }
  }

  return {
    /** What robots.txt said of a URL, and the delay of its host. Null: the file does not have the URL. */
    robotsOf(id: number): HopRobots | null {
      const found = robots.get(id) as
        | (HopRobots & { readonly delayMs: number | null; readonly delayLine: number | null })
        | undefined;
      if (found === undefined) return null;
      const isKnown = found.seenAt !== null;
      return {
        ...found,
        line: isKnown ? (found.line ?? 0) : null,
        version: isKnown ? found.version : null,
        delayMs: found.delayMs ?? 0,
        delayLine: found.delayLine ?? 0,
      };
    },
    /** Ids of pages that may have hreflang, rising. */
    *hreflangIds(): Generator<number> {
      for (let after = 0; ; ) {
        const ids = hreflangs.all(after) as number[];
        if (ids.length === 0) return;
        yield* ids;
        after = ids.at(-1) as number;
      }
    },
    /** Links with texts, in order of the pages: all, or those to one URL. */
    *textLinks(to: number | null): Generator<TextLink> {
      if (to !== null) {
        yield* linksTo(links, kinds, to);
        return;
      }
      for (const [from, link, formOf] of pages())
        while (link.next()) {
          const { isAnchor, isNofollow } = formOf();
          if (isAnchor) yield { from, to: link.to, text: link.text, isNofollow };
        }
    },
    /** Links with their places, in order of the pages. `place` is valid until the next link. */
    *placedLinks(): Generator<PlacedLink> {
      let [asked, paths]: [number, readonly string[]] = [0, []];
      for (const [from, link, formOf] of pages())
        while (link.next()) {
          const form = formOf();
          if (!form.isAnchor) continue;
          const place = (): string => {
            if (form.facts.path < 0) return '';
            if (asked !== from) [asked, paths] = [from, factsOf(from)?.paths ?? []];
            return paths[form.facts.path] ?? '';
          };
          yield { from, to: link.to, place };
        }
    },
    /** Links of these kinds, those of a page to the same URL together. */
    *edges(wanted: ReadonlySet<string>): Generator<StoredEdge> {
      for (const [from, link, formOf] of pages()) {
        const found = new Map<string, { -readonly [K in keyof StoredEdge]: StoredEdge[K] }>();
        while (link.next()) {
          const { kind, isNofollow } = formOf();
          if (!wanted.has(kind)) continue;
          const key = `${link.to} ${kind} ${isNofollow}`;
          const known = found.get(key);
          if (known) known.count += 1;
          else found.set(key, { from, to: link.to, kind, isNofollow, count: 1 });
        }
        yield* found.values();
      }
    },
    /** Id and indexability of all URLs; null: not known, or no page. Statements end after each block. */
    *indexability(): Generator<readonly [id: number, value: string | null]> {
      const last = (lastUrl.get() as number | null) ?? 0;
      for (let after = 0; after < last; after += rowsOfBlock)
        yield* judged.all(after, after + rowsOfBlock) as [number, string | null][];
    },
    /** Finished attempts to fetch pages, by the second of their end and the class of their status. A second can come twice. */
    *attempts(): Generator<AttemptCount> {
      const last = (lastFetch.get() as number | null) ?? 0;
      for (let after = 0; after < last; after += rowsOfBlock) yield* attempts.all(after, after + rowsOfBlock) as AttemptCount[];
    },
    /** The text of the first link of a followed kind from one URL to another; null: none is stored. */
    firstText(from: number, to: number): string | null {
      const link = links.of(from);
      while (link?.next()) if (link.to === to && kinds.isFollowed(link.kind)) return link.text;
      return null;
    },
  };
}
export type GraphReads = ReturnType<typeof graphReads>;

function* linksTo(links: LinkReads, kinds: LinkKinds, to: number): Generator<TextLink> {
  const places = links.linksTo(to);
  for (const [from, link] of links.linksAt(places)) {
    const { isAnchor, isNofollow } = new LinkForm(kinds.nameOf(link.kind) as LinkKind, link.rel, unpackLinkFacts(0));
    if (isAnchor) yield { from, to, text: link.text, isNofollow };
  }
}
