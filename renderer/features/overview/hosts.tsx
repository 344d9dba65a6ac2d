import { useEffect, useState } from 'react';
import { type UrlCount, urlCounts } from '#shared/explain/url-counts.ts';
import type { CrawlStatus, HostStatus } from '#shared/model/crawl.ts';
import { useActions } from '../../bridge/app-context.ts';
import { useSaveReport } from '../../bridge/save-report.ts';
import { clockWords } from '../../domain/crawl-words.ts';
import { Hint } from '../../ui/hint.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { countWords, durationText, hostOf, plural } from '../../ui/text/format.ts';

const robotsWords: Readonly<Record<HostStatus['robots'], string>> = {
  unknown: 'not requested yet',
  rules: 'rules read',
  'allow-all': 'no file: all allowed',
  'disallow-all': 'unreachable: nothing allowed',
  stale: 'last good copy',
};

/** Hosts with their politeness clocks. The clocks run on the crawl's time, between pushes by this window's. */
export function Hosts({ status }: { readonly status: CrawlStatus }) {
  const { go } = useActions();
  const now = useCrawlClock(status);
  const save = useSaveReport();
  return (
    <section className="card hosts">
      <header>
        <h2>Hosts</h2>
        <span className="muted num">
          {countWords(status.hosts.length)} of {plural(status.hostsTotal, 'host')} shown
        </span>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
      <section className="hosts-table" tabIndex={0} aria-label="Table of hosts">
        <table className="plain num">
          <thead>
            <tr>
              <th>Host</th>
              <th className="wide">Now</th>
              <CountHead of={urlCounts.responses} />
              <CountHead of={urlCounts.waiting} />
              <CountHead of={urlCounts.blocked} />
              <CountHead of={urlCounts.failed} />
              <th>robots.txt</th>
              <th>Delay</th>
              <th>Politeness</th>
            </tr>
          </thead>
          <tbody>
            {status.hosts.map(host => (
              <tr key={host.origin}>
                <td>
                  <button
                    type="button"
                    className="link"
                    onClick={() => go({ do: 'filter', filter: `site:${hostOf(host.origin)}` })}
                  >
                    <Foreign text={host.origin.replace(/^http:\/\//, '')} />
                  </button>
                </td>
                <td className="wide">
                  <Foreign text={clockWords(host, now)} />
                </td>
                <td className="end">{countWords(host.fetched)}</td>
                <td className="end">{countWords(host.queued)}</td>
                <td className="end">{countWords(host.blocked)}</td>
                <td className="end">{countWords(host.failed)}</td>
                <td>
                  <RobotsLink host={host} line={0} text={robotsWords[host.robots]} />
                </td>
                <td>
                  {durationText(host.delayMs)}{' '}
                  {host.delayLine > 0 ? (
                    <RobotsLink host={host} line={host.delayLine} text={`line ${host.delayLine}`} />
                  ) : (
                    <span className="muted">crawl setting</span>
                  )}
                </td>
                <td>
                  <Hint text="Save one HTML document that shows, from the request log, how politely this host was crawled">
                    <button
                      type="button"
                      className="link"
                      data-testid="save-certificate"
                      onClick={() => save({ kind: 'politeness', origins: [host.origin] })}
                    >
                      Certificate…
                    </button>
                  </Hint>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

const CountHead = ({ of: { label, about } }: { readonly of: UrlCount }) => (
  <th className="end" title={about}>
    {label}
  </th>
);

function RobotsLink({ host, line, text }: { readonly host: HostStatus; readonly line: number; readonly text: string }) {
  const { go } = useActions();
  const version = host.robotsVersion;
  if (version === null) return <span className="muted">{text}</span>;
  const open = () => go({ do: 'open', target: { view: 'robots', origin: host.origin, version, line } });
  return (
    <button type="button" className="link" onClick={open}>
      {text}
    </button>
  );
}

function useCrawlClock(status: CrawlStatus): number {
  const [since, setSince] = useState({ now: status.now, at: performance.now() });
  const [, tick] = useState(0);
  const running = status.state === 'running';
  useEffect(() => setSince({ now: status.now, at: performance.now() }), [status.now]);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => tick(n => n + 1), 1_000);
    return () => clearInterval(timer);
  }, [running]);
  return running ? since.now + performance.now() - since.at : status.now;
}
