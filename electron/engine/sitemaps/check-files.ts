import { statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type AcrossFiles, AcrossFilesRules, type PlacedEntry } from '#core/sitemap/check/across-files.ts';
import {
  type CheckedSitemap,
  checkDecoded,
  checkSitemap,
  type ListedSitemap,
  type SitemapFacts,
} from '#core/sitemap/check/check-sitemap.ts';
import { type DecodedFile, SITEMAP_MAX_BYTES } from '#core/sitemap/parse.ts';
import { fail } from '#shared/rpc/errors.ts';
import { PoliteRequests, type Received } from './polite-requests.ts';
import { piecesOf } from './read-pieces.ts';
import { unpack } from './unpack.ts';

/** One file, checked. */
export interface SitemapReport extends CheckedSitemap {
  /** Its URL, its path, or `-`. */
  readonly source: string;
  /** Where a URL came from after redirects; '' for a file. */
  readonly url: string;
  /** Bytes as they are on disk or were sent; null for standard input. */
  readonly packedBytes: number | null;
  /** Bytes without gzip; one more than 50 MiB means longer. */
  readonly bytes: number;
  readonly isPacked: boolean;
  /** The place in the index that lists it. */
  readonly listedAt: { readonly source: string; readonly line: number } | null;
}

/** A file that an index lists and that was not read. */
export interface UnreadSitemap {
  readonly source: string;
  readonly listedAt: { readonly source: string; readonly line: number };
  readonly why: string;
  /** Not read because of `most`. Otherwise it could not be. */
  readonly isBeyond: boolean;
}

export interface FileCheckOptions {
  /** A path, `-` for standard input, or a URL. */
  readonly source: string;
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Where a local file will be published; '' if unknown. */
  readonly publishedAt: string;
  /** Files of an index that are read too. */
  readonly most: number;
  readonly delayMs: number;
  readonly signal: AbortSignal;
  /** Gets the text of each file that was read. `source`: its URL or path; `listed`: its URL in the index, '' for the first file. */
  /** Gets what the files of an index show only together, at the end; not called where fewer than two sitemaps were read. */
  readonly onAcross?: (across: AcrossFiles) => void;
  readonly onFile?: (file: { readonly source: string; readonly listed: string; readonly file: DecodedFile }) => void;
}

export type FileResult = ({ readonly isRead: true } & SitemapReport) | ({ readonly isRead: false } & UnreadSitemap);

const isUrl = (source: string): boolean => /^https?:\/\//i.test(source);

/**
 * Checks a sitemap, and the files that an index lists. A URL is requested politely; a local index has its files beside it, and nothing is
 * requested. Yields each file when it is done. Throws when the first file cannot be read.
 */
export async function* checkSitemapFiles(options: FileCheckOptions): AsyncGenerator<FileResult> {
  const across = new AcrossFilesRules();
  if (isUrl(options.source)) yield* checkUrls(options, across);
  else yield* checkLocal(options, across);
  const found = across.finish();
  if (found.files > 1) options.onAcross?.(found);
}

async function* checkLocal(options: FileCheckOptions, across: AcrossFilesRules): AsyncGenerator<FileResult> {
  const { source, most, publishedAt } = options;
  const first = await localReport(options, source, publishedAt, { listedAt: null, across });
  yield { isRead: true, ...first };
  for (const [place, listed] of first.listed.entries()) {
    if (most === 0) return;
    const listedAt = { source, line: listed.line };
    if (place >= most) yield { isRead: false, source: listed.url, listedAt, why: beyond(most), isBeyond: true };
    else yield await localChild(options, listed, { listedAt, across });
  }
}

async function localChild(
  options: FileCheckOptions,
  { url }: ListedSitemap,
  { listedAt, across }: { readonly listedAt: NonNullable<SitemapReport['listedAt']>; readonly across: AcrossFilesRules },
): Promise<FileResult> {
  const unread = (why: string): FileResult => ({ isRead: false, source: url, listedAt, why, isBeyond: false });
  if (options.source === '-') return unread('Standard input has no folder to look in.');
  const name = fileNameOf(url);
  const path = join(dirname(options.source), name);
  try {
    // No file has a name with NUL.
    if (name.includes('\0') || statSync(path, { throwIfNoEntry: false })?.isFile() !== true)
      return unread('There is no file of that name beside the index.');
    return { isRead: true, ...(await localReport(options, path, url, { listedAt, across })) };
  } catch (error) {
    // Only the file system's errors name their call; any other is a bug.
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    return unread(`The file beside the index could not be read (${error.message.split(',', 1)[0]}).`);
  }
}

async function* checkUrls(
  { source, most, delayMs, signal, onFile }: FileCheckOptions,
  across: AcrossFilesRules,
): AsyncGenerator<FileResult> {
  const requests = new PoliteRequests(source, { delayMs, signal });
  try {
    const received = await requests.get(source);
    if (received.kind === 'none') fail('unavailable', `could not read ${source}: ${received.why}`);
    const first = await receivedReport(source, received as Received, received.isNamed, { listedAt: null, onFile, across });
    yield { isRead: true, ...first };
    for (const [place, listed] of first.listed.entries()) {
      if (most === 0) return;
      const listedAt = { source, line: listed.line };
      if (place >= most) yield { isRead: false, source: listed.url, listedAt, why: beyond(most), isBeyond: true };
      else yield await childOf(requests, listed, { listedAt, isNamed: received.isNamed, onFile, across });
    }
  } finally {
    await requests.close();
  }
}

const beyond = (most: number): string => `Only ${most} files are read; --max-files reads more.`;

interface Parent {
  readonly listedAt: NonNullable<SitemapReport['listedAt']>;
  readonly isNamed: boolean;
  readonly onFile: FileCheckOptions['onFile'];
  readonly across: AcrossFilesRules;
}

async function childOf(requests: PoliteRequests, { url }: ListedSitemap, parent: Parent): Promise<FileResult> {
  const { listedAt, onFile, across } = parent;
  const received = await requests.get(url);
  if (received.kind === 'file')
    return {
      isRead: true,
      ...(await receivedReport(url, received, parent.isNamed || received.isNamed, { listedAt, onFile, across })),
    };
  if (received.status === null) return { isRead: false, source: url, listedAt, why: received.why, isBeyond: false };
  const before = [{ code: 'bad-status', message: received.why }] as const;
  const checked = checkSitemap({ bytes: new Uint8Array(), url, isNamed: null, now: Date.now(), before });
  return { isRead: true, ...checked, source: url, url, packedBytes: 0, bytes: 0, isPacked: false, listedAt };
}

async function receivedReport(
  source: string,
  { url, redirects, contentType, response }: Received,
  isNamed: boolean,
  { listedAt, onFile, across }: Pick<Origin, 'listedAt' | 'onFile' | 'across'>,
): Promise<SitemapReport> {
  const before: { code: 'redirected' | 'content-type' | 'unfinished-response'; message: string }[] = [];
  if (redirects > 0) before.push({ code: 'redirected', message: `${source} redirects to ${url}.` });
  if (!/xml|^text\/plain|gzip|octet-stream|rss|atom/i.test(contentType))
    before.push({ code: 'content-type', message: `The Content-Type is ${contentType || 'missing'}.` });
  if (response.bodyEnd === 'truncated')
    before.push({ code: 'unfinished-response', message: `The connection ended after ${response.body.length} bytes.` });
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    yield response.body;
  };
  return await reportOf(pieces(), { source, packedBytes: response.wireBytes, listedAt, url, isNamed, before, onFile, across });
}

async function localReport(
  { stdin, onFile }: FileCheckOptions,
  source: string,
  url: string,
  { listedAt, across }: Pick<Origin, 'listedAt' | 'across'>,
): Promise<SitemapReport> {
  if (source !== '-' && statSync(source).isDirectory()) fail('bad_request', `${source} is a folder; name a file in it.`);
  const packedBytes = source === '-' ? null : statSync(source).size;
  const pieces: AsyncIterable<Uint8Array> = source === '-' ? stdin : piecesOf(source, 4 * SITEMAP_MAX_BYTES);
  return {
    ...(await reportOf(pieces, { source, packedBytes, listedAt, url, isNamed: null, before: [], onFile, across })),
    url: '',
  };
}

type Origin = Pick<SitemapReport, 'source' | 'packedBytes' | 'listedAt'> &
  Pick<SitemapFacts, 'url' | 'isNamed' | 'before'> & {
    readonly onFile: FileCheckOptions['onFile'];
    readonly across: AcrossFilesRules;
  };

async function reportOf(pieces: AsyncIterable<Uint8Array>, origin: Origin): Promise<SitemapReport> {
  const { source, packedBytes, listedAt, url, isNamed } = origin;
  const { file, isPacked, fault } = await unpack(pieces);
  origin.onFile?.({ source, listed: listedAt === null ? '' : url, file });
  const before = [...(origin.before ?? []), ...(fault === '' ? [] : [{ code: 'bad-gzip' as const, message: fault }])];
  const isListed = listedAt !== null;
  const { across } = origin;
  let isNew = true;
  const onEntry = (entry: PlacedEntry): void => {
    if (isNew) across.file(source);
    isNew = false;
    across.add(entry);
  };
  const checked = checkDecoded(file, { url, isNamed, isListed, now: Date.now(), before, onEntry });
  return { ...checked, source, url, packedBytes, bytes: file.bytes, isPacked, listedAt };
}

/** The last part of the path of a URL, never more than a name. */
function fileNameOf(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return basename(decodeURIComponent(last));
  } catch {
    // decodeURIComponent throws for a % that starts no octet.
    return basename(last);
  }
}
