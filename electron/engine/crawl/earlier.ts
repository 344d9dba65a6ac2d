import { headerValue } from '#shared/header-values.ts';
import type { FetchOutcome, FetchResponse, Headers } from '#shared/model/fetch.ts';
import type { WriteDb } from '#storage/file/handle.ts';
import { type FetchRow, lookup } from '#storage/reads/lookup.ts';
import { originTable } from '#storage/tables/origins.ts';
import { robotsTable } from '#storage/tables/robots-versions.ts';
import { openOther } from '../compare/other-crawl.ts';

/** A stored response of an earlier crawl that a server can confirm (RFC 9110 section 13.1, RFC 9111 section 4.3). */
export interface EarlierCopy {
  readonly ifNoneMatch: string | undefined;
  readonly ifModifiedSince: string | undefined;
  /** When it was received, epoch milliseconds. */
  readonly at: number;
  readonly statusText: string;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** Headers that describe the message that had the body, so that those of a 304 do not replace them (RFC 9111 section 3.2). */
const ofBody: ReadonlySet<string> = new Set([
  'content-encoding',
  'content-length',
  'content-range',
  'content-type',
  'transfer-encoding',
  'connection',
]);

const fieldOf = (headers: Headers, name: string): string | undefined => headerValue(headers, name) ?? undefined;

/** The responses of an earlier crawl of the same site. Reads that file only; it must stay open while the crawl runs. */
export class EarlierCrawl {
  readonly #db: WriteDb;
  readonly #lookup: ReturnType<typeof lookup>;
  readonly #origins: ReturnType<typeof originTable>;
  readonly #robots: ReturnType<typeof robotsTable>;

  /** `path` is the earlier file, `own` that of this crawl. Throws an RpcError that names what is wrong with the file. */
  constructor(path: string, own: string) {
    this.#db = openOther(path, own);
    this.#lookup = lookup(this.#db);
    this.#origins = originTable(this.#db);
    this.#robots = robotsTable(this.#db);
  }

  /** The last whole response of a page with status 200, if it is stored with something to ask by. */
  page(url: string): EarlierCopy | undefined {
    const known = this.#lookup.url(url);
    return known && this.#copyOf(this.#lookup.fetches(known.id).findLast(({ status }) => status !== null));
  }

  sitemap(url: string): EarlierCopy | undefined {
    const { fetchId = null } = this.#lookup.sitemap(url) ?? {};
    return fetchId === null ? undefined : this.#copyOf(this.#lookup.fetch(fetchId));
  }

  /** The robots.txt of an origin, if no redirect led to it. */
  robots(origin: string): EarlierCopy | undefined {
    const id = this.#origins.byKey(origin)?.robotsId ?? null;
    const version = id === null ? undefined : this.#robots.byId(id);
    if (version?.access !== 'rules' || version.status !== 200 || version.finalUrl !== `${origin}/robots.txt`) return undefined;
    const body = this.#robots.body(version.bodyHash);
    const { etag, lastModified, contentType, lastSeenAt } = version;
    if (body === null || (etag === null && lastModified === null)) return undefined;
    const headers: Headers = [
      ...(contentType === null ? [] : [['content-type', contentType] as const]),
      ...(etag === null ? [] : [['etag', etag] as const]),
      ...(lastModified === null ? [] : [['last-modified', lastModified] as const]),
    ];
    return {
      ...{ ifNoneMatch: etag ?? undefined, ifModifiedSince: lastModified ?? undefined },
      ...{ at: lastSeenAt, statusText: 'OK', headers, body },
    };
  }

  close(): void {
    this.#db.close();
  }

  #copyOf(fetch: FetchRow | undefined): EarlierCopy | undefined {
    if (fetch?.outcome !== 'response' || fetch.status !== 200 || fetch.bodyEnd !== 'complete') return undefined;
    const headers = fetch.responseHeaders;
    const ifNoneMatch = fieldOf(headers, 'etag');
    const ifModifiedSince = fieldOf(headers, 'last-modified');
    if (ifNoneMatch === undefined && ifModifiedSince === undefined) return undefined;
    const body = fetch.bodyHash === null ? null : this.#lookup.body(fetch.bodyHash);
    if (body === null && (fetch.bodyBytes ?? 0) > 0) return undefined;
    const { startedAt, endedAt, statusText } = fetch;
    return {
      ...{ ifNoneMatch, ifModifiedSince, at: endedAt ?? startedAt, headers },
      ...{ statusText: statusText ?? '', body: body ?? new Uint8Array() },
    };
  }
}

const minute = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/**
 * The response that a 304 confirms: the stored one, with the headers of the 304 (RFC 9111 section 4.3.4). Any other outcome stays as it is.
 */
export function confirmed(outcome: FetchOutcome, earlier: EarlierCopy | undefined): FetchOutcome {
  if (!earlier || outcome.kind === 'failure' || outcome.status !== 304) return outcome;
  const renewed = outcome.headers.filter(([name]) => !ofBody.has(name.toLowerCase()));
  const names = new Set(renewed.map(([name]) => name.toLowerCase()));
  const response: FetchResponse = {
    ...outcome,
    status: 200,
    statusText: earlier.statusText,
    headers: [...earlier.headers.filter(([name]) => !names.has(name.toLowerCase())), ...renewed],
    body: earlier.body,
    bodyEnd: 'complete',
    unchanged: `304 Not Modified: unchanged since ${minute(earlier.at)}`,
  };
  return response;
}
