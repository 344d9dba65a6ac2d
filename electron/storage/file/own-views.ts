import type { Database } from 'better-sqlite3';
import { BlockFacts, mostSignatures } from '../facts/facts-blocks.ts';
import type { OwnTexts } from '../facts/own-texts.ts';
import { countSql } from '../links/inlink-count-rows.ts';
import { addLinkViews } from '../links/link-views.ts';
import { fetchesSelect, fetchSelect, pageSelect, pageTexts } from '../migrations/0029-shared-parts.ts';
import { headersOfKinds } from '../tables/fetch-kinds.ts';
import { BlockReader, longestPacked, placesOfBlock } from './page-blocks.ts';

/** Since this file version, `fetch` and `page` are views. Before, they are tables. */
const rowsSince = 29;
/** Since this one, `page_links` is a view, and facts refer to the texts of their page. */
const linksInBlocksSince = 30;
/** Since this one, `url` does not have the counts of inlinks. */
const countsApartSince = 31;

/** The texts of the page that its facts refer to. Bits of `own` say which: so others are not read. */
const ownTexts = (['title', 'description', 'h1', 'canonical'] as const)
  .map((column, i) => `CASE WHEN p.own & ${64 << i} THEN ${pageTexts[column]} END`)
  .join(', ');

/** SQLite does not read a block that is too long, for each of its pages. */
const isOfOurSize = `length(b.bytes) <= ${longestPacked}`;

const views = (version: number): string => {
  const signatures =
    version < linksInBlocksSince ? 'NULL' : `CASE WHEN length(b.signatures) <= ${mostSignatures} THEN b.signatures END`;
  return `
CREATE TEMP VIEW fetch AS${fetchSelect('headers_of((SELECT k.headers FROM fetch_kind k WHERE k.id = f.kind_id), f.own_headers, f.started_at)')};
CREATE TEMP VIEW fetches AS${fetchesSelect};
CREATE TEMP VIEW page AS${pageSelect(`,
    coalesce(kept_facts(p.facts_at, ${ownTexts}),
      (SELECT facts_of(p.facts_at, b.bytes, ${signatures}, ${ownTexts}) FROM facts_block b
        WHERE b.id = p.facts_at / ${placesOfBlock} AND ${isOfOurSize}),
      p.facts) AS facts`)};
`;
};

/** Links that are lost are no bytes, not null: the page had some. */
const linksView = `
CREATE TEMP VIEW page_links AS SELECT r.from_id, r.count,
  coalesce(kept_links(r.links_at), (SELECT block_links(r.links_at, b.bytes) FROM links_block b WHERE b.id = r.links_at / ${placesOfBlock} AND ${isOfOurSize}),
    r.links, x'') AS links
  FROM links_row r;
`;

/** How many pages link to each URL. */
const inlinksView = (version: number): string =>
  `CREATE TEMP VIEW url_inlinks AS SELECT u.id, ${version < countsApartSince ? 'u.inlinks' : countSql('u.id')} AS inlinks FROM url u`;

/** A place in a block, in a file that may be damaged. */
const isPlace = (value: unknown): value is number => typeof value === 'number' && value >= 0;
const isText = (value: unknown): value is string => typeof value === 'string';

const text = (value: unknown): string | null => (isText(value) ? value : null);
const ownTextsOf = (title: unknown, description: unknown, h1: unknown, canonical: unknown): OwnTexts => [
  text(title),
  text(description),
  text(h1),
  text(canonical),
];

/**
 * Lets statements of this connection read what is packed: links as rows (`link-views.ts`), links of pages as `page_links.links`, counts of inlinks
 * as `url_inlinks`, facts of pages as `page.facts`, and headers of responses without the JSON functions of SQLite. The views are temporary and come before those of the file with their
 * names: the file must not name a function that other programs lack. `version`: of the file.
 */
export function addOwnViews(db: Database, version: number): void {
  if (version >= linksInBlocksSince) {
    addLinkBlocks(db);
    db.exec(linksView);
  }
  addLinkViews(db, version);
  db.exec(inlinksView(version));
  if (version < rowsSince) return;
  const facts = new BlockFacts();
  const headersOf = headersOfKinds();
  db.function('kept_facts', (place, title, description, h1, canonical) =>
    isPlace(place) ? facts.kept(place, ownTextsOf(title, description, h1, canonical)) : null,
  );
  db.function('facts_of', (place, packed, signatures, title, description, h1, canonical) =>
    isPlace(place) && Buffer.isBuffer(packed)
      ? facts.at(place, packed, Buffer.isBuffer(signatures) ? signatures : null, ownTextsOf(title, description, h1, canonical))
      : null,
  );
  db.function('headers_of', { deterministic: true }, (template, own, startedAt) =>
    isText(template) && isText(own) && typeof startedAt === 'number' ? headersOf(template, own, startedAt) : null,
  );
  db.exec(views(version));
}

/** Bytes for decoded blocks of links of a connection. */
const roomForLinks = 1024 * 1024;

function addLinkBlocks(db: Database): void {
  const links = new BlockReader(roomForLinks);
  db.function('kept_links', place => (isPlace(place) ? (links.kept(place)?.bytes ?? null) : null));
  db.function('block_links', (place, packed) =>
    isPlace(place) && Buffer.isBuffer(packed) ? (links.at(place, packed, null)?.bytes ?? null) : null,
  );
}
