import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { lookFirst } from '#engine/first-look/start.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import { usage } from './exit.ts';
import { requireFile } from './with-session.ts';

/** The crawls of a trend as the command line names them. */
export interface TrendChoice {
  readonly paths: readonly string[];
  /** The site whose crawls are chosen from a folder: a host, or the path of a crawl file of this site. Null: all given files. */
  readonly siteOf: string | { readonly host: string } | null;
  /** Names of files of a folder that cannot be opened. */
  readonly unreadable: readonly string[];
}

/** False for folders, for broken links, and for pipes, which would never end. */
const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

const crawlsIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(entry => !entry.isDirectory() && /\.crawl$/i.test(entry.name))
    .map(({ name }) => join(folder, name))
    .sort();

/** Says how many files were looked at. 'cancel' after Ctrl+C. */
export type FilesLooked = (done: number, files: number) => Promise<'go-on' | 'cancel'>;

/**
 * What `read` finds in each file, and the files that cannot be opened. Each file first gets the same safety check as a file given by name. Null:
 * `looked` ended it.
 */
async function readAll<T>(paths: readonly string[], read: (path: string) => T, looked: FilesLooked) {
  const found: { readonly path: string; readonly value: T }[] = [];
  const unreadable: string[] = [];
  const leaveOut = (path: string): void => void unreadable.push(basename(path).replace(/\.crawl$/i, ''));
  for (const [done, path] of paths.entries()) {
    if ((await looked(done, paths.length)) === 'cancel') return null;
    if (!isFile(path)) {
      leaveOut(path);
      continue;
    }
    try {
      lookFirst(path);
      found.push({ path, value: read(path) });
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      leaveOut(path);
    }
  }
  return { found, unreadable };
}

/** The host as crawls write it. `site` may also be a URL, have a port, or contain letters beyond ASCII. */
function hostNamed(site: string): string {
  const url = site.includes('://') ? site : `http://${site}`;
  return URL.canParse(url) ? new URL(url).hostname : site;
}

/** The start hosts, with the number of crawls of each, most first. */
function countHosts(crawls: readonly { readonly value: ReadonlySet<string> }[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const { value } of crawls) for (const host of value) counts.set(host, (counts.get(host) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

/**
 * The given files, and from a given folder its crawl files of one site, without subfolders. `--site` or a file given beside the folder chooses the
 * site; otherwise all crawls in the folder must be of one site. Null: `looked` ended it.
 */
export async function trendChoice(
  given: readonly string[],
  site: string | null,
  hostsOf: (path: string) => ReadonlySet<string>,
  looked: FilesLooked,
): Promise<TrendChoice | null> {
  const files = given.filter(path => !isFolder(path));
  for (const path of files) requireFile(path);
  if (files.length === given.length) {
    if (site !== null) return usage('trend: --site chooses crawls of a folder. Name a folder.');
    if (files.length < 2) return usage('trend: it needs a folder, or two crawl files. See: crawlscope trend --help');
    return { paths: files, siteOf: null, unreadable: [] };
  }
  const folders = given.filter(isFolder).join(', ');
  const inFolders = given.filter(isFolder).flatMap(crawlsIn);
  if (inFolders.length === 0) return usage(`there is no .crawl file in ${folders}.`);
  const read = await readAll(inFolders, hostsOf, looked);
  if (read === null) return null;
  const { found, unreadable } = read;
  const paths = [...files, ...found.map(({ path }) => path)];
  const [first] = files;
  if (site !== null) return { paths, siteOf: { host: hostNamed(site) }, unreadable };
  if (first !== undefined) return { paths, siteOf: first, unreadable };
  const sites = countHosts(found);
  const [most] = sites;
  if (most === undefined) return usage(`no .crawl file in ${folders} can be read.`);
  if (sites.length === 1) return { paths, siteOf: { host: most[0] }, unreadable };
  const list = sites.slice(0, 20).map(([host, crawls]) => `${host} (${crawls})`);
  return usage(`the crawls in ${folders} have several start hosts: ${list.join(', ')}. Choose one: --site ${most[0]}`);
}
