import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { linkScoreColumn } from '#shared/model/link-score-column.ts';
import type { SavedView } from '#shared/views-file.ts';
import { useActions, useNav } from '../../bridge/app-context.ts';
import { useFocusRequest } from '../../bridge/focus-request.ts';
import { useProgress } from '../../bridge/hooks.ts';
import type { ClassTab } from '../../bridge/nav-state.ts';
import { interpreterInput } from '../../domain/interpreter-choice.ts';
import type { CopyFormat } from '../../ui/grid/copy-rows.ts';
import { isSelected } from '../../ui/grid/row-selection.ts';
import { type GridHandle, VirtualGrid } from '../../ui/grid/virtual-grid.tsx';
import { Problem } from '../../ui/problem.tsx';
import { type SideSize, SplitPane } from '../../ui/split-pane.tsx';
import { useHandlers } from '../../ui/use-handlers.ts';
import { useAssert } from './assert-selected.tsx';
import { FilterBuilder } from './filter-builder.tsx';
import { asksForClass, asksForScore, inTab, ruleColumnsIn, withoutClass } from './filter-words.ts';
import { FixDialog } from './fix-dialog.tsx';
import { GroupPane } from './group-pane.tsx';
import { NoUrls } from './no-urls.tsx';
import { readyIn } from './ready-filters.ts';
import { RowMenu } from './row-menu.tsx';
import { useSavedViews } from './saved-views.ts';
import { UrlsHead } from './urls-head.tsx';
import { useClassCounts } from './use-class-counts.ts';
import { namedLayout, useColumns } from './use-columns.ts';
import { useCopy } from './use-copy.ts';
import { useGrouping } from './use-grouping.ts';
import { useOrder } from './use-order.ts';
import { useSelectedList } from './use-selected-list.ts';

const groupsSize: SideSize = { usual: '38%', least: 260, most: 70 };

/** All URLs ever seen, by class, in any order, narrowed by a filter. */
export function UrlsView() {
  const nav = useNav();
  const { go } = useActions();
  const grid = useRef<GridHandle>(null);
  const tab = asksForClass(nav.filter) ? null : nav.tab;
  const filter = inTab(nav.filter, nav.tab);
  const columns = useColumns(tab ?? '', [
    ...readyIn(nav.filter, tab).flatMap(({ shows }) => shows),
    ...ruleColumnsIn(nav.filter),
    ...(asksForScore(nav.filter) ? [linkScoreColumn.key] : []),
  ]);
  const shown = useMemo(() => columns.columns.map(({ key }) => key), [columns.columns]);
  const { order, sorting, sortBy, setOrder } = useOrder(nav.filter, tab ? `class:${tab}` : '');
  const onFilter = useCallback((text: string) => go({ do: 'refine', filter: text }), [go]);
  const onTab = (next: ClassTab): void => {
    if (tab === null) onFilter(withoutClass(nav.filter));
    go({ do: 'class-tab', tab: next });
  };
  const { list, count, many, selection, select, selectAll, open } = useSelectedList(order, grid, shown);
  const { info, rowAt, selected, isLate } = list;
  // With every list its columns may have been loaded since.
  const counts = useClassCounts('', useProgress(2_000) * 1_000 + (info?.view ?? 0));
  const crawler = interpreterInput(nav.crawler).profile ?? '';
  const copying = useCopy(info?.view ?? 0, count, crawler);
  const assert = useAssert(info?.view ?? 0, crawler);
  const ranges = many > 1 ? selection.ranges : null;
  const copy = (index: number): void => {
    if (ranges) void copying.rows('tsv', ranges, columns.columns);
    else void copying.url(rowAt(index)?.url ?? '');
  };
  const saved = useSavedViews();
  /** Columns are kept by tab: they are set when the tab of the view is shown. */
  const [wanted, setWanted] = useState<SavedView | null>(null);
  const applyView = (view: SavedView): void => {
    go({ do: 'class-tab', tab: view.tab });
    onFilter(view.filter);
    setOrder(view.sort, view.descending);
    setWanted(view);
  };
  const { applyLayout, presets } = columns;
  useEffect(() => {
    if (wanted === null || wanted.tab !== (tab ?? '')) return;
    applyLayout((wanted.columnSet && namedLayout(presets, wanted.columnSet)) || wanted.columns);
    setWanted(null);
  }, [wanted, tab, applyLayout, presets]);
  const grouping = useGrouping(nav.filter, onFilter);
  const [building, setBuilding] = useState(false);
  useFocusRequest('build-filter', () => setBuilding(true));
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
  const on = useHandlers({
    onTab,
    onFilter,
    onBuild: () => setBuilding(true),
    onDown: () => grid.current?.focus(),
    onFix: setFixing,
    onGroup: grouping.setBy,
    onCopy: (format: CopyFormat) => void copying.rows(format, ranges, columns.columns),
    onCopyAssertions: () => void copying.assertions(ranges),
    onAssertList: () => assert(ranges ?? [[0, count - 1]]),
    onAssertSelected: () => assert(selection.ranges),
    onView: applyView,
    onRead: list.retry,
  });
  return (
    <div className="urls">
      <UrlsHead
        tab={tab}
        typed={nav.filter}
        filter={filter}
        order={order}
        groupedBy={grouping.by}
        info={info}
        isLate={isLate}
        counts={counts}
        many={many}
        columns={columns}
        saved={saved}
        on={on}
      />
      <SplitPane
        name="groups"
        label="Width of the groups"
        size={groupsSize}
        at="start"
        main={
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
              <NoUrls tab={tab} filter={nav.filter} view={info.view} onTab={onTab} onClear={() => onFilter('')} />
            ) : (
              <VirtualGrid
                label="URLs"
                testId="url-grid"
                columns={columns.columns}
                count={count}
                rowAt={rowAt}
                rowChanges={list.rowChanges}
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
        }
        side={
          grouping.by === '' ? null : (
            <GroupPane
              by={grouping.by}
              filter={grouping.base}
              within={order.within}
              picked={grouping.picked}
              onPick={grouping.pick}
            />
          )
        }
      />
      {building && <FilterBuilder filter={nav.filter} tab={tab} onApply={onFilter} onClose={() => setBuilding(false)} />}
      {fixing && <FixDialog goal={fixing} filter={filter} count={count} onClose={() => setFixing(null)} />}
    </div>
  );
}
