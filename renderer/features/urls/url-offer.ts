import type { UrlViewInfo } from '#shared/contract.ts';
import { urlColumns } from '#shared/model/url-columns.ts';
import type { ExportOffer } from '../../bridge/export-offers.ts';
import type { UrlOrder } from './use-url-list.ts';

const nameOf = (key: string): string => urlColumns.find(column => column.key === key)?.name ?? key;

/** The list of URLs as an export offers it: its filter, its order and the columns on screen. */
export const urlOffer = (
  { filter, sort, descending }: UrlOrder,
  info: UrlViewInfo | null,
  columns: readonly { readonly key: string }[],
): ExportOffer => ({
  label: filter ? `URLs: ${filter}` : 'URLs',
  list: { kind: 'urls', filter, sort, descending },
  count: info?.searched === 1 ? info.count : null,
  shown: columns.map(({ key }) => nameOf(key)),
});
