import type { UrlViewInfo } from '#shared/model/url-view.ts';

/** The first rows that came with a list, if they have all columns that are shown by now. `had`: the columns that they have. */
export const rowsWith = (shown: readonly string[], { rows }: Pick<UrlViewInfo, 'rows'>, had: readonly string[]) =>
  shown.every(key => had.includes(key)) ? rows : undefined;
