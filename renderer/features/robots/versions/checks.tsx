import { useState } from 'react';
import { useActions } from '../../../bridge/app-context.ts';
import { client } from '../../../bridge/client.ts';
import { messageOf, useCall, useStatus } from '../../../bridge/hooks.ts';
import { Hint } from '../../../ui/hint.tsx';
import { timeWords } from '../../../ui/text/format.ts';
import { importWords } from './words.ts';

const intervals = [
  [0, 'Off'],
  [1, 'Every hour'],
  [6, 'Every 6 hours'],
  [24, 'Every day'],
] as const;

const imports = [
  ['file', 'File…', 'One robots.txt of the past'],
  ['folder', 'Folder…', 'A folder of files named by their day, such as 2024-05-01.txt'],
  ['crawl', 'Other crawl…', 'What another crawl file saw of the same host'],
] as const;

interface Props {
  readonly origin: string;
  /** Versions may have come. */
  readonly onVersions: () => void;
}

/** Sources of versions: imports, and checks of the host, now or automatically while the file is open. */
export function VersionChecks({ origin, onVersions }: Props) {
  const { toast } = useActions();
  const status = useStatus();
  const [asked, setAsked] = useState(0);
  const [busy, setBusy] = useState(false);
  const checks = useCall('robots.checks', {}, asked);
  const isCrawling = status?.state === 'running' || status?.state === 'paused';
  const work = async (job: () => Promise<string>): Promise<void> => {
    setBusy(true);
    try {
      const words = await job();
      if (words !== '') toast(words);
    } catch (error) {
      toast(messageOf(error), 'problem');
    } finally {
      setBusy(false);
      setAsked(n => n + 1);
      onVersions();
    }
  };
  const bring = (from: (typeof imports)[number][0]): void =>
    void work(async () => {
      const done = await client.call('robots.import', { origin, from });
      return done ? importWords(done) : '';
    });
  const check = (): void =>
    void work(async () => {
      const { changed, firstUnreachable } = await client.call('robots.check', { origin });
      if (firstUnreachable !== '') throw new Error(firstUnreachable);
      return changed > 0 ? 'robots.txt has changed: a new version was recorded.' : 'robots.txt has not changed.';
    });
  const last = checks.data?.last;
  return (
    <div className="version-bar" data-testid="version-checks">
      <span className="muted">Import</span>
      {imports.map(([from, label, hint]) => (
        <button
          key={from}
          type="button"
          className="btn small"
          title={hint}
          disabled={busy}
          data-testid={`import-${from}`}
          onClick={() => bring(from)}
        >
          {label}
        </button>
      ))}
      <Hint text={isCrawling ? 'The running crawl requests robots.txt itself' : 'One request to this host'}>
        <button type="button" className="btn small" disabled={busy || isCrawling} data-testid="check-now" onClick={check}>
          {busy ? 'Working…' : 'Check now'}
        </button>
      </Hint>
      <label
        className="interpreter-picker"
        title="Automatic checks send one request to each host while this file is open and no crawl runs"
      >
        <span className="muted">Check all hosts</span>
        <select
          className="field"
          value={checks.data?.everyHours ?? 0}
          disabled={!checks.data}
          data-testid="check-every"
          onChange={event => {
            const hours = Number(event.target.value) as 0 | 1 | 6 | 24;
            void work(async () => {
              await client.call('robots.checkEvery', { hours });
              return '';
            });
          }}
        >
          {intervals.map(([hours, words]) => (
            <option key={hours} value={hours}>
              {words}
            </option>
          ))}
        </select>
      </label>
      {checks.data && (
        <span className="muted num" data-testid="last-check">
          {checks.data.isChecking
            ? 'Checking now…'
            : last
              ? `Last checked ${timeWords(last.at)}: ${last.detail}`
              : 'Not checked since the crawl'}
          {checks.data.nextAt !== null && ` · next ${timeWords(checks.data.nextAt)}`}
        </span>
      )}
    </div>
  );
}
