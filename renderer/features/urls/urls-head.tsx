import { memo } from 'react';
import { linkScoreColumn } from '#shared/model/link-score-column.ts';
import type { UrlViewInfo } from '#shared/model/url-view.ts';
import type { SavedView } from '#shared/views-file.ts';
import type { ClassTab } from '../../bridge/nav-state.ts';
import { ExportButton } from '../../domain/export-button.tsx';
import type { CopyFormat } from '../../ui/grid/copy-rows.ts';
import { countWords, plural } from '../../ui/text/format.ts';
import { AssertSelected } from './assert-selected.tsx';
import { ClassTabs } from './class-tabs.tsx';
import { ColumnsMenu } from './columns-menu.tsx';
import { CopyMenu } from './copy-menu.tsx';
import { GroupChoice } from './group-pane.tsx';
import type { SavedViews } from './saved-views.ts';
import { ScoreLine } from './score-line.tsx';
import { Toolbar } from './toolbar.tsx';
import { urlOffer } from './url-offer.ts';
import type { ClassCounts } from './use-class-counts.ts';
import type { Columns } from './use-columns.ts';
import type { UrlOrder } from './use-url-list.ts';
import { ViewsMenu } from './views-menu.tsx';

interface Handlers {
  readonly onTab: (tab: ClassTab) => void;
  readonly onFilter: (filter: string) => void;
  readonly onBuild: () => void;
  readonly onDown: () => void;
  readonly onFix: (goal: 'free' | 'block') => void;
  readonly onGroup: (by: string) => void;
  readonly onCopy: (format: CopyFormat) => void;
  readonly onCopyAssertions: () => void;
  /** Makes assertions of the selected rows, or of all rows where at most one is selected. */
  readonly onAssertList: () => void;
  readonly onAssertSelected: () => void;
  readonly onView: (view: SavedView) => void;
  readonly onRead: () => void;
}

interface Props {
  /** Null: the filter itself names classes. */
  readonly tab: ClassTab | null;
  /** As typed. */
  readonly typed: string;
  /** The filter with the condition of the tab. */
  readonly filter: string;
  readonly order: UrlOrder;
  readonly groupedBy: string;
  readonly info: UrlViewInfo | null;
  /** A new list is under way. */
  readonly isLate: boolean;
  readonly counts: ClassCounts | null;
  /** Rows selected. */
  readonly many: number;
  readonly columns: Columns;
  readonly saved: SavedViews;
  readonly on: Handlers;
}

/** What is above the table: tabs, filter and menus. It does not render again when another single row is selected. */
export const UrlsHead = memo(function UrlsHead(props: Props) {
  const { tab, typed, filter, order, groupedBy, info, isLate, counts, many, columns, saved, on } = props;
  const { sort, descending } = order;
  const shown = columns.columns;
  const inUse: readonly string[] = [sort, ...shown.map(({ key }) => key)];
  const needsScores = inUse.includes(linkScoreColumn.key);
  return (
    <>
      <ClassTabs current={tab} onPick={on.onTab} counts={counts} />
      <div>
        <Toolbar
          tab={tab}
          filter={typed}
          onFilter={on.onFilter}
          grouping={<GroupChoice by={groupedBy} onBy={on.onGroup} />}
          onBuild={on.onBuild}
          onDown={on.onDown}
          problem={info?.problem ?? ''}
          onFix={info && info.count > 0 ? on.onFix : null}
          isLate={isLate}
          count={info ? countText(info, many, tab === null ? null : (counts?.[tab] ?? null)) : ''}
        >
          <CopyMenu
            what={many > 1 ? plural(many, 'selected row') : 'The whole list'}
            disabled={!info || info.count === 0}
            onCopy={on.onCopy}
            onAssertions={on.onCopyAssertions}
            onAssert={on.onAssertList}
          />
          <AssertSelected count={many} onAssert={on.onAssertSelected} />
          <ViewsMenu
            now={{ filter: typed, tab: tab ?? '', sort, descending, columns: columns.shared }}
            saved={saved}
            columns={columns}
            onView={on.onView}
          />
          <ColumnsMenu columns={columns} saved={saved} />
          <ExportButton offer={urlOffer({ ...order, filter }, info, shown, { tab, typed })} disabled={info?.problem !== ''} />
        </Toolbar>
        {needsScores && <ScoreLine onRead={on.onRead} />}
      </div>
    </>
  );
});

/**
 * How many are listed, how many selected, and what that means for a list that would move. `inTab`: URLs of the tab, null where there is
 * none, or they are not counted yet.
 */
function countText({ count, total, searched, current, waitsFor }: UrlViewInfo, many: number, inTab: number | null): string {
  if (waitsFor) return 'waiting for link scores';
  if (searched < 1)
    return `${current ? '' : 'the first '}${countWords(count)} found so far · ${Math.floor(searched * 100)} % of ${plural(total, 'URL')} searched`;
  const whole = inTab === null || inTab < count ? total : inTab;
  const listed = `${countWords(count)} of ${plural(whole, 'URL')}${current ? '' : ' · newer ones follow'}`;
  return many > 1 ? `${countWords(many)} selected, the list does not update · ${listed}` : listed;
}
