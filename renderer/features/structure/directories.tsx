import { useCallback, useMemo, useRef, useState } from 'react';
import { graphListInfo } from '#shared/model/graph-lists.ts';
import { useActions } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { ExportButton } from '../../domain/export-button.tsx';
import { BlockList } from '../../ui/grid/block-list.tsx';
import { useBlocks } from '../../ui/grid/use-blocks.ts';
import type { GridColumn } from '../../ui/grid/virtual-grid.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { plural } from '../../ui/text/format.ts';
import { type GraphRow, graphColumns } from './graph-columns.tsx';
import { GraphmlButton } from './graphml-button.tsx';

/** Directories that are open at the same time: the call has this limit. */
const mostOpen = 2_000;
const indent = 14;

interface TreeRow {
  readonly cells: GraphRow;
  readonly path: string;
  readonly level: number;
  readonly hasMore: boolean;
}

/** 'shop/' of 'https://example.com/shop/'; a site stays whole. */
const nameOf = ({ path, level }: TreeRow): string =>
  level === 0 ? path : path.slice(path.lastIndexOf('/', path.length - 2) + 1);

/** The filter that lists the URLs of a directory. */
const filterOf = (path: string): string => `site:${path.replace(/\/$/, '')}/`;

/** The directories of the site as a tree, with what their URLs add up to. */
export function Directories() {
  const { go } = useActions();
  const { sort: first, label } = graphListInfo('tree');
  const [sort, setSort] = useState({ key: first, descending: false });
  const [open, setOpen] = useState<ReadonlySet<string> | null>(null);
  const selected = useRef<TreeRow | null>(null);
  const load = useCallback(
    async (from: number, limit: number) => {
      const wish = { list: 'tree', sort: sort.key, descending: sort.descending, from, limit } as const;
      // At first the sites are open.
      const isOpen =
        open ??
        new Set((await client.call('graph.list', { ...wish, from: 0, limit: 50, open: [] })).rows.map(row => String(row[0])));
      const { total, rows, parents } = await client.call('graph.list', { ...wish, open: [...isOpen].slice(-mostOpen) });
      if (open === null) setOpen(isOpen);
      return {
        total,
        rows: rows.map((cells, at) => ({
          cells,
          path: String(cells[0]),
          level: Number(cells[1]),
          hasMore: parents[at] === true,
        })),
      };
    },
    [sort, open],
  );
  const fresh = useBlocks<TreeRow>(load);
  // While a directory opens, the rows before stay, and so does the place in the list.
  const before = useRef(fresh);
  if (fresh.total !== undefined) before.current = fresh;
  const list = fresh.total === undefined ? { ...before.current, onRange: fresh.onRange } : fresh;
  const toggle = useCallback(
    (path: string, wanted?: boolean) =>
      setOpen(old => {
        const next = new Set(old);
        if (wanted ?? !next.has(path)) next.add(path);
        else next.delete(path);
        return next;
      }),
    [],
  );
  const columns = useMemo(() => treeColumns(open ?? new Set(), toggle), [open, toggle]);
  return (
    <>
      <div className="toolbar toolbar-line">
        <span className="muted num" data-testid="structure-count">
          {list.total === undefined ? 'Reading…' : `${plural(list.total, 'directory', 'directories')} shown`}
        </span>
        <span className="spacer" />
        <GraphmlButton />
        <ExportButton
          offer={{
            label,
            list: { kind: 'graph', list: 'tree', sort: sort.key, descending: sort.descending },
            count: null,
            shown: null,
          }}
        />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the grid in it has the focus; arrow keys open and close its rows */}
      <div
        className="under filled"
        onKeyDown={event => {
          const row = selected.current;
          if (event.altKey || row === null || !row.hasMore) return;
          if (event.key === 'ArrowRight') toggle(row.path, true);
          if (event.key === 'ArrowLeft') toggle(row.path, false);
        }}
      >
        <BlockList
          label={label}
          testId="structure-list"
          list={list}
          columns={columns}
          what="The directories"
          empty="No internal URL is stored."
          onOpen={({ path }) => go({ do: 'filter', filter: filterOf(path) })}
          onSelect={row => {
            selected.current = row;
          }}
          sort={sort}
          onSort={(key, reversed) => setSort(old => ({ key, descending: old.key === key ? !old.descending : reversed }))}
        />
      </div>
    </>
  );
}

function treeColumns(open: ReadonlySet<string>, toggle: (path: string) => void): readonly GridColumn<TreeRow>[] {
  return graphColumns('tree', '')
    .filter(({ key }) => key !== 'level')
    .map(({ cell, tone: _tone, hint: _hint, ...column }) => ({
      ...column,
      ...(column.key === 'directory'
        ? { width: 260, grow: true, cell: (row: TreeRow) => <Branch row={row} isOpen={open.has(row.path)} toggle={toggle} /> }
        : { cell: (row: TreeRow) => cell(row.cells) }),
    }));
}

interface BranchProps {
  readonly row: TreeRow;
  readonly isOpen: boolean;
  readonly toggle: (path: string) => void;
}

function Branch({ row, isOpen, toggle }: BranchProps) {
  return (
    <span style={{ paddingInlineStart: row.level * indent }}>
      {row.hasMore ? (
        <button
          type="button"
          tabIndex={-1}
          className="branch"
          aria-label={isOpen ? 'Close this directory' : 'Open this directory'}
          aria-expanded={isOpen}
          onClick={event => {
            event.stopPropagation();
            toggle(row.path);
          }}
        >
          {isOpen ? '▾' : '▸'}
        </button>
      ) : (
        <span className="branch" />
      )}
      <Foreign title={row.path} text={nameOf(row)} />
    </span>
  );
}
