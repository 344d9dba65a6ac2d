import { useEffect, useRef, useState } from 'react';
import type { RobotsFileView } from '#shared/model/explanation.ts';
import type { LintView } from '#shared/model/lint.ts';
import { type Loaded, useCall } from '../../bridge/hooks.ts';
import { useSaveReport } from '../../bridge/save-report.ts';
import type { InterpreterChoice } from '../../domain/interpreter-choice.ts';
import { Hint } from '../../ui/hint.tsx';
import { Problem } from '../../ui/problem.tsx';
import { TabGroup, type TabItem, TabList, TabPanel } from '../../ui/tabs.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { bytesWords, countWords } from '../../ui/text/format.ts';
import { LongSentence } from '../../ui/text/long-words.tsx';
import { AssertionsPanel } from './assertions/tab.tsx';
import { RobotsCoverage } from './coverage/tab.tsx';
import { DraftTab } from './draft/tab.tsx';
import { type InterpretationChoice, RobotsReading } from './interpret/tab.tsx';
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
  readonly choice: InterpretationChoice;
  readonly onVersion: (id: number) => void;
  readonly onTab: (tab: RobotsTab) => void;
  readonly onChoice: (choice: InterpretationChoice) => void;
  /** Whose coverage and whose draft. */
  readonly crawler: InterpreterChoice;
  readonly onCrawler: (crawler: InterpreterChoice) => void;
}

type StoredVersion = NonNullable<RobotsFileView['version']>;

/** One stored copy: the file and how many URLs each line decides, how crawlers interpret it, what is wrong with it. */
export function RobotsFile(props: Props) {
  const { origin, version, tab, onTab } = props;
  const input = { origin, ...(version === null ? {} : { version }) };
  const [came, setCame] = useState(0);
  const file = useCall('robots.file', input, props.progress + came);
  const { error, retry } = file;
  // While another version is read, the previous one stays: the slider of the Versions tab must not vanish under the hand.
  const before = useRef(file.data);
  if (file.data !== undefined) before.current = file.data;
  const data = file.data ?? (error ? undefined : before.current);
  const [atLine, setAtLine] = useState(0);
  const shownId = data?.version?.id ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another copy has other lines
  useEffect(() => setAtLine(0), [shownId]);
  const lint = useCall('robots.lint', shownId === null ? null : { origin, version: shownId });
  if (error && data === undefined) return <Problem text={`This robots.txt could not be read: ${error}`} retry={retry} />;
  if (data === undefined) return <div />;
  if (data === null || !data.version) return <div className="empty">No robots.txt of this origin is stored yet.</div>;
  const shown = data.version;
  return (
    <section className="robots">
      <TabGroup className="contents" current={tab} onPick={onTab}>
        <header className="robots-head">
          <FileFacts data={data} shown={shown} />
          {data.versions.length > 0 && <VersionPicker versions={data.versions} shown={shown.id} onVersion={props.onVersion} />}
          {tab === 'file' && data.lines.length > 0 && <LineReport origin={origin} version={shown.id} line={atLine} />}
          <TabList<RobotsTab> label="Ways to look at the file" prefix="robots-tab" items={tabsOf(data, lint.data)} />
        </header>
        <TabPanel className="robots-panel" name={tab}>
          <TabContents
            {...props}
            data={data}
            shown={shown}
            lint={lint}
            onLine={setAtLine}
            onVersions={() => setCame(n => n + 1)}
          />
        </TabPanel>
      </TabGroup>
    </section>
  );
}

/** The tabs, with the number of findings in each. */
function tabsOf({ versions }: RobotsFileView, lint: LintView | null | undefined): readonly TabItem<RobotsTab>[] {
  const found = lint ? lint.counts.E + lint.counts.W + lint.counts.I : 0;
  const counted = (label: string, count: number): string => (count > 0 ? `${label} (${countWords(count)})` : label);
  return [
    { name: 'file', label: 'File', hint: 'The source, and what each line does to the stored URLs' },
    { name: 'draft', label: 'Draft', hint: 'Edit it, and see at once what would change' },
    { name: 'reading', label: 'Interpretation', hint: 'Line by line, the way a crawler interprets it' },
    { name: 'lint', label: counted('Lint', found), hint: 'What is wrong or doubtful in it' },
    { name: 'assertions', label: 'Assertions', hint: 'What this robots.txt must do' },
    {
      name: 'versions',
      label: counted('Versions', versions.length > 1 ? versions.length : 0),
      hint: 'What changed over time, and since when a URL is blocked',
    },
  ];
}

function FileFacts({ data, shown }: { readonly data: RobotsFileView; readonly shown: StoredVersion }) {
  return (
    <>
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
        interpreted for <Foreign text={data.agent} />, dialect <Foreign text={data.dialect} />
      </p>
    </>
  );
}

function LineReport({ origin, version, line }: { readonly origin: string; readonly version: number; readonly line: number }) {
  const save = useSaveReport();
  return (
    <p>
      <Hint text="Save what the chosen line applies to, what it does and since when, as one HTML document">
        <button
          type="button"
          className="btn quiet small"
          data-testid="save-line-report"
          disabled={line === 0}
          onClick={() => save({ kind: 'line', origin, version, line, profile: '' })}
        >
          {line === 0 ? 'Choose a line to save a report on it' : `Save report on line ${line}…`}
        </button>
      </Hint>
    </p>
  );
}

interface ContentsProps extends Props {
  readonly data: RobotsFileView;
  readonly shown: StoredVersion;
  readonly lint: Loaded<LintView | null>;
  readonly onLine: (line: number) => void;
  /** There are other versions than before. */
  readonly onVersions: () => void;
}

const none = [] as const;

function TabContents(props: ContentsProps) {
  const { origin, shown, data, lint, progress, crawler, onCrawler } = props;
  switch (props.tab) {
    case 'reading':
      return <RobotsReading key={shown.id} origin={origin} version={shown.id} choice={props.choice} onChoice={props.onChoice} />;
    case 'lint':
      if (lint.data) return <RobotsLint key={shown.id} data={data} lint={lint.data} />;
      if (lint.error) return <Problem text={`The file could not be checked: ${lint.error}`} retry={lint.retry} />;
      return lint.loading ? <div className="empty">Checking the file…</div> : null;
    case 'assertions':
      return <AssertionsPanel origin={origin} version={shown.id} />;
    case 'draft':
      return (
        <DraftTab
          origin={origin}
          version={shown.id}
          progress={progress}
          interpreter={crawler}
          onInterpreter={onCrawler}
          onAssertions={() => props.onTab('assertions')}
        />
      );
    case 'file':
      return (
        <RobotsCoverage
          key={shown.id}
          data={data}
          version={shown.id}
          findings={lint.data?.findings ?? none}
          line={props.line}
          jump={props.jump}
          onLine={props.onLine}
          progress={progress}
          interpreter={crawler}
          onInterpreter={onCrawler}
        />
      );
    case 'versions':
      return (
        <VersionsPanel
          origin={origin}
          version={props.version ?? shown.id}
          onVersion={props.onVersion}
          onVersions={props.onVersions}
        />
      );
  }
}
