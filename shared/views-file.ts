import { z } from 'zod';

/** Saved views of the URL list and sets of columns, as one JSON file that people share. */

export const mostViews = 100;
const text = (max: number) => z.string().max(max);
const Keys = z.array(text(100)).max(500).readonly();

const Layout = z.strictObject({
  order: Keys,
  hidden: Keys,
  pinned: Keys,
  widths: z.record(text(100), z.number().min(20).max(5_000)).readonly(),
});

export const ViewsFile = z.strictObject({
  crawlscope: z.literal('views'),
  version: z.literal(1),
  views: z
    .array(
      z.strictObject({
        name: text(60).min(1),
        filter: text(2_000),
        /** '' for all URLs. */
        tab: z.enum(['page', 'resource', 'external', '']),
        sort: text(100),
        descending: z.boolean(),
        columns: Layout,
        /** A set of columns by its name. Where there is none of that name, `columns` apply. */
        columnSet: text(60).min(1).optional(),
      }),
    )
    .max(mostViews)
    .readonly()
    .default([]),
  columnSets: z
    .array(z.strictObject({ name: text(60).min(1), columns: Layout }))
    .max(mostViews)
    .readonly()
    .default([]),
});
export type ViewsFile = z.infer<typeof ViewsFile>;
export type SavedView = ViewsFile['views'][number];
