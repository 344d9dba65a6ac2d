import { codesOf, reasons } from '#shared/explain/reasons.ts';
import { shownHeaders } from '#shared/explain/redact.ts';
import { blockedCodes } from '#shared/explain/url-counts.ts';
import type { ExportPresetId } from '#shared/model/export-presets.ts';
import type { ReadDb } from '../file/handle.ts';
import { storedHeaders } from '../file/stored-json.ts';
import { WordTexts } from '../file/words.ts';
import { inlinksSql } from '../links/inlink-count-rows.ts';
import { factsReader, type StoredFacts } from '../reads/page-facts.ts';
import { chosenLinks } from './chosen-links.ts';
import { type ListPart, rowsByUrl, type StoredValue } from './list-part.ts';
import { redirectChains } from './redirect-chains.ts';
import { sitemapEntries } from './sitemap-entries.ts';

/** Codes in SQL. They are our own constants and contain no quotes. */
const quoted = (codes: readonly string[]): string => codes.map(code => `'${code}'`).join();

const blocked = `u.may_fetch = 'no' OR u.reason IN (${quoted(blockedCodes)})`;
/** A decision that names the noindex of a page, or the directives as stored: another decision may be in force. */
const noindexCodes = quoted(codesOf('noindex').filter(code => reasons[code].element !== null));
const noindexPage = `u.reason IN (${noindexCodes}) OR EXISTS (SELECT 1 FROM page d WHERE d.url_id = u.id
  AND (d.meta_robots LIKE '%noindex%' OR d.x_robots_tag LIKE '%noindex%'))`;
const inRange = 'u.id > @after AND u.id <= @to';

const canonicals = `SELECT u.url, u.status, u.reason, u.may_list, ${inlinksSql('u.id')}, u.title, c.url, c.status, c.reason, c.may_list
  FROM url u JOIN url c ON c.id = u.canonical_id WHERE ${inRange} AND u.canonical_id <> u.id ORDER BY u.id`;

const noindexPages = `SELECT u.url, u.status, u.reason, p.meta_robots, p.x_robots_tag, ${inlinksSql('u.id')}, u.in_sitemaps, c.url, u.title
  FROM url u LEFT JOIN page p ON p.url_id = u.id LEFT JOIN url c ON c.id = u.canonical_id
  WHERE ${inRange} AND (${noindexPage}) ORDER BY u.id`;

const responses = `SELECT u.url, f.status, f.response_headers FROM url u JOIN fetch f ON f.id = u.fetch_id
  WHERE ${inRange} AND f.response_headers IS NOT NULL ORDER BY u.id`;

/** Pages as the audit has them: fetched within the scope, with facts. */
const pageFacts = `SELECT u.url, p.facts FROM url u JOIN page p ON p.url_id = u.id
  WHERE ${inRange} AND u.class = 'page' AND u.status BETWEEN 200 AND 299 AND p.facts IS NOT NULL ORDER BY u.id`;

const imagesWithoutAlt =
  (factsOf: ReturnType<typeof factsReader>) =>
  ([url = null, facts = null]: readonly StoredValue[]): StoredValue[][] =>
    (factsOf(facts as StoredFacts)?.images ?? [])
      .filter(({ alt }) => alt === undefined)
      .map(({ src, at: [start, end], width = null, lazy = false, onlyLinkContent = false, decorative = false }) => [
        ...[url, src, start, end, width],
        ...[lazy, onlyLinkContent, decorative],
      ]);

const headerRows = ([url = null, status = null, json = null]: readonly StoredValue[]): StoredValue[][] =>
  shownHeaders(storedHeaders(json as string | null)).map(([name, value], position) => [url, status, position, name, value]);

/** How each bulk export is read, with the columns that `exportPresets` names. */
const reads: Readonly<Record<ExportPresetId, (db: ReadDb) => Generator<ListPart>>> = {
  'links-to-4xx': db => chosenLinks(db, { target: 'u.status BETWEEN 400 AND 499' }),
  'links-to-5xx': db => chosenLinks(db, { target: 'u.status BETWEEN 500 AND 599' }),
  'links-to-redirects': db => chosenLinks(db, { target: 'u.redirect_id IS NOT NULL' }),
  'redirect-chains': redirectChains,
  'links-to-blocked': db => chosenLinks(db, { target: blocked }),
  'links-to-noindex': db => chosenLinks(db, { target: noindexPage }),
  'all-links': db => chosenLinks(db, {}),
  'external-links': db => chosenLinks(db, { elsewhere: true }),
  images: db => chosenLinks(db, { kinds: ['image'] }),
  'images-missing-alt': db => rowsByUrl(db, pageFacts, imagesWithoutAlt(factsReader(new WordTexts(db)))),
  'sitemap-entries': db => sitemapEntries(db),
  'canonicals-elsewhere': db => rowsByUrl(db, canonicals),
  'noindex-pages': db => rowsByUrl(db, noindexPages),
  'response-headers': db => rowsByUrl(db, responses, headerRows),
};

/** The rows of a bulk export, in parts. The same connection may be used between two of them. */
export const presetParts = (db: ReadDb, id: ExportPresetId): Generator<ListPart> => reads[id](db);
