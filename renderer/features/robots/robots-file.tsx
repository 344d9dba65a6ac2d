import { useEffect, useRef, useState } from 'react';
import { useCall } from '../../bridge/hooks.ts';
import { useSaveReport } from '../../bridge/save-report.ts';
import type { ReaderChoice } from '../../domain/reader-picker.tsx';
import { Problem } from '../../ui/problem.tsx';
import { TabGroup, TabList, TabPanel } from '../../ui/tabs.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { bytesWords, countWords } from '../../ui/text/format.ts';
import { LongSentence } from '../../ui/text/long-words.tsx';
import { AssertionsPanel } from './assertions/tab.tsx';
import { RobotsCoverage } from './coverage/tab.tsx';
import { DraftTab } from './draft/tab.tsx';
import { type ReadingChoice, RobotsReading } from './interpret/tab.tsx';
import { RobotsLint } from './lint/tab.tsx';
import { VersionPicker } from './versions/picker.tsx';
import { VersionsPanel } from './versions/tab.tsx';

export type RobotsTab = 'file' | 'reading' | 'draft' | 'lint' | 'assertions' | 'versions';

interface Props {
  readonly origin: string;
  readonly version: number | null;
  /** Line to point at, 0 for none. */
  readonly line: number;
  readonly jump: number;
  readonly progress: number;
  readonly tab: RobotsTab;
  readonly choice: ReadingChoice;
  readonly onVersion: (id: number) => void;
  readonly onTab: (tab: RobotsTab) => void;
  readonly onChoice: (choice: ReadingChoice) => void;
  /** Whose coverage and whose draft. */
  readonly crawler: ReaderChoice;
  readonly onCrawler: (crawler: ReaderChoice) => void;
}

/** One stored copy: the file and how many URLs each line decides, how crawlers read it, what is wrong with it. */
export function RobotsFile(props: Props) {
  const { origin, version, line, jump, progress, tab, choice, crawler, onVersion, onTab, onChoice, onCrawler } = props;
  const input = { origin, ...(version === null ? {} : { version }) };
  const [came, setCame] = useState(0);
  const file = useCall('robots.file', input, progress + came);
  const { error, retry } = file;
  // While another version is read the one before stays: the slider of the Versions tab must not vanish under the hand.
  const before = useRef(file.data);
  if (file.data !== undefined) before.current = file.data;
  const data = file.data ?? (error ? undefined : before.current);
  const save = useSaveReport();
  const [atLine, setAtLine] = useState(0);
  const shownId = data?.version?.id ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another copy has other lines
  useEffect(() => setAtLine(0), [shownId]);
  const lint = useCall('robots.lint', shownId === null ? null : { origin, version: shownId });
  if (error && data === undefined) return <Problem text={`This robots.txt could not be read: ${error}`} retry={retry} />;
  if (data === undefined) return <div />;
  if (data === null || !data.version) return <div className="empty">No robots.txt of this origin is stored yet.</div>;
  const shown = data.version;
  const counts = lint.data?.counts;
  const found = counts ? counts.E + counts.W + counts.I : 0;
  return (
    <section className="robots">
      <TabGroup className="contents" current={tab} onPick={onTab}>
        <header className="robots-head">
          <h2 className="selectable">
            <Foreign text={shown.finalUrl} />
          </h2>
          {data.sentence !== '' && (
            <p className="selectable">
              <LongSentence text={data.sentence} />
            </p>
          )}
          <p className="muted num">
            {shown.status !== null && `Status ${shown.status} · `}
            {shown.bytes !== null && `${bytesWords(shown.bytes)} · `}
            read as <Foreign text={data.agent} />, dialect <Foreign text={data.dialect} />
          </p>
          {data.versions.length > 0 && <VersionPicker versions={data.versions} shown={shown.id} onVersion={onVersion} />}
          {tab === 'file' && data.lines.length > 0 && (
            <p>
              <button
                type="button"
                className="btn quiet small"
                data-testid="save-line-report"
                disabled={atLine === 0}
                title="Save whom the chosen line speaks to, what it does and since when, as one HTML document"
                onClick={() => save({ kind: 'line', origin, version: shown.id, line: atLine, profile: '' })}
              >
                {atLine === 0 ? 'Choose a line to save a report on it' : `Save report on line ${atLine}…`}
              </button>
            </p>
          )}
          <TabList<RobotsTab>
            label="Ways to look at the file"
            prefix="robots-tab"
            items={[
              { name: 'file', label: 'File', hint: 'The source, and what each line does to the stored URLs' },
              { name: 'draft', label: 'Draft', hint: 'Edit it, and see at once what would change' },
              { name: 'reading', label: 'Reading', hint: 'Line by line as a crawler reads it' },
              {
                name: 'lint',
                label: found > 0 ? `Lint (${countWords(found)})` : 'Lint',
                hint: 'What is wrong or doubtful in it',
              },
              { name: 'assertions', label: 'Assertions', hint: 'What this robots.txt must do' },
              {
                name: 'versions',
                label: data.versions.length > 1 ? `Versions (${countWords(data.versions.length)})` : 'Versions',
                hint: 'What changed over time, and since when a URL is blocked',
              },
            ]}
          />
        </header>
        <TabPanel className="robots-panel" name={tab}>
          {tab === 'reading' && (
            <RobotsReading key={shown.id} origin={origin} version={shown.id} choice={choice} onChoice={onChoice} />
          )}
          {tab === 'lint' && lint.data && <RobotsLint key={shown.id} data={data} lint={lint.data} />}
          {tab === 'lint' && lint.loading && <div className="empty">Checking the file…</div>}
          {tab === 'lint' && lint.error && <Problem text={`The file could not be checked: ${lint.error}`} retry={lint.retry} />}
          {tab === 'assertions' && <AssertionsPanel origin={origin} version={shown.id} />}
          {tab === 'draft' && (
            <DraftTab
              origin={origin}
              version={shown.id}
              progress={progress}
              reader={crawler}
              onReader={onCrawler}
              onAssertions={() => onTab('assertions')}
            />
          )}
          {tab === 'file' && (
            <RobotsCoverage
              key={shown.id}
              data={data}
              version={shown.id}
              findings={lint.data?.findings ?? none}
              line={line}
              jump={jump}
              onLine={setAtLine}
              progress={progress}
              reader={crawler}
              onReader={onCrawler}
            />
          )}
          {tab === 'versions' && (
            <VersionsPanel
              origin={origin}
              version={version ?? shown.id}
              onVersion={onVersion}
              onVersions={() => setCame(n => n + 1)}
            />
          )}
        </TabPanel>
      </TabGroup>
    </section>
  );
}

const none = [] as const;
