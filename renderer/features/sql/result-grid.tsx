import { useMemo, useState } from 'react';
import type { SqlCell, SqlResult } from '#shared/model/sql-console.ts';
import { useActions } from '../../bridge/app-context.ts';
import { messageOf } from '../../bridge/hooks.ts';
import { copyText } from '../../ui/grid/copy-rows.ts';
import { type GridColumn, VirtualGrid } from '../../ui/grid/virtual-grid.tsx';
import { Problem } from '../../ui/problem.tsx';
import { foreignText } from '../../ui/text/foreign.tsx';
import { urlOfRow } from './row-url.ts';
import { type SqlRow, useRows } from './use-statement.ts';

const looked = 100;
const [least, most, ofLetter, around] = [64, 420, 7, 22];
const longestHint = 1_000;

const shown = (cell: SqlCell | undefined) =>
  cell === null || cell === undefined ? (
    <span className="muted">null</span>
  ) : typeof cell === 'number' ? (
    String(cell)
  ) : (
    foreignText(cell)
  );

/** The rows of a result. Enter inspects the URL of a row. */
export function ResultGrid({ result }: { readonly result: SqlResult }) {
  const { go, toast } = useActions();
  const { row, want, problem } = useRows(result);
  const [selected, setSelected] = useState(-1);
  const sample = Array.from({ length: Math.min(looked, result.rows) }, (_, at) => row(at)).filter(each => each !== undefined);
  const isLoaded = sample.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first rows set the widths once, when they have come
  const columns = useMemo<readonly GridColumn<SqlRow>[]>(
    () =>
      result.columns.map((name, at) => {
        const cells = sample.map(each => each[at] ?? null);
        const letters = cells.reduce<number>((longest, cell) => Math.max(longest, String(cell ?? 'null').length), name.length);
        const present = cells.filter(cell => cell !== null);
        return {
          key: String(at),
          label: name,
          width: Math.min(most, Math.max(least, letters * ofLetter + around)),
          grow: at === result.columns.length - 1,
          end: present.length > 0 && present.every(cell => typeof cell === 'number'),
          cell: each => shown(each[at]),
          hint: each => (typeof each[at] === 'string' ? each[at].slice(0, longestHint) : undefined),
        };
      }),
    [result, isLoaded],
  );
  const copy = (index: number): void => {
    const cells = row(index);
    if (!cells) return;
    const heads = result.columns.map(name => ({ key: name, label: name }));
    navigator.clipboard.writeText(copyText('tsv', heads, [cells])).then(
      () => toast('1 row copied'),
      (error: unknown) => toast(`The row could not be copied: ${messageOf(error)}`, 'problem'),
    );
  };
  const open = (index: number): void => {
    const url = urlOfRow(result.columns, row(index) ?? []);
    if (url !== null) go({ do: 'inspect', url });
  };
  return (
    <>
      {problem && <Problem text={problem} />}
      <VirtualGrid
        label="Result"
        testId="sql-grid"
        columns={columns}
        count={result.rows}
        rowAt={row}
        onRange={want}
        selected={selected}
        onSelect={setSelected}
        onOpen={open}
        onCopy={copy}
      />
    </>
  );
}
