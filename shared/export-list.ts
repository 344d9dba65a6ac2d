import { z } from 'zod';
import { fieldWays } from './model/compare-fields.ts';
import { csvSeparators, exportFormats } from './model/export.ts';
import { exportPresetIds } from './model/export-presets.ts';
import { graphListIds } from './model/graph-lists.ts';
import { hitsShown } from './model/issues.ts';
import { linkScoreColumn } from './model/link-score-column.ts';
import { mostSignalConditions, signalNames } from './model/signals.ts';
import { sitemapChangeKinds } from './model/sitemap-diff.ts';
import { urlColumnKeys } from './model/url-columns.ts';

/** The list that the window exports, and the format of the file. */

const text = (max: number) => z.string().max(max);
const Id = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER);
const Origin = text(500);
/** Key of a column of URLs: one of the table, or of a custom rule. */
export const SortKey = z.union([
  z.enum([...urlColumnKeys, linkScoreColumn.key]),
  z.string().regex(/^((search|extract)\.[a-z][a-z0-9_-]{0,39}|segment)$/),
]);
/** An interpretation of an origin's robots.txt: as in the procedures about replays. */
const Side = z.strictObject({ version: Id.nullable(), text: text(1_048_576).nullable(), profile: text(100) });

/** Which cells of a truth table of signals. */
export const SignalChoiceInput = z.strictObject({
  where: z
    .array(
      z.strictObject({
        signal: z.enum(signalNames),
        values: z.array(text(40)).min(1).max(20).readonly(),
        profile: text(100).nullable(),
      }),
    )
    .max(mostSignalConditions)
    .readonly(),
  conflict: text(40).nullable(),
});

/** A list by its kind, with what identifies it. Another list is another entry, and a source in `electron/engine/exports`. */
export const ExportList = z.discriminatedUnion('kind', [
  /** URLs that match a filter, in the order of the window. */
  z.strictObject({ kind: z.literal('urls'), filter: text(2_000), sort: SortKey, descending: z.boolean() }),
  z.strictObject({ kind: z.literal('links'), url: text(8_192), direction: z.enum(['in', 'out']) }),
  z.strictObject({ kind: z.literal('sitemap-entries'), sitemap: Id }),
  z.strictObject({ kind: z.literal('robots-versions'), origin: Origin }),
  /** The URLs of one group, or of all groups (null). */
  z.strictObject({ kind: z.literal('disagreements'), list: Id, group: Id.nullable() }),
  z.strictObject({ kind: z.literal('coverage'), origin: Origin, side: Side }),
  /** URLs that a line decides, or matches without deciding. */
  z.strictObject({ kind: z.literal('covered'), origin: Origin, side: Side, line: Id, matches: z.boolean() }),
  /** The URLs of one group of the open comparison, or of all groups (null). */
  z.strictObject({ kind: z.literal('comparison'), run: Id, group: Id.nullable() }),
  /** The URLs that differ in a field of the open comparison. */
  z.strictObject({
    kind: z.literal('compared-field'),
    run: Id,
    field: text(120),
    way: z.enum(fieldWays).nullable(),
    contains: text(500),
  }),
  /** What differs between the sitemaps of the open comparison. */
  z.strictObject({
    kind: z.literal('compared-sitemaps'),
    run: Id,
    change: z.enum(sitemapChangeKinds).nullable(),
    contains: text(500),
  }),
  /** The changed URLs of a replay. */
  z.strictObject({
    kind: z.literal('replay'),
    handle: Id,
    change: z.enum(['newlyBlocked', 'newlyAllowed', 'undecided', 'otherLine']).nullable(),
    cause: Id.nullable(),
    section: text(2_000).nullable(),
  }),
  z.strictObject({
    kind: z.literal('judged'),
    origin: Origin,
    side: Side,
    verdict: z.enum(['blocked', 'allowed', 'undecided']),
  }),
  /** The URLs that a replay makes undiscoverable. */
  z.strictObject({ kind: z.literal('undiscoverable'), handle: Id }),
  /** Every check of the audit with its count. */
  z.strictObject({ kind: z.literal('issues') }),
  /** The URLs that a check hit, or those of one of its groups of duplicates. */
  z.strictObject({
    kind: z.literal('issue-urls'),
    check: text(100),
    show: z.enum(hitsShown),
    group: text(100).nullable(),
    sort: SortKey,
    descending: z.boolean(),
  }),
  /** The hits of a check with their evidence: one row for each piece, and one for a hit without any. */
  z.strictObject({ kind: z.literal('issue-evidence'), check: text(100), show: z.enum(hitsShown), group: text(100).nullable() }),
  /** A list about links. */
  z.strictObject({ kind: z.literal('graph'), list: z.enum(graphListIds), sort: text(40), descending: z.boolean() }),
  /** The chosen cells of a truth table of signals. */
  z.strictObject({ kind: z.literal('signals'), list: Id, choice: SignalChoiceInput }),
  /** The URLs of one of its cells, or (null) of all chosen ones. */
  z.strictObject({ kind: z.literal('signal-urls'), list: Id, cell: Id.nullable(), choice: SignalChoiceInput }),
  z.strictObject({ kind: z.literal('preset'), id: z.enum(exportPresetIds) }),
]);
export type ExportList = z.output<typeof ExportList>;

/** `columns`: the exported columns by name, in this order; null for all. Separator and byte-order mark apply to CSV. */
export const ExportWish = z.strictObject({
  list: ExportList,
  format: z.enum(exportFormats),
  separator: z.enum(csvSeparators),
  bom: z.boolean(),
  columns: z.array(text(100)).min(1).max(200).readonly().nullable(),
});
export type ExportWish = z.output<typeof ExportWish>;
