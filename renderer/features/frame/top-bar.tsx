import type { FileInfo } from '#shared/model/shell.ts';
import { useActions } from '../../bridge/app-context.ts';
import { useStatus } from '../../bridge/hooks.ts';
import { viewNames } from '../../bridge/nav-state.ts';
import { canPause, canResume, canStop, endedAtLimit, etaWords } from '../../domain/crawl-words.ts';
import { Hint } from '../../ui/hint.tsx';
import { TabList } from '../../ui/tabs.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { countWords } from '../../ui/text/format.ts';
import { Omnibox } from './omnibox.tsx';

const labels = {
  overview: 'Overview',
  urls: 'URLs',
  issues: 'Issues',
  robots: 'Robots',
  disagreements: 'Disagreements',
  sitemaps: 'Sitemaps',
  compare: 'Compare',
  custom: 'Custom',
  structure: 'Structure',
  signals: 'Signals',
  search: 'Search',
  sql: 'SQL',
} as const;

/** Views beyond the digits. */
const furtherKeys: Readonly<Record<string, string>> = { signals: 'Ctrl Shift G', search: 'Ctrl G', sql: 'Ctrl Shift L' };

/** File name, omnibox and the crawl's switch. */
export function TopBar({ file }: { readonly file: FileInfo }) {
  return (
    <header className="topbar">
      <h1 className="file-name clip" title={file.folder}>
        <Foreign text={file.name} />
      </h1>
      <Omnibox />
      <CrawlSwitch />
    </header>
  );
}

const tones = { running: 'ok', finished: 'ok', failed: 'bad', interrupted: 'warn', paused: 'warn', stopped: 'warn', new: '' };

function CrawlSwitch() {
  const status = useStatus();
  const { command } = useActions();
  if (!status) return <div className="end" />;
  const { state } = status;
  return (
    <div className="end">
      <span className={`chip crawl-state ${tones[state]}`} data-testid="crawl-state" data-state={state} title={status.detail}>
        {state}
      </span>
      {canPause(state) && (
        <button type="button" className="btn small" onClick={() => command('crawl:pause')}>
          Pause
        </button>
      )}
      {canResume(state, status.queued) && !endedAtLimit(status) && (
        <button type="button" className="btn small" onClick={() => command('crawl:resume')}>
          {state === 'new' ? 'Start' : 'Resume'}
        </button>
      )}
      {endedAtLimit(status) && (
        <button type="button" className="btn small" onClick={() => command('crawl:continue')}>
          Continue with a higher limit…
        </button>
      )}
      {state === 'finished' && (
        <Hint text="A new file with these settings; what has not changed is taken from this one">
          <button type="button" className="btn small" data-testid="crawl-again" onClick={() => command('crawl:again')}>
            Crawl again…
          </button>
        </Hint>
      )}
      {canStop(state) && (
        <button type="button" className="btn small" onClick={() => command('crawl:stop')}>
          Stop
        </button>
      )}
      <Hint text="Keyboard shortcuts (?)">
        <button type="button" className="btn small quiet" aria-label="Keyboard shortcuts" onClick={() => command('shortcuts')}>
          ?
        </button>
      </Hint>
    </div>
  );
}

/** View tabs and the figures that move. */
export function ViewBar() {
  const status = useStatus();
  return (
    <nav className="viewbar" aria-label="Views">
      <TabList
        label="Views"
        prefix="view"
        items={viewNames.map((name, index) => ({
          name,
          label: labels[name],
          hint: furtherKeys[name] ?? `Ctrl ${index + 1}`,
        }))}
      />
      {status && (
        <div className="figures num clip">
          <span>
            <b>{countWords(status.fetched)}</b> {status.fetched === 1 ? 'response' : 'responses'}
          </span>
          <span>
            <b>{countWords(status.queued)}</b> waiting
          </span>
          <span>
            <b>{countWords(status.disregarded)}</b> not crawled
          </span>
          <span>
            <b>{countWords(status.failed)}</b> failed
          </span>
          {status.state === 'running' && (
            <span>
              <b>{status.rate.toFixed(1)}</b>/s {etaWords(status.etaMs)}
            </span>
          )}
        </div>
      )}
    </nav>
  );
}
