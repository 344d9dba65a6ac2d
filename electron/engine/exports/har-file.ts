import { parseQuery } from '#core/query/query.ts';
import { NOT_STORED } from '#shared/explain/redact.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import { fail } from '#shared/rpc/errors.ts';
import { appVersion } from '#shared/version.ts';
import type { RequestLog } from '#storage/reads/request-log.ts';
import { harEntry, harHead, harTail } from '../../export/har.ts';
import type { LiveColumns } from '../rules/live-columns.ts';
import type { TextPiece } from './write-pieces.ts';

type Requests = ReturnType<RequestLog['all']>;

const noLimit = Number.MAX_SAFE_INTEGER;
const about = (filter: string): string =>
  `${filter === '' ? 'Every request of a crawl' : `Requests of a crawl for the URLs that match ${filter}`}, without bodies and secrets.`;

/** Headers that the user gave to the crawl may be keys to the site: their values count as not stored. */
function* withoutOwn(requests: Requests, { headers }: Pick<CrawlSettings, 'headers'>): Requests {
  const own = new Set(headers.map(({ name }) => name.toLowerCase()));
  for (const { records, ...progress } of requests)
    yield {
      ...progress,
      records: records.map(record => ({
        ...record,
        requestHeaders: record.requestHeaders.map(
          ([name, value]) => [name, own.has(name.toLowerCase()) ? NOT_STORED : value] as const,
        ),
      })),
    };
}

/** The requests for the URLs that a filter finds; '' for all of the crawl, robots.txt and sitemaps included. Fails if the filter cannot be used. */
export function chosenRequests(
  log: RequestLog,
  filter: string,
  live: Pick<LiveColumns, 'operators' | 'views'>,
  settings: Pick<CrawlSettings, 'headers'>,
): Requests {
  if (filter.trim() === '') return withoutOwn(log.all(null), settings);
  const { terms, problem } = parseQuery(filter, live.operators());
  if (problem) fail('bad_request', problem);
  const ids = new Set<number>();
  for (const { id } of live.views.stream(terms, noLimit)) ids.add(id);
  return withoutOwn(log.all(ids), settings);
}

/** The document in pieces. Yields after each block of requests. */
export function* harPieces(requests: Requests, filter: string): Generator<TextPiece> {
  let rows = 0;
  let text = harHead(appVersion, about(filter));
  for (const { records, done, total } of requests) {
    for (const record of records) text += `${rows++ === 0 ? '' : ','}\n${JSON.stringify(harEntry(record))}`;
    yield { text, rows, done, total, words: '' };
    text = '';
  }
  const words = `${rows.toLocaleString('en-US')} requests, without bodies and secrets.`;
  yield { text: text + harTail, rows, done: 1, total: 1, words };
}
