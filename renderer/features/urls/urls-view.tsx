import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { UrlViewInfo } from '#shared/contract.ts';
import type { UrlColumnKey } from '#shared/model/url-columns.ts';
import { useActions, useNav } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { inspectedOf } from '../../bridge/nav-state.ts';
import { FixProposal } from '../../domain/fix-proposal.tsx';
import { interpreterInput } from '../../domain/interpreter-choice.ts';
import {
  allRows,
  isSelected,
  noRows,
  oneRow,
  type RowSelection,
  type SelectMode,
  selectedCount,
  selectRow,
} from '../../ui/grid/row-selection.ts';
import { type GridHandle, VirtualGrid } from '../../ui/grid/virtual-grid.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { countWords, plural } from '../../ui/text/format.ts';
import { AssertSelected, useAssert } from './assert-selected.tsx';
import { allColumns } from './columns.tsx';
import { ColumnsMenu } from './columns-menu.tsx';
import { CopyMenu } from './copy-menu.tsx';
import { RowMenu } from './row-menu.tsx';
import { Toolbar } from './toolbar.tsx';
import { useColumns } from './use-columns.ts';
import { useCopy } from './use-copy.ts';
import { type UrlOrder, useUrlList } from './use-url-list.ts';

/** All URLs ever seen, in any order, narrowed by a filter. */
export function UrlsView() {
  const nav = useNav();
  const { go } = useActions();
  const grid = useRef<GridHandle>(null);
  const [sorting, setSorting] = useState<{ readonly key: UrlColumnKey; readonly descending: boolean }>({
    key: 'depth',
    descending: false,
  });
  const columns = useColumns();
  const [selection, setSelection] = useState<RowSelection>(noRows);
  const many = selectedCount(selection);
  const order = useMemo<UrlOrder>(
    () => ({ filter: nav.filter, sort: sorting.key, descending: sorting.descending }),
    [nav.filter, sorting],
  );
  const onFilter = useCallback((filter: string) => go({ do: 'filter', filter }), [go]);
  const [picked, setPicked] = useState('');
  const inspectedUrl = nav.inspectorOpen ? (inspectedOf(nav)?.url ?? '') : '';
  // Positions of several selected rows mean something only while the list stays as it is.
  const list = useUrlList(order, grid, picked, many > 1);
  const { info, rowAt, selected, setSelected } = list;
  // With the inspector open the selection drives it, a moment later so that holding an arrow key stays smooth.
  const select = (index: number, mode: SelectMode): void => {
    setSelection(selectRow(selection, index, mode));
    setSelected(index);
    setPicked(rowAt(index)?.url ?? '');
  };
  const selectAll = (): void => {
    // All of them need a row that the keyboard is at.
    if (selected < 0) select(0, 'only');
    setSelection(allRows(count, selected));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has other positions
  useEffect(() => setSelection(oneRow(selected)), [info?.view, selected === selection.at]);
  const followed = useRef('');
  const view = info?.view;
  useEffect(() => {
    if (inspectedUrl === '' || inspectedUrl === followed.current) return;
    followed.current = inspectedUrl;
    setPicked(inspectedUrl);
    if (view === undefined) return;
    // A selection that cannot be found stays where it is; the list itself reports what is wrong.
    client.call('urls.position', { view, url: inspectedUrl }).then(setSelected, () => undefined);
  }, [inspectedUrl, view, setSelected]);
  useEffect(() => {
    if (!nav.inspectorOpen || picked === '' || picked === followed.current) return;
    const timer = setTimeout(() => {
      followed.current = picked;
      go({ do: 'inspect', url: picked });
    }, 120);
    return () => clearTimeout(timer);
  }, [picked, nav.inspectorOpen, go]);
  const sortBy = useCallback((key: string, reversed: boolean) => {
    const column = allColumns.find(c => c.key === key);
    if (!column) return;
    setSorting(old => ({ key: column.key, descending: old.key === column.key ? !old.descending : reversed }));
  }, []);
  const open = (index: number): void => {
    const url = rowAt(index)?.url;
    if (!url) return;
    followed.current = url;
    go({ do: 'inspect', url });
  };
  const count = info?.count ?? 0;
  const crawler = interpreterInput(nav.crawler).profile ?? '';
  const copying = useCopy(info?.view ?? 0, count, crawler);
  const assert = useAssert(info?.view ?? 0, crawler);
  const ranges = many > 1 ? selection.ranges : null;
  const copy = (index: number): void => {
    if (ranges) void copying.rows('tsv', ranges, columns.columns);
    else void copying.url(rowAt(index)?.url ?? '');
  };
  const [fixing, setFixing] = useState<'free' | 'block' | null>(null);
  const empty = info !== null && info.count === 0 && info.searched === 1 && info.current && !info.problem;
  const under = useRef<HTMLDivElement>(null);
  const active = nav.view === 'urls';
  // The table and the sentence in its place take each other's keyboard along.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when one replaces the other
  useEffect(() => {
    if (!active || document.activeElement !== document.body) return;
    under.current?.querySelector<HTMLElement>('.grid, .empty')?.focus();
  }, [empty]);
  const failed = list.error || list.rows?.error;
  const again = (): void => (list.rows?.error ? list.rows.retry() : list.retry());
  return (
    <div className="urls">
      <Toolbar
        filter={nav.filter}
        onFilter={onFilter}
        onDown={() => grid.current?.focus()}
        problem={info?.problem ?? ''}
        onFix={info && info.count > 0 ? setFixing : null}
        count={info ? countText(info, many) : ''}
      >
        <CopyMenu
          what={ranges ? plural(many, 'selected row') : 'The whole list'}
          disabled={!info || info.count === 0}
          onCopy={format => void copying.rows(format, ranges, columns.columns)}
          onAssertions={() => void copying.assertions(ranges)}
          onAssert={() => assert(ranges ?? [[0, count - 1]])}
        />
        <AssertSelected count={many} onAssert={() => assert(selection.ranges)} />
        <ColumnsMenu columns={columns} />
      </Toolbar>
      <RowMenu
        selected={selected}
        many={many}
        urlAt={index => rowAt(index)?.url}
        isSelected={index => isSelected(selection, index)}
        onSelect={index => select(index, 'only')}
        onInspect={open}
        onCopy={copy}
        onAssert={() => assert(selection.ranges)}
        render={<div className="under" ref={under} />}
      >
        {failed && <Problem text={`The list could not be read: ${failed}`} retry={again} />}
        {empty ? (
          <Empty total={info.total} filter={nav.filter} clear={() => go({ do: 'filter', filter: '' })} />
        ) : (
          <VirtualGrid
            label="URLs"
            testId="url-grid"
            columns={columns.columns}
            count={count}
            rowAt={rowAt}
            onRange={list.onRange}
            selected={selected}
            isSelected={index => isSelected(selection, index)}
            onSelect={select}
            onSelectAll={selectAll}
            onOpen={open}
            onCopy={copy}
            sort={sorting}
            onSort={sortBy}
            onResize={columns.onResize}
            onMove={columns.onMove}
            handle={grid}
          />
        )}
      </RowMenu>
      {fixing && (
        <Modal
          title={`${fixing === 'free' ? 'Allow' : 'Disallow'} ${plural(info?.count ?? 0, 'listed URL')} in robots.txt`}
          onClose={() => setFixing(null)}
        >
          <div className="fix-dialog">
            <FixProposal asked={{ goal: fixing, filter: nav.filter }} onDone={() => setFixing(null)} />
          </div>
        </Modal>
      )}
    </div>
  );
}

/** How many are listed, how many selected, and what that means for a list that would move. */
function countText({ count, total, searched, current }: UrlViewInfo, many: number): string {
  if (searched < 1)
    return `${current ? '' : 'the first '}${countWords(count)} found so far · ${Math.floor(searched * 100)} % of ${plural(total, 'URL')} searched`;
  const listed = `${countWords(count)} of ${plural(total, 'URL')}${current ? '' : ' · newer ones follow'}`;
  return many > 1 ? `${countWords(many)} selected, the list does not update ·  ${listed}` : listed;
}

function Empty({ total, filter, clear }: { readonly total: number; readonly filter: string; readonly clear: () => void }) {
  if (filter === '')
    return (
      <div className="empty" tabIndex={-1}>
        No URL yet. They appear here as soon as the crawl sees them.
      </div>
    );
  return (
    <div className="empty" tabIndex={-1}>
      <p>
        None of {plural(total, 'URL')} matches <Foreign text={filter} />.
      </p>
      <button type="button" className="btn" onClick={clear}>
        Show all URLs
      </button>
    </div>
  );
}
