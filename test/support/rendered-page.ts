import { engineById } from '#core/directives/engines.ts';
import { renderedFacts } from '#core/rendering/facts.ts';
import { readPage } from '#engine/crawl/read-page.ts';
import type { FetchResponse, Headers } from '#shared/model/fetch.ts';
import type { RenderedFacts } from '#shared/model/rendered-facts.ts';
import type { RenderOutcome } from '#shared/model/rendering.ts';

export type Rendered = Extract<RenderOutcome, { readonly kind: 'rendered' }>;

export const pageUrl = 'https://shop.test/p/1';
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A rendering that ended well, without requests. */
export const outcomeOf = (html: string, change: Partial<Rendered> = {}): Rendered => ({
  ...{ kind: 'rendered', endedBy: 'idle', url: pageUrl, html: utf8(html), scripted: [], screenshots: [], picturesMissing: '' },
  ...{ requests: [], requestsDropped: 0, console: [], refused: [], pageMs: 100, wallMs: 50 },
  ...change,
});

interface Given {
  readonly headers?: Headers;
  readonly outcome?: Partial<Rendered>;
  readonly lineOf?: Parameters<typeof renderedFacts>[0]['lineOf'];
  readonly url?: string;
}

/** What scripts change between two pages, as the crawl reads them. */
export function comparedPages(
  raw: string,
  rendered: string,
  { headers = [], outcome, lineOf, url = pageUrl }: Given = {},
): RenderedFacts {
  const ended = outcomeOf(rendered, { url, ...outcome });
  const profile = { agents: ['crawlscope'], engine: engineById('unknown') };
  const read = (at: string, body: Uint8Array) => readPage(at, responseOf(body, headers), profile);
  return renderedFacts({
    url,
    raw: read(url, utf8(raw)),
    rendered: read(ended.url, ended.html),
    outcome: ended,
    lineOf: lineOf ?? (() => null),
  });
}

const responseOf = (body: Uint8Array, headers: Headers): FetchResponse =>
  ({
    ...{ kind: 'response', status: 200, body, bodyEnd: 'complete', wireBytes: body.length, remoteAddress: null },
    headers: [['Content-Type', 'text/html; charset=utf-8'], ...headers],
    timings: { startedAt: 0, endedAt: 0, firstByteMs: null, totalMs: 0 },
  }) as unknown as FetchResponse;
