import { useCallback, useMemo, useState } from 'react';
import { titleOf } from '#shared/explain/describe.ts';
import type { LinkRow } from '#shared/model/explanation.ts';
import { useActions } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { useBlocks } from '../../ui/grid/use-blocks.ts';
import { type GridColumn, VirtualGrid } from '../../ui/grid/virtual-grid.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { plural, shortUrl, statusTone } from '../../ui/text/format.ts';

type Direction = 'in' | 'out';

/** Links to and from a URL. A row opens the other end; its place opens the tag in the source. */
export function Links({ url }: { readonly url: string }) {
  const [direction, setDirection] = useState<Direction>('in');
  const { go } = useActions();
  const [selected, setSelected] = useState(-1);
  const load = useCallback(
    (from: number, limit: number) => client.call('url.links', { url, direction, from, limit }),
    [url, direction],
  );
  const { total, rowAt, onRange, error, retry } = useBlocks<LinkRow>(load);
  const columns = useMemo<readonly GridColumn<LinkRow>[]>(
    () => [
      {
        key: 'url',
        label: direction === 'in' ? 'From' : 'To',
        width: 150,
        grow: true,
        cell: row => {
          const other = direction === 'in' ? row.from : row.to;
          return <Foreign title={other} text={shortUrl(other, url)} />;
        },
      },
      { key: 'text', label: 'Text', width: 120, cell: row => <Foreign title={row.text} text={row.text} /> },
      {
        key: 'place',
        label: 'Tag',
        width: 84,
        cell: row =>
          row.end > 0 ? (
            <button
              type="button"
              tabIndex={-1}
              className="link"
              title="Show the tag in the source"
              onClick={event => {
                event.stopPropagation();
                go({ do: 'open', target: { view: 'source', url: row.from, start: row.start, end: row.end } });
              }}
            >
              {row.kind}
            </button>
          ) : (
            row.kind
          ),
      },
      { key: 'rel', label: 'rel', width: 60, cell: row => <Foreign text={row.rel} /> },
      {
        key: 'status',
        label: 'Status',
        width: 60,
        end: true,
        cell: row => <span className={`tone-${statusTone(row.status)}`}>{row.status ?? '–'}</span>,
      },
      { key: 'reason', label: 'Decision', width: 150, cell: row => titleOf(row.reason) },
    ],
    [direction, go, url],
  );
  const open = (index: number): void => {
    const row = rowAt(index);
    if (row) go({ do: 'open', target: { view: 'url', url: direction === 'in' ? row.from : row.to } });
  };
  const turn = (next: Direction): void => {
    setDirection(next);
    setSelected(-1);
  };
  return (
    <div className="filled">
      <div className="toolbar">
        {(['in', 'out'] as const).map(name => (
          <button key={name} type="button" className="chip" aria-pressed={name === direction} onClick={() => turn(name)}>
            {name === 'in' ? 'Links to it' : 'Links on it'}
          </button>
        ))}
        <span className="count muted num">{total === undefined ? '' : plural(total, 'link')}</span>
      </div>
      {error && <Problem text={`The links could not be read: ${error}`} retry={retry} />}
      {total === 0 ? (
        <div className="empty">{direction === 'in' ? 'No known page links to it.' : 'No link was read on it.'}</div>
      ) : (
        <VirtualGrid
          label={direction === 'in' ? 'Links to it' : 'Links on it'}
          testId="link-grid"
          columns={columns}
          count={total ?? 0}
          rowAt={rowAt}
          onRange={onRange}
          selected={selected}
          onSelect={setSelected}
          onOpen={open}
        />
      )}
    </div>
  );
}
