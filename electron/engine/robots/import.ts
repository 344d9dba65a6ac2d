import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { RobotsImported } from '#shared/model/history.ts';
import { fail } from '#shared/rpc/errors.ts';
import { openDatabase } from '#storage/file/database.ts';
import type { Store } from '#storage/store.ts';
import { originTable } from '#storage/tables/origins.ts';
import { type ImportedVersion, longestRobotsBytes, robotsTable } from '#storage/tables/robots-versions.ts';
import { crawledOrigins } from './crawled-origins.ts';

interface Snapshot {
  readonly at: number;
  readonly name: string;
  /** Null where the response was not a file. */
  readonly body: Uint8Array | null;
  readonly status: number | null;
  readonly detail: string;
}

/**
 * Imports past robots.txt responses: a file, a folder of dated files, or another crawl file. `origin` names the site they belong to;
 * '' takes the one the source is named after, or for a crawl file all that both have. Refuses sources that give nothing.
 */
export function importRobots(store: Store, source: string, origin: string, now: number): RobotsImported {
  if (!existsSync(source)) fail('not_found', `${source} does not exist.`);
  const isFolder = statSync(source).isDirectory();
  if (!isFolder && source.toLowerCase().endsWith('.crawl')) return fromCrawl(store, source, origin);
  const names = isFolder
    ? readdirSync(source)
        .sort()
        .map(name => join(source, name))
    : [source];
  const skipped: { name: string; why: string }[] = [];
  const snapshots: Snapshot[] = [];
  for (const path of names) {
    const read = readSnapshot(path, isFolder, now);
    if (typeof read === 'string') skipped.push({ name: basename(path), why: read });
    else snapshots.push(read);
  }
  if (snapshots.length === 0) {
    const [first] = skipped;
    return fail('bad_request', `${source} contains no robots.txt to import${first ? ` (${first.name}: ${first.why})` : ''}.`);
  }
  const { id, key } = originOf(store, origin, resolve(source));
  const versions = inRuns(snapshots, id, `${key}/robots.txt`);
  return { origins: [key], ...bring(store, versions), skipped };
}

function bring(store: Store, versions: readonly ImportedVersion[]): { added: number; known: number } {
  let added = 0;
  store.transaction(() => {
    for (const version of versions) if (store.robots.bringIn(version)) added += 1;
  });
  return { added, known: versions.length - added };
}

/** The day in a name: 2024-05-01, 20240501, 2024-05-01T12:30:00, 20240501123000; UTC. Null where there is none. */
export function dateInName(name: string): number | null {
  const found = /(\d{4})-?(\d{2})-?(\d{2})(?:[T _-]?(\d{2})[:-]?(\d{2})(?:[:-]?(\d{2}))?)?/.exec(name);
  if (!found) return null;
  const [year, month, day, hour = 0, minute = 0, second = 0] = found.slice(1).map(part => Number(part ?? 0)) as number[];
  const at = Date.UTC(year as number, (month as number) - 1, day, hour, minute, second);
  const date = new Date(at);
  const isReal = date.getUTCMonth() === (month as number) - 1 && date.getUTCDate() === day && (hour as number) < 24;
  return isReal ? at : null;
}

/** A file as the response of its day, or why it is not one. In a folder the day must be in the name; a single file may have the time of its last change. */
function readSnapshot(path: string, isDated: boolean, now: number): Snapshot | string {
  const name = basename(path);
  const stat = statSync(path);
  if (!stat.isFile()) return 'not a file';
  if (stat.size > longestRobotsBytes) return `larger than ${longestRobotsBytes / 1024 / 1024} MiB`;
  const at = dateInName(name) ?? (isDated ? null : Math.min(now, Math.round(stat.mtimeMs)));
  if (at === null) return 'no date such as 2024-05-01 in its name';
  if (at > now) return 'its date is in the future';
  const body = readFileSync(path);
  if (!/\.json$/i.test(name)) return { at, name, body, status: 200, detail: '' };
  return failureOf(body.toString('utf8'), at, name);
}

/** A JSON file beside the dated texts describes a fetch that failed: its status, or an error in words. */
function failureOf(text: string, at: number, name: string): Snapshot | string {
  let fields: Readonly<Record<string, unknown>>;
  try {
    fields = JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch (error) {
    if (error instanceof SyntaxError) return 'not JSON';
    throw error;
  }
  if (typeof fields !== 'object' || fields === null) return 'JSON without a status or an error';
  const number = fields['status'] ?? fields['status_code'] ?? fields['http_status'];
  const status = typeof number === 'number' && Number.isInteger(number) ? number : null;
  const words = fields['error'] ?? fields['error_msg'] ?? fields['message'] ?? fields['detail'];
  const detail = typeof words === 'string' ? words.slice(0, 500) : '';
  if (status === null && detail === '') return 'JSON with neither a status nor an error';
  const unknown = unknownText(status, detail);
  if (unknown !== '') return unknown;
  return { at, name, body: null, status, detail };
}

/** The server returned a file that is not here, so its rules are unknown. '' where it returned none. */
function unknownText(status: number | null, detail: string): string {
  if (status === null || status < 200 || status >= 300) return '';
  return `status ${status} without its text${detail === '' ? '' : ` (${detail})`}, so its rules are unknown`;
}

const accessOf = ({ body, status }: Snapshot): ImportedVersion['access'] =>
  body ? 'rules' : status !== null && status >= 300 && status < 500 && status !== 429 ? 'allow-all' : 'disallow-all';

/** Snapshots in order of time, equal ones in a row joined. */
function inRuns(snapshots: readonly Snapshot[], originId: number, finalUrl: string): ImportedVersion[] {
  const runs: (ImportedVersion & { lastSeenAt: number })[] = [];
  for (const snapshot of [...snapshots].sort((a, b) => a.at - b.at)) {
    const { at, name, body, status, detail } = snapshot;
    const access = accessOf(snapshot);
    const last = runs.at(-1);
    const isSame = last?.access === access && last.status === status && sameBytes(last.body, body);
    if (last && isSame) last.lastSeenAt = at;
    else {
      const cause = status === null ? 'imported-failure' : null;
      runs.push({ originId, firstSeenAt: at, lastSeenAt: at, access, status, cause, detail, body, finalUrl, sourceName: name });
    }
  }
  return runs;
}

const sameBytes = (a: Uint8Array | null, b: Uint8Array | null): boolean =>
  a === b || (a !== null && b !== null && Buffer.compare(a, b) === 0);

/** The origin meant: the one named, else the one the file or its folder is named after, else the only one there is. */
function originOf(store: Store, wanted: string, source: string): { readonly id: number; readonly key: string } {
  if (wanted !== '')
    return store.origins.byKey(wanted.replace(/\/$/, '')) ?? fail('not_found', `${wanted} is not an origin of this crawl.`);
  const asked = crawledOrigins(store);
  const named = asked.filter(key => source.split(/[\\/]/).includes(key.replace(/^https?:\/\//, '')));
  const [only, ...others] = named.length > 0 ? named : asked;
  const found = only === undefined || others.length > 0 ? undefined : store.origins.byKey(only);
  if (found) return found;
  return fail(
    'bad_request',
    asked.length === 0
      ? 'This crawl has not requested any robots.txt yet.'
      : `It is not clear whose robots.txt this is. Name the origin, one of ${asked.slice(0, 5).join(', ')}${asked.length > 5 ? ' …' : ''}.`,
  );
}

/** `bring` what a file says that may be damaged: the tables of this one take no value that a version cannot have. */
function bringFrom(name: string, store: Store, versions: readonly ImportedVersion[]): ReturnType<typeof bring> {
  try {
    return bring(store, versions);
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_CONSTRAINT'))
      return fail(
        'refused',
        `${name} is damaged: one of its robots.txt versions has an impossible value. Use an undamaged copy of it.`,
      );
    throw error;
  }
}

/** Copies what another crawl saw of the same origins. */
function fromCrawl(store: Store, path: string, wanted: string): RobotsImported {
  const db = openDatabase(path, { readOnly: true });
  try {
    const [origins, robots] = [originTable(db), robotsTable(db)];
    const keys = wanted === '' ? origins.asked() : [wanted.replace(/\/$/, '')];
    const versions: ImportedVersion[] = [];
    const met: string[] = [];
    const skipped: { name: string; why: string }[] = [];
    for (const key of keys) {
      const [mine, theirs] = [store.origins.byKey(key), origins.byKey(key)];
      if (!mine || !theirs) continue;
      met.push(key);
      for (const version of robots.all(theirs.id)) {
        const { firstSeenAt, lastSeenAt, access, status, cause, detail, bodyHash, finalUrl } = version;
        // Older versions of this program imported such responses.
        const unknown = version.source === 'import' && access !== 'rules' ? unknownText(status, detail) : '';
        if (unknown !== '') {
          skipped.push({ name: `version ${robots.numberOf(version)} of ${key}/robots.txt`, why: unknown });
          continue;
        }
        versions.push({
          originId: mine.id,
          firstSeenAt,
          lastSeenAt,
          access,
          status,
          cause,
          detail,
          body: access === 'rules' ? (robots.body(bodyHash) ?? new Uint8Array()) : null,
          finalUrl,
          sourceName: basename(path),
        });
      }
    }
    if (met.length === 0) return fail('bad_request', `${basename(path)} and this crawl have no origin in common.`);
    return { origins: met, ...bringFrom(basename(path), store, versions), skipped };
  } finally {
    db.close();
  }
}
