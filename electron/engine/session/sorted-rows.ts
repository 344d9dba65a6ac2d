import type { Term } from '#core/query/term.ts';
import { finish } from '#core/steps.ts';
import { linkScoreColumn } from '#shared/model/link-score-column.ts';
import type { UrlRow } from '#shared/model/url-columns.ts';
import type { WriteDb } from '#storage/file/handle.ts';
import { type LinkScores, tenths } from '#storage/lists/link-scores.ts';
import { UrlOrders } from '#storage/lists/url-orders.ts';
import type { LiveColumns } from '../rules/live-columns.ts';

const rowsOfRead = 500;

interface Order {
  readonly terms: readonly Term[];
  /** Key of a column. */
  readonly sort: string;
  readonly descending: boolean;
  readonly limit: number;
}

/** The rows of a filter in the order of a column, in one go: for a command that has the thread for itself. */
export function* sortedRows(
  { db, live, scores }: { readonly db: WriteDb; readonly live: LiveColumns; readonly scores: LinkScores },
  { terms, sort, descending, limit }: Order,
): Generator<UrlRow> {
  const orders = new UrlOrders(db);
  orders.setTable(live.columns());
  if (scores.values) orders.columns.give(linkScoreColumn.key, scores.values, tenths);
  finish(orders.update());
  finish(orders.use(terms, sort));
  const text = orders.textOf(sort);
  if (text) finish(text.update(orders.columns.last));
  const found = finish(orders.select(terms, () => undefined));
  const ids = finish(orders.order(found, sort, descending)).subarray(0, limit);
  for (let from = 0; from < ids.length; from += rowsOfRead) yield* live.views.rows(ids.subarray(from, from + rowsOfRead));
}
