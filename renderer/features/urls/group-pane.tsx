import { useEffect, useState } from 'react';
import { titleOf } from '#shared/explain/describe.ts';
import { listedColumns } from '#shared/model/link-score-column.ts';
import type { UrlColumn } from '#shared/model/url-column.ts';
import { groupKeys, type UrlGroup } from '#shared/model/url-groups.ts';
import { useCall, useProgress } from '../../bridge/hooks.ts';
import { useRuleColumns } from '../../domain/use-rules.ts';
import { type GridColumn, VirtualGrid } from '../../ui/grid/virtual-grid.tsx';
import { Problem } from '../../ui/problem.tsx';
import { foreignText } from '../../ui/text/foreign.tsx';
import { bytesWords, countWords, durationText, plural, verdictWords } from '../../ui/text/format.ts';

const refreshMs = 3_000;

const bySql: readonly UrlColumn[] = listedColumns;
/** Columns whose values are few: those that the list offers. */
const groupable = ({ kind, key }: UrlColumn): boolean =>
  kind === 'word' || ['status', 'depth', 'checkStatus', 'h1Count', 'redirectHops', 'structuredTypes'].includes(key);

interface ChoiceProps {
  /** '' for none. */
  readonly by: string;
  readonly onBy: (by: string) => void;
}

/** What the URLs are grouped by. */
export function GroupChoice({ by, onBy }: ChoiceProps) {
  const ofRules = useRuleColumns();
  return (
    <label className="group-choice">
      Group by{' '}
      <select className="field small" data-testid="group-by" value={by} onChange={({ target }) => onBy(target.value)}>
        <option value="">nothing</option>
        {Object.entries(groupKeys).map(([key, { label }]) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
        {[...bySql.filter(groupable), ...ofRules].map(({ key, label }) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

interface PaneProps {
  readonly by: string;
  /** The filter without the condition of the picked group. */
  readonly filter: string;
  /** The class of the tab, '' for all. */
  readonly within: string;
  /** The condition of the picked group, '' for none. */
  readonly picked: string;
  readonly onPick: (condition: string) => void;
}

function valueWords({ value }: UrlGroup, column: UrlColumn | undefined): string {
  if (value === null) return 'none';
  if (column?.kind === 'word' && column.format === 'reason') return titleOf(String(value));
  if (column?.kind === 'word' && column.format === 'verdict') return verdictWords[value] ?? String(value);
  return String(value);
}

const share = (part: number, whole: number): string => `${((part / Math.max(whole, 1)) * 100).toFixed(1)} %`;

/** The numbers of `usualNumbers`, in their order. */
const columnsOf = (column: UrlColumn | undefined, urls: number): readonly GridColumn<UrlGroup>[] => [
  {
    key: 'value',
    label: column?.label ?? 'Value',
    width: 150,
    grow: true,
    cell: group => foreignText(valueWords(group, column)),
    hint: group => String(group.value ?? 'No value'),
  },
  { key: 'urls', label: 'URLs', width: 70, end: true, cell: group => countWords(group.urls) },
  { key: 'share', label: 'Share', width: 66, end: true, cell: group => share(group.urls, urls) },
  {
    ...{ key: 'bytes', label: 'Mean size', about: 'Mean size of the decoded bodies', width: 84, end: true },
    cell: ({ numbers: [bytes] }) => (bytes?.mean == null ? '' : bytesWords(Math.round(bytes.mean))),
  },
  {
    ...{ key: 'time', label: 'Mean time', about: 'Mean duration of the last attempts', width: 84, end: true },
    cell: ({ numbers: [, time] }) => (time?.mean == null ? '' : durationText(Math.round(time.mean))),
  },
  {
    ...{ key: 'inlinks', label: 'Links in', about: 'Sum of the pages that link to each', width: 80, end: true },
    cell: ({ numbers: [, , inlinks] }) => countWords(inlinks?.sum ?? 0),
  },
];

/** The listed URLs by the value of a column. A click lists those of one group; another click lists all again. */
export function GroupPane({ by, filter, within, picked, onPick }: PaneProps) {
  const progress = useProgress(refreshMs);
  const { data, error, retry } = useCall('urls.groups', { filter, within, by }, progress);
  const ofRules = useRuleColumns();
  const column = [...bySql, ...ofRules].find(({ key }) => key === by);
  const [at, setAt] = useState(-1);
  const groups = data?.groups ?? [];
  // biome-ignore lint/correctness/useExhaustiveDependencies: another column has other rows
  useEffect(() => setAt(-1), [by]);
  const pick = (index: number): void => {
    const condition = groups[index]?.filter ?? '';
    setAt(index);
    if (condition !== '') onPick(condition === picked ? '' : condition);
  };
  const note =
    data && data.total > groups.length
      ? `The ${countWords(groups.length)} largest of ${plural(data.total, 'group')}, ${plural(data.urls, 'URL')}`
      : data
        ? `${plural(data.total, 'group')}, ${plural(data.urls, 'URL')}`
        : 'Counting…';
  return (
    <section className="group-pane" aria-label="Groups" data-testid="group-pane">
      {error ? <Problem text={`The URLs could not be grouped: ${error}`} retry={retry} /> : <p className="muted num">{note}</p>}
      <VirtualGrid
        label="Groups"
        testId="group-grid"
        columns={columnsOf(column, data?.urls ?? 0)}
        count={groups.length}
        rowAt={index => groups[index]}
        onRange={() => undefined}
        selected={picked === '' ? at : groups.findIndex(group => group.filter === picked)}
        onSelect={pick}
        onOpen={pick}
      />
    </section>
  );
}
