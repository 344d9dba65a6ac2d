import { titleOf } from '#shared/explain/describe.ts';
import { type UrlCount, urlCounts } from '#shared/explain/url-counts.ts';
import { useActions } from '../../bridge/app-context.ts';
import { useStatus } from '../../bridge/hooks.ts';
import { endedAtLimit, runningWords } from '../../domain/crawl-words.ts';
import { Foreign } from '../../ui/text/foreign.tsx';
import { countWords, percent, plural, timeWords, verdictTone } from '../../ui/text/format.ts';
import { FailingAssertionsNote } from './failing-assertions.tsx';
import { FewPagesNote } from './few-pages-note.tsx';
import { FileRequestsNote } from './file-requests-note.tsx';
import { Hosts } from './hosts.tsx';
import { SettingsList } from './settings-list.tsx';

/** The crawl at a glance; every count is out of something and leads to its URLs. */
export function Overview() {
  const status = useStatus();
  const { command } = useActions();
  if (!status) return <div className="empty">Reading the crawl…</div>;
  const { urls } = status;
  const answered = status.statuses.reduce((sum, row) => sum + row.count, 0);
  const judged = status.mayList.reduce((sum, row) => (row.value === 'unknown' ? sum : sum + row.count), 0);
  const sentence =
    status.detail || (status.state === 'running' ? runningWords(status.queued, status.inFlight, status.hostsTotal) : '');
  return (
    <div className="overview">
      <section className="sentence">
        <h2 className="crawl-state">{status.state}</h2>
        <p className="selectable">
          {sentence && <Foreign text={sentence} />}{' '}
          <span className="muted">
            {status.startedAt !== null && `Started ${timeWords(status.startedAt)}.`}
            {status.endedAt !== null && ` Ended ${timeWords(status.endedAt)}.`}
          </span>
        </p>
        <p className="muted clip">
          {plural(status.seeds.length, 'start URL')}: <Foreign text={status.seeds.slice(0, 5).join('  ')} />
        </p>
        {endedAtLimit(status) && (
          <div>
            <button type="button" className="btn" data-testid="continue" onClick={() => command('crawl:continue')}>
              Continue with a higher limit…
            </button>
          </div>
        )}
      </section>
      <FileRequestsNote status={status} />
      <FewPagesNote status={status} />
      <FailingAssertionsNote status={status} />
      <section className="tiles">
        <Tile of={urlCounts.responses} part={status.fetched} all={urls} />
        <Tile of={urlCounts.waiting} part={status.queued} all={urls} />
        <Tile of={urlCounts.notCrawled} part={status.disregarded} all={urls} />
        <Tile of={urlCounts.failed} part={status.failed} all={urls} />
      </section>
      <Hosts status={status} />
      <div className="columns">
        <Bars
          title="Decisions"
          note={`${plural(urls, 'URL')}, one current decision each`}
          all={urls}
          rows={status.reasons.map(row => ({
            key: row.reason,
            label: titleOf(row.reason),
            count: row.count,
            filter: `reason:${row.reason}`,
          }))}
        />
        <div className="stack">
          <Bars
            title="HTTP statuses"
            note={`${countWords(answered)} of ${plural(urls, 'URL')} returned a status`}
            all={answered}
            rows={status.statuses.map(row => ({
              key: String(row.status),
              label: String(row.status),
              count: row.count,
              filter: `status:${row.status}`,
            }))}
          />
          <Bars
            title="May it be listed by a search engine?"
            note={`${countWords(judged)} of ${plural(urls, 'URL')} could be judged`}
            all={urls}
            rows={status.mayList.map(row => ({
              key: row.value,
              label: listWords[row.value] ?? row.value,
              count: row.count,
              filter: `list:${row.value}`,
              tone: verdictTone(row.value),
            }))}
          />
        </div>
      </div>
      <SettingsList settings={status.settings} />
    </div>
  );
}

const listWords: Readonly<Record<string, string>> = {
  yes: 'Yes',
  no: 'No',
  'url-only': 'URL only',
  unknown: 'Unknown',
};

interface TileProps {
  readonly of: UrlCount;
  readonly part: number;
  readonly all: number;
}

function Tile({ of: { label, filter, about }, part, all }: TileProps) {
  const { go } = useActions();
  return (
    <button
      type="button"
      className="tile num"
      title={`${about} List them: ${filter}`}
      onClick={() => go({ do: 'filter', filter })}
    >
      <span className="muted">{label}</span>
      <b>{countWords(part)}</b>
      <span className="muted">
        of {countWords(all)} seen · {percent(part, all)}
      </span>
    </button>
  );
}

interface BarRow {
  readonly key: string;
  readonly label: string;
  readonly count: number;
  readonly filter: string;
  readonly tone?: string;
}

interface BarsProps {
  readonly title: string;
  readonly note: string;
  readonly all: number;
  readonly rows: readonly BarRow[];
}

function Bars({ title, note, all, rows }: BarsProps) {
  const { go } = useActions();
  const moving = useStatus()?.state === 'running';
  return (
    <section className="card">
      <header>
        <h2>{title}</h2>
        <span className="muted num">{note}</span>
      </header>
      {rows.length === 0 && <p className="muted">{moving ? 'Nothing yet.' : 'None.'}</p>}
      <ul className="bars num">
        {[...rows]
          .sort((a, b) => b.count - a.count)
          .map(row => (
            <li key={row.key}>
              <button
                type="button"
                className="bar-row"
                title={`List them: ${row.filter}`}
                onClick={() => go({ do: 'filter', filter: row.filter })}
              >
                <span className="clip">{row.label}</span>
                <span className={`bar tone-${row.tone ?? 'none'}`}>
                  <i style={{ width: `${all > 0 ? (row.count / all) * 100 : 0}%` }} />
                </span>
                <span className="count">{countWords(row.count)}</span>
                <span className="muted share">{percent(row.count, all)}</span>
              </button>
            </li>
          ))}
      </ul>
    </section>
  );
}
