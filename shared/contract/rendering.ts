import { z } from 'zod';
import type { BlockedCost } from '../model/blocked-cost.ts';
import type { SourceWindow } from '../model/explanation.ts';
import type {
  MarkupDifference,
  RenderingCounts,
  RenderLogRow,
  RenderRequests,
  ScreenshotView,
  UrlRenderings,
} from '../model/rendering-view.ts';
import { engineCall, readCall } from '../rpc/define.ts';
import { Count, Id, None, text, Url } from '../rpc/inputs.ts';

/** Procedures of the window: rendered pages. */
export const renderingProcedures = {
  /** The renderings of a URL, or why there is none. */
  'rendering.ofUrl': readCall<UrlRenderings>()(z.strictObject({ url: Url })),
  /**
   * Renders stored pages and returns when that has ended; `crawl.stop` ends it. Refuses while the crawl runs. `free`: sites whose robots.txt
   * the user agrees to ignore for the resources of these pages; without one robots.txt is obeyed. `allow`: the user allows that a browser
   * runs the scripts of a file from another installation; without it, such a file is refused (`CrawlStatus.asksToRender`).
   */
  'rendering.start': engineCall<void>()(
    z.strictObject({
      urls: z.array(Url).min(1).max(1_000).readonly(),
      free: z.array(text(300).min(1)).max(50).readonly(),
      allow: z.literal(true).optional(),
    }),
  ),
  'rendering.counts': readCall<RenderingCounts>()(None),
  /** What resources that robots.txt blocks cost a page, or (without a URL) the crawl. */
  'rendering.cost': readCall<BlockedCost>()(z.strictObject({ url: Url.optional() })),
  'rendering.requests': readCall<RenderRequests>()(
    z.strictObject({ rendering: Id, only: z.enum(['all', 'lost', 'blocked']), from: Id, limit: Count }),
  ),
  /** The first 500 entries of the console, and what the page tried and did not get. */
  'rendering.log': readCall<readonly RenderLogRow[]>()(z.strictObject({ rendering: Id })),
  /** A window of the rendered document, as `url.source`. */
  'rendering.source': readCall<SourceWindow>()(z.strictObject({ rendering: Id, start: Id, end: Id, fromByte: Id.optional() })),
  'rendering.difference': readCall<MarkupDifference>()(z.strictObject({ rendering: Id })),
  /** One picture of at most 32 MiB. */
  'rendering.screenshot': readCall<ScreenshotView>()(z.strictObject({ rendering: Id, kind: z.enum(['viewport', 'page']) })),
} as const;
