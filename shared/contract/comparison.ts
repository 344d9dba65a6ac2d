import { z } from 'zod';
import { type FieldChange, fieldWays } from '../model/compare-fields.ts';
import type { ComparedPair, ComparedUrl, ComparisonView } from '../model/comparison.ts';
import type { ComparedFieldsView, ComparedSitemapsView, ComparisonMapping } from '../model/comparison-details.ts';
import type { TrendView } from '../model/crawl-trend.ts';
import type { PageDiff } from '../model/page-diff.ts';
import type { FileInfo, FileOutcome } from '../model/shell.ts';
import { type SitemapChange, sitemapChangeKinds } from '../model/sitemap-diff.ts';
import { type MappingCounts, mappingKinds, mostMappingRules } from '../model/url-mapping.ts';
import { readCall, shellCall } from '../rpc/define.ts';
import { Count, Id, None, text, Url } from '../rpc/inputs.ts';

const FieldName = text(120);
const FieldChoice = { field: FieldName, way: z.enum(fieldWays).nullable(), contains: text(500) };
const SitemapChoice = { kind: z.enum(sitemapChangeKinds).nullable(), contains: text(500) };
const MappingRules = z
  .array(z.strictObject({ kind: z.enum(mappingKinds), from: text(2_000), to: text(2_000) }))
  .max(mostMappingRules)
  .readonly();

/** Procedures of the window: the open crawl beside others. */
export const comparisonProcedures = {
  /** The comparison with another crawl, or null. It works in the background: call again while it runs. */
  'comparison.read': readCall<ComparisonView | null>()(None),
  /** The URLs of a group, those with most inlinks first. Fails after a newer comparison. */
  'comparison.urls': readCall<{ readonly total: number; readonly rows: readonly ComparedUrl[] }>()(
    z.strictObject({ run: Id, group: Id, from: Id, limit: Count }),
  ),
  /** What both crawls say of one URL, with the evidence; null while nothing is compared. */
  'comparison.pair': readCall<ComparedPair | null>()(z.strictObject({ run: Id, url: Url })),
  /** What differs field by field: the usual fields and those of `more`. The first call starts it: call again while it runs. */
  'comparison.fields': readCall<ComparedFieldsView>()(z.strictObject({ run: Id, more: z.array(FieldName).max(12).readonly() })),
  'comparison.cancelFields': readCall<void>()(z.strictObject({ run: Id })),
  /** The URLs that differ in a field, with both values. `contains`: part of URL or value. */
  'comparison.fieldUrls': readCall<{ readonly total: number; readonly rows: readonly FieldChange[] }>()(
    z.strictObject({ run: Id, ...FieldChoice, from: Id, limit: Count }),
  ),
  /** What differs between the sitemaps, and whether their dates are true. The first call starts it: call again while it runs. */
  'comparison.sitemaps': readCall<ComparedSitemapsView>()(z.strictObject({ run: Id })),
  'comparison.cancelSitemaps': readCall<void>()(z.strictObject({ run: Id })),
  'comparison.sitemapChanges': readCall<{ readonly total: number; readonly rows: readonly SitemapChange[] }>()(
    z.strictObject({ run: Id, ...SitemapChoice, from: Id, limit: Count }),
  ),
  /** One page in both crawls: text, links, headers, structured data. Null where one of them does not have it. */
  'comparison.page': readCall<PageDiff | null>()(z.strictObject({ run: Id, url: Url })),
  /** How URLs of the first crawl are written in the second. */
  'comparison.mapping': readCall<ComparisonMapping>()(None),
  /** Changes it, and compares again. Patterns are RE2, whose time is linear. */
  'comparison.setMapping': readCall<void>()(z.strictObject({ rules: MappingRules, keepPairs: z.boolean() })),
  /** Counts what rules would do to the URLs of both crawls. */
  'comparison.testMapping': readCall<MappingCounts>()(z.strictObject({ run: Id, rules: MappingRules, keepPairs: z.boolean() })),
  /** Takes over the mapping of a JSON or CSV file that the user chooses. Null: cancelled. */
  'comparison.takeMapping': shellCall<ComparisonMapping | null>()(None),
  /** Writes the mapping as JSON where the user chooses. */
  'comparison.saveMapping': shellCall<FileInfo | null>()(None),
  /** Compares in the other direction. */
  'comparison.swap': readCall<void>()(None),
  /** Compares again, because the open crawl may have changed. */
  'comparison.again': readCall<void>()(None),
  'comparison.cancel': readCall<void>()(None),
  /** Ends the comparison and closes the other file. */
  'comparison.close': readCall<void>()(None),
  /** Lets the user choose another crawl file in a dialog, then starts a comparison. */
  'comparison.choose': shellCall<FileOutcome>()(None),
  'comparison.recent': shellCall<FileOutcome>()(z.strictObject({ id: text(64) })),
  /** Writes the result where the user chooses; the window never learns the path. */
  'comparison.save': shellCall<FileOutcome>()(z.strictObject({ run: Id, format: z.enum(['csv', 'json']) })),

  /** Lets the user choose crawl files, or a folder with some of this site, then starts the trend over them and the open one. False: cancelled. */
  'trend.choose': shellCall<boolean>()(z.strictObject({ from: z.enum(['files', 'folder']) })),
  /** The trend over several crawls, or null. It works in the background: call again while it runs. */
  'trend.read': readCall<TrendView | null>()(None),
  'trend.cancel': readCall<void>()(None),
} as const;
