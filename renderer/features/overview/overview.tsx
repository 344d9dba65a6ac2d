import { storedLimitSentence } from '#shared/explain/stored-limit.ts';
import { type UrlCount, urlCounts } from '#shared/explain/url-counts.ts';
import type { CrawlStatus } from '#shared/model/crawl.ts';
import { useActions, useNav } from '../../bridge/app-context.ts';
import { useStatus } from '../../bridge/hooks.ts';
import { limitsReached, runningWords } from '../../domain/crawl-words.ts';
import { Hint } from '../../ui/hint.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { countWords, percent, plural, timeWords } from '../../ui/text/format.ts';
import { Breakdown } from './breakdown.tsx';
import { FailingAssertionsNote } from './failing-assertions.tsx';
import { FewPagesNote } from './few-pages-note.tsx';
import { FileRequestsNote } from './file-requests-note.tsx';
import { Hosts } from './hosts.tsx';
import { KeptOriginalNote } from './kept-original-note.tsx';
import { MissingCredentialsNote } from './missing-credentials-note.tsx';
import { RenderedPages } from './rendered-pages.tsx';
import { SettingsList } from './settings-list.tsx';
import { TopFindings } from './top-findings.tsx';

/** The crawl at a glance; every count is out of something and leads to its URLs. */
export function Overview() {
  const status = useStatus();
  const { jump } = useNav();
  if (!status) return <div className="empty">Reading the crawl…</div>;
  const { urls } = status;
  return (
    <div className="overview">
      <StateSection status={status} />
      <KeptOriginalNote status={status} />
      <FileRequestsNote status={status} />
      <MissingCredentialsNote status={status} />
      <FewPagesNote status={status} />
      <FailingAssertionsNote status={status} />
      <section className="tiles">
        <Tile of={urlCounts.responses} part={status.fetched} all={urls} />
        <Tile of={urlCounts.waiting} part={status.queued} all={urls} />
        <Tile of={urlCounts.notCrawled} part={status.disregarded} all={urls} />
        <Tile of={urlCounts.failed} part={status.failed} all={urls} />
      </section>
      <TopFindings />
      <RenderedPages />
      <Hosts status={status} />
      <Breakdown status={status} />
      <SettingsList key={jump} settings={status.settings} name={status.file} />
    </div>
  );
}

/** The state of the crawl, since when, its start URLs, and how to continue after a limit. */
function StateSection({ status }: { readonly status: CrawlStatus }) {
  const { command } = useActions();
  const sentence =
    status.detail || (status.state === 'running' ? runningWords(status.queued, status.inFlight, status.hostsTotal) : '');
  return (
    <section className="sentence">
      <h2 className="crawl-state">{status.state}</h2>
      <p className="selectable">
        {sentence && <Foreign text={sentence} />}{' '}
        <span className="muted">
          {status.startedAt !== null && `Started ${timeWords(status.startedAt)}.`}
          {status.endedAt !== null && ` Ended ${timeWords(status.endedAt)}.`}
        </span>
      </p>
      {status.storedLimit !== undefined && (
        <p className="selectable" data-testid="stored-limit">
          {storedLimitSentence(status.storedLimit, status.settings.maxStoredBytes)}
        </p>
      )}
      <p className="muted clip">
        {plural(status.seeds.length, 'start URL')}: <Foreign text={status.seeds.slice(0, 5).join('  ')} />
      </p>
      <div className="state-buttons">
        {limitsReached(status).length > 0 && (
          <button type="button" className="btn" data-testid="continue" onClick={() => command('crawl:continue')}>
            Continue with a higher limit…
          </button>
        )}
        <button type="button" className="btn" data-testid="site-report" onClick={() => command('report')}>
          Report for a client…
        </button>
      </div>
    </section>
  );
}

interface TileProps {
  readonly of: UrlCount;
  readonly part: number;
  readonly all: number;
}

function Tile({ of: { label, filter, about }, part, all }: TileProps) {
  const { go } = useActions();
  return (
    <Hint text={`${about} List them: ${filter}`}>
      <button type="button" className="tile num" onClick={() => go({ do: 'filter', filter })}>
        <span className="muted">{label}</span>
        <b>{countWords(part)}</b>
        <span className="muted">
          of {countWords(all)} seen · {percent(part, all)}
        </span>
      </button>
    </Hint>
  );
}
