import { useEffect, useState } from 'react';
import { dayWords } from '#shared/explain/blame.ts';
import type { HistoryVersion, RobotsHistory } from '#shared/model/history.ts';
import { client } from '../../../bridge/client.ts';
import { useCall, useDebounced, useProgress } from '../../../bridge/hooks.ts';
import { ExportButton } from '../../../domain/export-button.tsx';
import { interpreterInput } from '../../../domain/interpreter-choice.ts';
import { InterpreterPicker } from '../../../domain/interpreter-picker.tsx';
import { workWords } from '../../../domain/work-words.ts';
import { Problem } from '../../../ui/problem.tsx';
import { type SideSize, SplitPane } from '../../../ui/split-pane.tsx';
import { countWords, plural } from '../../../ui/text/format.ts';
import { VersionChecks } from './checks.tsx';
import { VersionList } from './list.tsx';
import { TextDiffView } from './text-diff.tsx';
import { UrlBlame } from './url-blame.tsx';
import { VerdictDiff } from './verdict-diff.tsx';
import { versionLabel } from './words.ts';

interface Props {
  readonly origin: string;
  /** The version all tabs show. */
  readonly version: number;
  readonly onVersion: (id: number) => void;
  /** Versions came: lists of them are read again. */
  readonly onVersions: () => void;
}

/** What was looked at last, kept while other tabs and views come and go. */
const kept = { profile: '', url: '', origin: '' };
const pollMs = 300;
const settleMs = 120;
/** The versions beside what they changed. */
const versionsSize: SideSize = { usual: '220px', least: 150, most: 50 };
/** The differences of verdicts, beside or under those of the text. */
const verdictsSize: SideSize = { usual: '55%', least: 280, most: 80 };

/** Requests the history again while verdicts are being counted. */
function useHistory(origin: string, profile: string) {
  const [asked, setAsked] = useState(0);
  const progress = useProgress(3_000);
  const loaded = useCall('robots.history', { origin, profile }, asked + progress);
  const isRunning = loaded.data?.progress.state === 'running';
  // biome-ignore lint/correctness/useExhaustiveDependencies: every result that is not the last one repeats the call
  useEffect(() => {
    if (!isRunning) return;
    const timer = setTimeout(() => setAsked(n => n + 1), pollMs);
    return () => clearTimeout(timer);
  }, [isRunning, loaded.data]);
  return { ...loaded, again: () => setAsked(n => n + 1) };
}

/** Versions over time: a slider through them, what each changed in text and in verdicts, and any URL at every version. */
export function VersionsPanel({ origin, version, onVersion, onVersions }: Props) {
  const [profile, setProfile] = useState(kept.profile);
  const [url, setUrl] = useState(kept.origin === origin ? kept.url : '');
  const history = useHistory(origin, profile);
  useEffect(() => {
    Object.assign(kept, { profile, url, origin });
  }, [profile, url, origin]);
  const { data, error, retry, again } = history;
  return (
    <div className="version-tab" data-testid="versions-panel">
      <VersionChecks
        origin={origin}
        onVersions={() => {
          again();
          onVersions();
        }}
      />
      {error && !data && <Problem text={`The versions could not be read: ${error}`} retry={retry} />}
      {!data && !error && <div className="empty">Reading the versions…</div>}
      {data && (
        <Shown
          history={data}
          version={version}
          url={url}
          onUrl={setUrl}
          onVersion={onVersion}
          onAgain={() => void client.call('robots.history', { origin, profile, again: true }).then(again)}
          picker={
            <InterpreterPicker
              label="Interpreted as"
              value={profile === '' ? '' : `profile:${profile}`}
              only="crawlers"
              testId="versions-profile"
              onPick={choice => setProfile(interpreterInput(choice).profile ?? '')}
            />
          }
        />
      )}
    </div>
  );
}

interface ShownProps {
  readonly history: RobotsHistory;
  readonly version: number;
  readonly url: string;
  readonly picker: React.ReactNode;
  readonly onUrl: (url: string) => void;
  readonly onVersion: (id: number) => void;
  readonly onAgain: () => void;
}

function Shown({ history, version, url, picker, onUrl, onVersion, onAgain }: ShownProps) {
  const { versions, origin, profile } = history;
  // The slider moves at once; the verdicts follow when it rests. It stores an id, because new versions shift the positions.
  const [picked, setPicked] = useState(version);
  const [against, setAgainst] = useState<number | null>(null);
  useEffect(() => setPicked(version), [version]);
  const settled = useDebounced(picked, settleMs);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a slider that came to rest picks a version
  useEffect(() => {
    if (settled === picked && settled !== version) onVersion(settled);
  }, [settled]);
  const placeOf = (id: number): number =>
    Math.max(
      0,
      versions.findIndex(each => each.id === id),
    );
  const [at, restedAt] = [placeOf(picked), placeOf(settled)];
  const [now, rested] = [versions[at], versions[restedAt]];
  if (!now || !rested) return <div className="empty">No version of this robots.txt is stored.</div>;
  const before = versions.find(each => each.id === against && each.id !== rested.id) ?? versions[restedAt - 1];
  return (
    <>
      <div className="version-bar">
        <label className="version-slider">
          <span className="muted">Version</span>
          <input
            type="range"
            min={1}
            max={versions.length}
            step={1}
            value={at + 1}
            disabled={versions.length < 2}
            aria-valuetext={`Version ${at + 1}, ${dayWords(now.firstSeenAt)}`}
            data-testid="version-slider"
            onChange={event => setPicked(versions[Number(event.target.value) - 1]?.id ?? picked)}
          />
        </label>
        <output className="num version-at" data-testid="version-at">
          <b>v{countWords(at + 1)}</b> of {countWords(versions.length)} · {spanWords(now)}
        </output>
        <label className="interpreter-picker">
          <span className="muted">compared with</span>
          <select
            className="field"
            value={against ?? ''}
            data-testid="version-against"
            onChange={event => setAgainst(event.target.value === '' ? null : Number(event.target.value))}
          >
            <option value="">Previous version</option>
            {[...versions].reverse().map(each => (
              <option key={each.id} value={each.id}>
                {versionLabel(each)}
              </option>
            ))}
          </select>
        </label>
        {picker}
        <Counting history={history} onAgain={onAgain} />
        <ExportButton
          label="Export versions…"
          offer={{
            label: `Versions of robots.txt of ${origin}`,
            list: { kind: 'robots-versions', origin },
            count: versions.length,
            shown: null,
          }}
        />
      </div>
      <UrlBlame origin={origin} profile={profile} version={rested.id} url={url} onUrl={onUrl} onVersion={setPicked} />
      <SplitPane
        name="versions"
        label="Width of the list of versions"
        at="start"
        size={versionsSize}
        narrow={{ below: 480, use: 'no side' }}
        side={<VersionList versions={versions} shown={now.id} onVersion={setPicked} />}
        main={
          <SplitPane
            name="version-parts"
            label="Size of the differences of verdicts"
            size={verdictsSize}
            narrow={{ below: 610, use: 'rows' }}
            main={<TextDiffView origin={origin} before={before?.id ?? null} after={rested.id} />}
            side={
              <VerdictDiff origin={origin} before={before?.id ?? null} after={rested.id} profile={profile} onInspect={onUrl} />
            }
          />
        }
      />
    </>
  );
}

function spanWords({ firstSeenAt, lastSeenAt }: HistoryVersion): string {
  const [from, to] = [dayWords(firstSeenAt), dayWords(lastSeenAt)];
  return from === to ? from : `${from} – ${to}`;
}

function Counting({ history, onAgain }: { readonly history: RobotsHistory; readonly onAgain: () => void }) {
  const { progress, counted, origin, profile } = history;
  if (progress.state === 'running')
    return (
      <span className="muted num">
        Counting verdicts: {workWords(progress)}{' '}
        <button type="button" className="btn small" onClick={() => void client.call('robots.cancelHistory', { origin, profile })}>
          Stop
        </button>
      </span>
    );
  if (progress.state === 'cancelled')
    return (
      <span className="tone-warn num">
        Counted {plural(counted, 'URL')} only.{' '}
        <button type="button" className="btn small" onClick={onAgain}>
          Go on
        </button>
      </span>
    );
  return progress.state === 'failed' ? <span className="tone-bad">The verdicts could not be counted.</span> : null;
}
