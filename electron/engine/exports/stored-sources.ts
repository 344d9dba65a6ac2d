import { parseQuery } from '#core/query/query.ts';
import type { ExportList } from '#shared/export-list.ts';
import { exportPresets } from '#shared/model/export-presets.ts';
import { fail } from '#shared/rpc/errors.ts';
import { openDatabase } from '#storage/file/database.ts';
import type { WriteDb } from '#storage/file/handle.ts';
import type { LinkScores } from '#storage/lists/link-scores.ts';
import { presetParts } from '#storage/presets/presets.ts';
import { sitemapEntries } from '#storage/presets/sitemap-entries.ts';
import { lookup } from '#storage/reads/lookup.ts';
import { crawlTable } from '#storage/tables/crawls.ts';
import { originTable } from '#storage/tables/origins.ts';
import { type RobotsVersion, robotsTable } from '#storage/tables/robots-versions.ts';
import { ruleReads } from '#storage/tables/rules.ts';
import { linkReadColumns, type ReadColumn, timeCell, urlReadColumn } from '../../export/read-column.ts';
import type { ListWish } from '../reader/url-lists.ts';
import { type LiveColumns, liveColumns } from '../rules/live-columns.ts';
import { type ListSource, pagedParts } from './list-source.ts';

/** Lists that are read from the file. Each has its own connection and snapshot, so a crawl can go on writing. */

type Of<K extends ExportList['kind']> = Extract<ExportList, { readonly kind: K }>;

/** Opens a list on a new connection, and closes that connection with the list. */
function onSnapshot(path: string, open: (db: WriteDb) => Omit<ListSource, 'close'>): ListSource {
  const db = openDatabase(path, { readOnly: true });
  try {
    // The file is read from end to end, so a small cache is enough.
    db.pragma('cache_size = -4096');
    db.exec('BEGIN');
    return { ...open(db), close: () => db.close() };
  } catch (error) {
    db.close();
    throw error;
  }
}

interface UrlParts {
  /** The ids of a list in its order. */
  ordered(wish: ListWish): Promise<Int32Array>;
  readonly live: Pick<LiveColumns, 'operators'>;
  readonly scores: LinkScores;
}

/** URLs of a filter in an order. */
export async function urlSource(path: string, list: Of<'urls'>, { ordered, live, scores }: UrlParts): Promise<ListSource> {
  const { terms, problem } = parseQuery(list.filter, live.operators());
  if (problem) fail('bad_request', problem);
  const ids = await ordered({ terms, sort: list.sort, descending: list.descending });
  return idSource(path, ids, scores);
}

/** URLs by their ids, in this order, with every column. Link scores are among them once they are computed. */
export function idSource(path: string, ids: Int32Array, scores: LinkScores | null): ListSource {
  return onSnapshot(path, db => {
    const scored = scores?.values ? { scores } : {};
    const live = liveColumns(db, { rules: ruleReads(db), crawlId: crawlTable(db).crawlId, ...scored });
    const columns = live.columns().map(urlReadColumn);
    const { rows } = live.views;
    const page = (from: number, limit: number) => rows(ids.subarray(from, from + limit));
    return { columns, parts: pagedParts(ids.length, page, columns), sheetName: 'URLs' };
  });
}

export const linkSource = (path: string, { url, direction }: Of<'links'>): ListSource =>
  onSnapshot(path, db => {
    const reads = lookup(db);
    const { id } = reads.url(url) ?? fail('not_found', `${url} is not in this crawl.`);
    // All at once: a page has few links, and reading inlinks by page would search for them again each time.
    const { total, rows } = reads.links(id, direction, 0, Number.MAX_SAFE_INTEGER);
    return {
      columns: linkReadColumns,
      parts: pagedParts(total, (from, limit) => rows.slice(from, from + limit), linkReadColumns),
      sheetName: direction === 'in' ? 'Links in' : 'Links out',
    };
  });

const presetOf = (id: Of<'preset'>['id']) =>
  exportPresets.find(each => each.id === id) ?? fail('bad_request', `There is no export “${id}”.`);

export const presetSource = (path: string, { id }: Of<'preset'>): ListSource =>
  onSnapshot(path, db => ({ columns: presetOf(id).columns, parts: presetParts(db, id), sheetName: presetOf(id).label }));

export const sitemapSource = (path: string, { sitemap }: Of<'sitemap-entries'>): ListSource =>
  onSnapshot(path, db => ({
    columns: presetOf('sitemap-entries').columns,
    parts: sitemapEntries(db, sitemap),
    sheetName: 'Sitemap entries',
  }));

interface NumberedVersion {
  readonly number: number;
  readonly isInForce: boolean;
  readonly version: RobotsVersion;
}

const versionColumns: readonly ReadColumn<NumberedVersion>[] = [
  { name: 'number', type: 'integer', read: ({ number }) => number },
  { name: 'in_force', type: 'boolean', read: ({ isInForce }) => isInForce },
  { name: 'first_seen_at', type: 'time', read: ({ version }) => timeCell(version.firstSeenAt) },
  { name: 'last_seen_at', type: 'time', read: ({ version }) => timeCell(version.lastSeenAt) },
  { name: 'access', type: 'text', read: ({ version }) => version.access },
  { name: 'status', type: 'integer', read: ({ version }) => version.status },
  { name: 'cause', type: 'text', read: ({ version }) => version.cause },
  { name: 'detail', type: 'text', read: ({ version }) => version.detail },
  { name: 'size', type: 'integer', read: ({ version }) => version.size },
  { name: 'final_url', type: 'text', read: ({ version }) => version.finalUrl },
  { name: 'content_type', type: 'text', read: ({ version }) => version.contentType },
  { name: 'source', type: 'text', read: ({ version }) => version.source },
  { name: 'source_name', type: 'text', read: ({ version }) => version.sourceName },
];

export const versionSource = (path: string, { origin }: Of<'robots-versions'>): ListSource =>
  onSnapshot(path, db => {
    const known = originTable(db).byKey(origin) ?? fail('not_found', `${origin} is not an origin of this crawl.`);
    const versions = robotsTable(db).all(known.id);
    const page = (from: number, limit: number): NumberedVersion[] =>
      versions
        .slice(from, from + limit)
        .map((version, i) => ({ number: from + i + 1, isInForce: version.id === known.robotsId, version }));
    return {
      columns: versionColumns,
      parts: pagedParts(versions.length, page, versionColumns),
      sheetName: 'robots.txt versions',
    };
  });
