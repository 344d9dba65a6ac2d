import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { SourceWindow } from '#shared/model/explanation.ts';
import {
  type MarkupDifference,
  type RenderingSummary,
  type ScreenshotKind,
  type ScreenshotView,
  screenshotLimits,
  type UrlRenderings,
} from '#shared/model/rendering-view.ts';
import type { Lookup } from '#storage/reads/lookup.ts';
import type { RenderingRow, RenderingRows } from '#storage/reads/rendering-rows.ts';
import { decodeRenderedFacts } from '#storage/reads/renderings.ts';
import { notRenderable } from '../rendering/renderable.ts';
import { bodyWindow, charsetOf, noSource, supportedCharset } from './source.ts';

const noBody = 'The crawl file does not contain the document that came out.';

/** The response that a browser can render, or why there is none. */
function pageOf(lookup: Lookup, urlId: number | null): { readonly fetch: number | null; readonly cannot: string } {
  const last = urlId === null ? undefined : lookup.fetches(urlId).findLast(attempt => attempt.outcome === 'response');
  if (!last) return { fetch: null, cannot: 'This URL has no response, so there is nothing to render.' };
  // Without a content type, the first bytes tell what it is.
  const body = last.contentType === null ? lookup.body(last.bodyHash) : null;
  const cannot =
    notRenderable(last, body) ||
    (last.bodyHash ? '' : 'The crawl did not store the body of this response, so there is nothing to render.');
  return { fetch: cannot === '' ? last.id : null, cannot };
}

const scopeWords = ({ render, renderSample }: Pick<CrawlSettings, 'render' | 'renderSample'>, hasEnded: boolean): string => {
  if (render === 'never') return 'This crawl renders no pages.';
  if (render === 'sample') return `This crawl renders ${renderSample} pages of each template, and this is none of them.`;
  if (render === 'different')
    return `This crawl renders ${renderSample} pages of each template, and all where scripts change those. This page was not chosen.`;
  return hasEnded ? 'The crawl ended before this page was rendered.' : 'This page waits to be rendered.';
};

function summaryOf(row: RenderingRow, lastFetch: number | null, rows: RenderingRows): RenderingSummary {
  const screenshots: ScreenshotKind[] = [];
  if (row.viewport_hash) screenshots.push('viewport');
  if (row.page_hash) screenshots.push('page');
  return {
    id: row.id,
    variant: row.variant,
    wanted: row.wanted,
    state: row.state,
    result: row.result,
    detail: row.detail,
    movedTo: row.moved_to ?? '',
    endedAt: row.ended_at,
    device: row.device ?? '',
    browser: row.browser ?? '',
    endedBy: row.ended_by ?? '',
    finalUrl: row.final_url ?? '',
    pageMs: row.page_ms,
    wallMs: row.wall_ms,
    isOutdated: row.fetch_id !== null && lastFetch !== null && row.fetch_id !== lastFetch,
    htmlBytes: row.html_bytes ?? 0,
    requests: row.requests ?? 0,
    blocked: row.requests_blocked ?? 0,
    failed: row.requests_failed ?? 0,
    refused: row.requests_refused ?? 0,
    dropped: row.requests_dropped ?? 0,
    logged: rows.logged(row.id),
    screenshots,
    facts: decodeRenderedFacts(row.compared),
  };
}

interface About {
  readonly lookup: Lookup;
  readonly rows: RenderingRows;
  readonly settings: Pick<CrawlSettings, 'render' | 'renderSample'>;
  readonly hasEnded: boolean;
}

/** The renderings of a URL; without one, why. */
export function urlRenderings({ lookup, rows, settings, hasEnded }: About, url: string): UrlRenderings {
  const id = lookup.url(url)?.id ?? null;
  const { fetch, cannot } = pageOf(lookup, id);
  const renderings = id === null ? [] : rows.ofUrl(id).map(row => summaryOf(row, fetch, rows));
  const why = renderings.length > 0 || cannot !== '' ? '' : scopeWords(settings, hasEnded);
  return { renderings, cannot, why };
}

/** A window of the document that came out of a rendering, as `sourceWindow`. */
export function renderedSource(
  { lookup, rows }: Pick<About, 'lookup' | 'rows'>,
  {
    rendering,
    ...wanted
  }: { readonly rendering: number; readonly start: number; readonly end: number; readonly fromByte?: number | undefined },
): SourceWindow {
  const row = rows.byId(rendering);
  const url = row?.final_url ?? '';
  if (!row?.html_hash) return noSource(url, 'There is no rendered document.');
  const body = lookup.body(row.html_hash);
  return body ? bodyWindow(url, body, 'utf-8', wanted) : noSource(url, noBody);
}

/** How the delivered document differs from the rendered one. */
export async function renderedDifference(
  { lookup, rows }: Pick<About, 'lookup' | 'rows'>,
  rendering: number,
): Promise<MarkupDifference> {
  const none = (unavailable: string): MarkupDifference => ({
    ...{ added: 0, removed: 0, moved: 0, rows: [], rowCount: 0, isCut: false },
    unavailable,
  });
  const row = rows.byId(rendering);
  const fetch = row?.fetch_id == null ? undefined : lookup.fetch(row.fetch_id);
  const rendered = row?.html_hash ? lookup.body(row.html_hash) : null;
  if (!row || !rendered) return none(noBody);
  const raw = fetch ? lookup.body(fetch.bodyHash) : null;
  if (!fetch || !raw) return none('The crawl file does not contain the response that was rendered.');
  const charset = lookup.facts(row.url_id)?.charset ?? charsetOf(fetch.contentType) ?? 'utf-8';
  // parse5 is loaded with the first comparison.
  const { markupDifference } = await import('#core/rendering/markup-difference.ts');
  return markupDifference(new TextDecoder(supportedCharset(charset)).decode(raw), new TextDecoder().decode(rendered));
}

const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const;

/** A screenshot, if the window can decode it without harm: the file may have been made by anyone. */
export function screenshotOf(
  { lookup, rows }: Pick<About, 'lookup' | 'rows'>,
  rendering: number,
  kind: ScreenshotKind,
): ScreenshotView {
  const none = (unavailable: string, [width, height] = [0, 0]): ScreenshotView => ({ width, height, png: null, unavailable });
  const row = rows.byId(rendering);
  const hash = kind === 'viewport' ? row?.viewport_hash : row?.page_hash;
  const png = hash ? lookup.body(hash) : null;
  if (!png) return none('The crawl file does not contain this screenshot.');
  if (png.length < 24 || pngStart.some((byte, at) => png[at] !== byte)) return none('What is stored is no PNG picture.');
  // PNG specification, section 11.2.2: width and height are the first fields of the first chunk.
  const view = new DataView(png.buffer, png.byteOffset);
  const size = [view.getUint32(16), view.getUint32(20)] as const;
  const [width, height] = size;
  const { side, pixels, bytes } = screenshotLimits;
  if (Math.max(width, height) > side || width * height > pixels || png.length > bytes)
    return none(`The picture is ${width} × ${height} pixels, which is too large to show.`, [width, height]);
  return { width, height, png, unavailable: '' };
}
