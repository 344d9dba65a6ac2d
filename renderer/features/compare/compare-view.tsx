import { useState } from 'react';
import { settingNames } from '#shared/explain/setting-words.ts';
import type { ComparisonSoFar, ComparisonView, Flip } from '#shared/model/comparison.ts';
import { Problem } from '../../ui/problem.tsx';
import { listSize, SplitPane } from '../../ui/split-pane.tsx';
import { TabGroup, type TabItem, TabList, TabPanel } from '../../ui/tabs.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { countWords, plural } from '../../ui/text/format.ts';
import { CompareStart } from './compare-start.tsx';
import { changed, foundWords, type GroupOrder, shownGroups, soFarWords } from './compare-words.ts';
import { ComparedFiles } from './compared-files.tsx';
import { FieldsTab } from './fields-tab.tsx';
import { GroupDetail } from './group-detail.tsx';
import { GroupFilter } from './group-filter.tsx';
import { GroupList } from './group-list.tsx';
import { MappingTab } from './mapping-tab.tsx';
import { SitemapsTab } from './sitemaps-tab.tsx';
import { TrendTab } from './trend-tab.tsx';
import { useComparison } from './use-comparison.ts';

const tabs: readonly TabItem<Tab>[] = [
  { name: 'causes', label: 'Causes', hint: 'Verdicts and statuses, grouped by what changed' },
  { name: 'fields', label: 'Fields', hint: 'Titles, text, links, headers …, URL by URL' },
  { name: 'sitemaps', label: 'Sitemaps', hint: 'Entries and dates' },
  { name: 'mapping', label: 'URL mapping', hint: 'For sites that moved, such as staging and live' },
  { name: 'trend', label: 'Trend', hint: 'Several crawls by date' },
];
type Tab = 'causes' | 'fields' | 'sitemaps' | 'mapping' | 'trend';

/** The open crawl against another one: what changed, the URLs it changed, and both sides of each. */
export function CompareView() {
  const { view, error, retry, act } = useComparison();
  const [tab, setTab] = useState<Tab>('causes');
  if (error) return <Problem text={`The comparison could not be read: ${error}`} retry={retry} />;
  if (view === undefined) return <div className="empty">Looking for a comparison…</div>;
  if (view === null)
    return tab === 'trend' ? (
      <div className="compare">
        <div className="compare-actions compare-back">
          <button type="button" className="btn small" onClick={() => setTab('causes')}>
            Back to comparing two crawls
          </button>
        </div>
        <TrendTab />
      </div>
    ) : (
      <CompareStart onTrend={() => setTab('trend')} />
    );
  return (
    <div className="compare">
      <ComparedFiles view={view} act={act} />
      {view.problem && (
        <Problem text={`The comparison could not be finished: ${view.problem}`} retry={() => act('comparison.again')} />
      )}
      {view.progress.state === 'running' && <Working view={view} cancel={() => act('comparison.cancel')} />}
      {view.progress.state === 'cancelled' && (
        <div className="empty">
          Stopped after {countWords(view.progress.done)} of {countWords(view.progress.total)} URLs. An unfinished comparison shows
          no results.
          <button type="button" className="btn small" onClick={() => act('comparison.again')}>
            Compare again
          </button>
        </div>
      )}
      {view.found && (
        <TabGroup className="compare-tabs" current={tab} onPick={setTab}>
          <TabList label="Parts of the comparison" items={tabs} prefix="compare-tab" />
          <TabPanel name={tab} className="compare-panel">
            {tab === 'causes' && <Found key={view.run} view={view} found={view.found} />}
            {tab === 'fields' && <FieldsTab key={view.run} run={view.run} />}
            {tab === 'sitemaps' && <SitemapsTab key={view.run} run={view.run} />}
            {tab === 'trend' && <TrendTab />}
            {tab === 'mapping' && <MappingTab run={view.run} onApplied={retry} />}
          </TabPanel>
        </TabGroup>
      )}
    </div>
  );
}

function Working({ view: { progress, soFar }, cancel }: { readonly view: ComparisonView; readonly cancel: () => void }) {
  const { done, total, etaMs } = progress;
  const left = etaMs === null ? '' : `, about ${Math.max(1, Math.round(etaMs / 1_000))} s left`;
  return (
    <div className="empty" data-testid="compare-progress">
      <p className="num" aria-live="polite">
        Comparing: {countWords(done)} of {countWords(total)} URLs of both files{left}
      </p>
      <div
        className="compare-bar"
        role="progressbar"
        aria-label="URLs compared"
        aria-valuenow={done}
        aria-valuemin={0}
        aria-valuemax={total}
      >
        <i style={{ width: `${total === 0 ? 0 : (Math.min(done, total) / total) * 100}%` }} />
      </div>
      <button type="button" className="btn small" onClick={cancel}>
        Cancel
      </button>
      {soFar && <SoFar soFar={soFar} />}
    </div>
  );
}

/** The result so far, as counts. Their URLs can be opened when the comparison is done. */
function SoFar({ soFar }: { readonly soFar: ComparisonSoFar }) {
  const groups = soFar.groups.map(changed);
  return (
    <div className="compare-so-far" data-testid="compare-so-far">
      <p className="num">{soFarWords(soFar)}</p>
      <ul>
        {groups.map(({ id, urls, kind, text }) => (
          <li key={id} className="num clip">
            <b>{plural(urls, 'URL')}</b> {kind}: <Foreign text={text} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Found({ view, found }: { readonly view: ComparisonView; readonly found: NonNullable<ComparisonView['found']> }) {
  const [picked, setPicked] = useState<number | null>(null);
  const [order, setOrder] = useState<GroupOrder>('urls');
  const [flip, setFlip] = useState<Flip | null>(null);
  const groups = shownGroups(found, order, flip);
  const group = groups.find(({ id }) => id === picked) ?? groups[0];
  const names = [view.files[0].name, view.files[1].name] as const;
  const [gone, added] = [found.before - found.both, found.after - found.both];
  return (
    <>
      <div className="work-line num" data-testid="compare-summary">
        <span>
          <b>{foundWords(found)}</b>
          {gone > 0 && ` ${plural(gone, 'URL')} gone.`}
          {added > 0 && ` ${plural(added, 'URL')} new.`}
        </span>
        {found.settings.length > 0 && <Settings settings={found.settings} names={names} />}
      </div>
      {group && <GroupFilter found={found} order={order} onOrder={setOrder} flip={flip} onFlip={setFlip} />}
      {group && (
        <SplitPane
          name="compare"
          label="Width of the list of groups"
          at="start"
          size={listSize}
          side={<GroupList found={found} groups={groups} names={names} current={group} onPick={setPicked} />}
          main={<GroupDetail key={group.id} run={view.run} group={group} names={names} />}
        />
      )}
      {!group && (
        <div className="empty">No verdict, status, redirect or canonical changed. “Fields” compares titles, text and links.</div>
      )}
    </>
  );
}

const settingName = (name: string): string =>
  Object.hasOwn(settingNames, name) ? settingNames[name as keyof typeof settingNames] : name;

interface SettingsProps {
  readonly settings: NonNullable<ComparisonView['found']>['settings'];
  readonly names: readonly [string, string];
}

function Settings({ settings, names }: SettingsProps) {
  return (
    <details className="compare-settings">
      <summary>
        {plural(settings.length, 'setting')} {settings.length === 1 ? 'differs' : 'differ'}
      </summary>
      <table className="plain selectable" data-testid="compare-settings">
        <thead>
          <tr>
            <th>Setting</th>
            <th>
              <Foreign text={names[0]} />
            </th>
            <th>
              <Foreign text={names[1]} />
            </th>
          </tr>
        </thead>
        <tbody>
          {settings.map(({ name, before, after }) => (
            <tr key={name}>
              <td>{settingName(name)}</td>
              <td className="wide mono">
                <Foreign text={before} />
              </td>
              <td className="wide mono">
                <Foreign text={after} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
