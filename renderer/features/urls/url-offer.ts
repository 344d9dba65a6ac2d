import { listedColumns } from '#shared/model/link-score-column.ts';
import type { UrlViewInfo } from '#shared/model/url-view.ts';
import type { ExportOffer } from '../../bridge/export-offers.ts';
import type { ClassTab } from '../../bridge/nav-state.ts';
import type { UrlOrder } from './use-url-list.ts';

const nameOf = (key: string): string => listedColumns.find(column => column.key === key)?.name ?? key;

const tabNames: Readonly<Record<ClassTab, string>> = {
  page: 'Pages',
  resource: 'Resources',
  external: 'External URLs',
  '': 'URLs',
};

/** The list of URLs as an export offers it: its filter, its order and the columns on screen. */
export const urlOffer = (
  { filter, sort, descending }: Omit<UrlOrder, 'within'>,
  info: UrlViewInfo | null,
  columns: readonly { readonly key: string }[],
  { tab, typed }: { readonly tab: ClassTab | null; readonly typed: string },
): ExportOffer => ({
  label: typed ? `${tabNames[tab ?? '']}: ${typed}` : tabNames[tab ?? ''],
  list: { kind: 'urls', filter, sort, descending },
  count: info?.searched === 1 ? info.count : null,
  shown: columns.map(({ key }) => nameOf(key)),
});
