import type { CrawlSettings, CrawlState, CrawlStatus } from '#shared/model/crawl.ts';
import type { LinkRow, SitemapRow, UrlRow } from '#shared/model/explanation.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import type { Handlers } from '#shared/rpc/types.ts';
export interface Session {
  readonly path: string;
  readonly handlers: Handlers<'engine'>;
  status(): CrawlStatus;
  run(): Promise<CrawlState>;
  pause(): Promise<void>;
  stop(): Promise<void>;
  urls(query: { filter: string; limit?: number }): Iterable<UrlRow>;
  links(query: { from?: string; to?: string; limit?: number }): Iterable<LinkRow>;
  sitemaps(): readonly SitemapRow[];
  sql(statement: string, limits: { timeMs: number; maxRows: number }): { columns: readonly string[]; rows: Iterable<readonly unknown[]> };
  close(): Promise<void>;
}
export function createSession(_path: string, _settings: CrawlSettings): Session { throw new RpcError('unavailable', 'stub engine'); }
export function openSession(_path: string, _options?: { readOnly?: boolean }): Session { throw new RpcError('unavailable', 'stub engine'); }
export function checkSettings(_settings: CrawlSettings): Readonly<Record<string, string>> { return {}; }
