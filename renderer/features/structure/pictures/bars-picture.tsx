import { useState } from 'react';
import { type Bar, type BarPicture, type BarsPicture, type SectionVerdict, sectionVerdicts } from '#shared/model/pictures.ts';
import { useActions } from '../../../bridge/app-context.ts';
import { useCall } from '../../../bridge/hooks.ts';
import { NumberTable } from '../../../ui/chart/number-table.tsx';
import { StackedBars } from '../../../ui/chart/stacked-bars.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { type SideSize, SplitPane } from '../../../ui/split-pane.tsx';
import { Foreign } from '../../../ui/text/foreign.tsx';
import { countWords, percent, plural } from '../../../ui/text/format.ts';

const tableSize: SideSize = { usual: '38%', least: 200, most: 75 };
const stackedBelow = 620;

const verdictLabels: Readonly<Record<SectionVerdict, string>> = {
  mayList: 'May be listed',
  mayFetch: 'May be fetched',
  linksFollowed: 'Links followed',
};

const words: Readonly<Record<BarPicture, { readonly what: string; readonly first: string; readonly empty: string }>> = {
  depths: { what: 'Pages by depth', first: 'Depth', empty: 'No internal page is stored.' },
  sections: { what: 'Pages by section', first: 'Section', empty: 'No internal page is stored.' },
  times: { what: 'Attempts over time', first: 'From', empty: 'No attempt to fetch a page has ended.' },
};

const periodWords = (seconds: number): string => {
  const [many, unit] =
    seconds % 86_400 === 0
      ? [seconds / 86_400, 'day']
      : seconds % 3_600 === 0
        ? [seconds / 3_600, 'hour']
        : seconds % 60 === 0
          ? [seconds / 60, 'minute']
          : [seconds, 'second'];
  return many === 1 ? unit : `${many} ${unit}s`;
};

const sum = ({ counts }: Bar): number => counts.reduce((all, count) => all + count, 0);

/** What the numbers are about, with their denominator. */
function Note({ picture, data }: { readonly picture: BarPicture; readonly data: BarsPicture }) {
  const { counted, left, seconds } = data;
  if (picture === 'times')
    return (
      <>
        {plural(counted, 'attempt')} to fetch pages, one bar for each {periodWords(seconds ?? 1)} (UTC). A click lists the URLs
        whose last attempt ended then.
      </>
    );
  return (
    <>
      {plural(counted, 'internal page')}.
      {left.bars > 0 && ` The ${plural(left.bars, 'smallest section')} with ${plural(left.counted, 'page')} are not drawn.`}
    </>
  );
}

/** Divided bars, and the same numbers as a table: a click lists the URLs. */
export function BarsPictureView({ picture }: { readonly picture: BarPicture }) {
  const { go } = useActions();
  const [verdict, setVerdict] = useState<SectionVerdict>('mayList');
  const [asShares, setAsShares] = useState(false);
  const { data, error, retry } = useCall('graph.bars', { picture, verdict });
  const { what, first, empty } = words[picture];
  if (error) return <Problem text={`The picture could not be made: ${error}`} retry={retry} />;
  if (!data) return <div className="empty">Counting…</div>;
  const { parts, bars } = data;
  const list = (filter: string): void => {
    if (filter !== '') go({ do: 'filter', filter });
  };
  const drawn = picture === 'times' ? bars.filter(bar => sum(bar) > 0) : bars;
  return (
    <div className="picture" data-testid={`picture-${picture}`}>
      <div className="toolbar toolbar-line picture-bar">
        <span className="muted num clip" data-testid="picture-note">
          <Note picture={picture} data={data} />
        </span>
        <span className="spacer" />
        {picture === 'sections' && (
          <label>
            Verdict{' '}
            <select
              className="field small"
              data-testid="picture-verdict"
              value={verdict}
              onChange={({ target }) => setVerdict(target.value as SectionVerdict)}
            >
              {sectionVerdicts.map(each => (
                <option key={each} value={each}>
                  {verdictLabels[each]}
                </option>
              ))}
            </select>
          </label>
        )}
        <label>
          <input type="checkbox" checked={asShares} onChange={({ target }) => setAsShares(target.checked)} /> Shares
        </label>
      </div>
      {bars.length === 0 ? (
        <div className="empty">{empty}</div>
      ) : (
        <SplitPane
          name="picture"
          label="Size of the table"
          size={tableSize}
          narrow={{ below: stackedBelow, use: 'rows' }}
          main={
            <figure className="figure">
              <StackedBars
                label={what}
                parts={parts.map(part => ({ ...part, tone: `part-${part.tone}` }))}
                bars={bars}
                asShares={asShares}
                direction={picture === 'sections' ? 'rows' : 'columns'}
                onPick={(bar, part) => list(bars[bar]?.filters[part] ?? '')}
              />
              <figcaption className="legend">
                {parts.map(({ key, label, tone }) => (
                  <span key={key}>
                    <i className={`part-${tone}`} /> {label}
                  </span>
                ))}
              </figcaption>
            </figure>
          }
          side={
            <NumberTable
              label={what}
              testId="picture-table"
              heads={[first, ...parts.map(({ label }) => label), 'All']}
              rows={drawn.map(bar => ({
                key: bar.full,
                cells: [
                  { shown: <Foreign title={bar.full} text={bar.label} />, act: () => list(bar.filter), about: bar.full },
                  ...bar.counts.map((count, at) => ({
                    shown: asShares ? percent(count, sum(bar)) : countWords(count),
                    ...(count > 0 ? { act: () => list(bar.filters[at] ?? ''), about: `List them: ${bar.filters[at]}` } : {}),
                  })),
                  { shown: countWords(sum(bar)), act: () => list(bar.filter), about: `List them: ${bar.filter}` },
                ],
              }))}
            />
          }
        />
      )}
    </div>
  );
}
