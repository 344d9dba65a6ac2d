import { access } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { ExportList } from '#shared/export-list.ts';
import type { ReportRequest } from '#shared/model/report.ts';
import type { FileInfo } from '#shared/model/shell.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import type { DataFormat } from './dialogs.ts';

export const crawlExtension = '.crawl';

/** Names that Windows reserves for devices, with or without an extension. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * A safe file name without extension from text that may come from a crawl: No separators, control, format or shell
 * characters, no leading dots or dashes; at most 80 characters.
 */
export function safeName(text: string): string {
  const name = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*$`'!;&%~#{}[\]]+/gu, '-')
    .replace(/\.crawl$/i, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.-]+|[\s.-]+$/g, '');
  const short = Array.from(name)
    .slice(0, 80)
    .join('')
    .replace(/[\s.-]+$/, '');
  return short === '' || reserved.test(short) ? 'crawl' : short;
}

/** A safe name for a text file: `robots.txt` stays so, anything else ends in `.txt`. */
export const safeTextName = (text: string): string => `${safeName(text.replace(/\.txt$/i, ''))}.txt`;

/** `example.com 2026-11-21` from the first seed's host and a local date. A seed may lack its scheme, as in the form. */
export function defaultName(seeds: readonly string[], today: Date): string {
  let host = 'crawl';
  try {
    const seed = (seeds[0] ?? '').trim();
    host = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(seed) ? seed : `https://${seed}`).hostname || host;
  } catch (_notAnUrl) {
    host = 'crawl';
  }
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${safeName(host)} ${today.getFullYear()}-${two(today.getMonth() + 1)}-${two(today.getDate())}`;
}

/** The default name of a report. Its own extension is added later, so the extension of the page's URL is removed. */
export function reportName(wanted: ReportRequest): string {
  const plain = (url: string): string =>
    url
      .replace(/^https?:\/\//, '')
      .replace(/\.html?$/i, '')
      .slice(0, 60);
  if (wanted.kind === 'url') return `Dossier ${plain(wanted.url)}`;
  if (wanted.kind === 'line') return `Line ${wanted.line} of robots.txt ${plain(wanted.origin)}`;
  return `Politeness ${plain(wanted.origins[0] ?? 'all hosts')}`;
}

const directions = { in: 'links in', out: 'links out' } as const;

/** The default name of an exported list, without its extension. `file`: the name of the crawl. */
export function exportName(list: ExportList, file: string): string {
  const plain = (url: string): string => url.replace(/^https?:\/\//, '').slice(0, 40);
  switch (list.kind) {
    case 'preset':
      return `${file} ${list.id}`;
    case 'graph':
      return `${file} ${list.list === 'tree' ? 'directories' : list.list}`;
    case 'links':
      return `${file} ${directions[list.direction]} ${plain(list.url)}`;
    case 'issue-urls':
    case 'issue-evidence':
      return `${file} ${list.check}${list.kind === 'issue-evidence' ? ' evidence' : ''}`;
    case 'robots-versions':
      return `${file} robots.txt versions ${plain(list.origin)}`;
    case 'coverage':
      return `${file} coverage ${plain(list.origin)}`;
    case 'covered':
      return `${file} robots.txt line ${list.line} ${plain(list.origin)}`;
    case 'judged':
      return `${file} ${list.verdict} ${plain(list.origin)}`;
    case 'replay':
      return `${file} changed URLs`;
    case 'undiscoverable':
      return `${file} undiscoverable URLs`;
    case 'comparison':
      return `${file} compared`;
    case 'compared-field':
      return `${file} compared ${plain(list.field)}`;
    case 'compared-sitemaps':
      return `${file} compared sitemaps`;
    default:
      return `${file} ${list.kind}`;
  }
}

/** The path a save dialog gave, with the extension of the format. */
export const withFormat = (path: string, format: DataFormat): string =>
  path.toLowerCase().endsWith(`.${format}`) ? path : `${path}.${format}`;

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** The first free path `NAME.crawl`, `NAME 2.crawl`, … in a folder. The engine still refuses to overwrite. */
export async function freePath(
  folder: string,
  name: string,
  taken: (path: string) => Promise<boolean> = exists,
): Promise<string> {
  for (let n = 1; n < 10_000; n += 1) {
    const path = join(folder, `${name}${n === 1 ? '' : ` ${n}`}${crawlExtension}`);
    if (!(await taken(path))) return path;
  }
  throw new Error('no free file name');
}

/** The path a save dialog gave, with the extension it must have. */
export const withExtension = (path: string): string =>
  path.toLowerCase().endsWith(crawlExtension) ? path : `${path}${crawlExtension}`;

/** The chosen path with the extension of its format. Refuses an existing file that the dialog did not ask about. */
export async function dataPath(chosen: string, format: DataFormat): Promise<string> {
  const path = withFormat(chosen, format);
  if (path !== chosen && (await exists(path)))
    throw new RpcError('refused', `“${basename(path)}” already exists there. Choose another name.`);
  return path;
}

/** The path a save dialog gave for a report. */
export const asHtml = (path: string): string => (/\.html?$/i.test(path) ? path : `${path}.html`);

/** How a file is shown: its name without extension and its folder, shortened with `~` inside the home folder. */
export function fileInfo(path: string, home: string): FileInfo {
  const folder = dirname(path);
  const inside = relative(home, folder);
  const isInside = inside === '' || (inside.split(sep)[0] !== '..' && inside !== folder);
  return {
    name: basename(path).replace(/\.crawl$/i, ''),
    folder: isInside ? ['~', ...inside.split(sep).filter(part => part !== '')].join(sep) : folder,
  };
}
