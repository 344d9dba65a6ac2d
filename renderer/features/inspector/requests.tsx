import { useState } from 'react';
import { type CurlRequest, curlCommand, type Shell } from '#shared/explain/curl.ts';
import { phasesOf, type RequestPhase, type RequestRow, requestPhases } from '#shared/model/requests.ts';
import { useActions } from '../../bridge/app-context.ts';
import { messageOf, useCall } from '../../bridge/hooks.ts';
import { MenuButton } from '../../ui/menu.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { durationText, plural, shortUrl, timeWords } from '../../ui/text/format.ts';

const phaseWords: Readonly<Record<RequestPhase, string>> = {
  queue: 'in the crawler',
  dns: 'DNS',
  tcp: 'connecting',
  tls: 'TLS',
  wait: 'waiting for the response',
  download: 'download',
};

const copied: Readonly<Record<Shell, string>> = { posix: 'for sh, bash and zsh', cmd: 'for the Windows command prompt' };

/** Copies the last request as a command of curl, and says what is left out. */
export function CurlMenu({ request }: { readonly request: CurlRequest }) {
  const { toast } = useActions();
  const copy = (shell: Shell): void => {
    const made = curlCommand(request, shell);
    if (made === null) {
      toast('There is no command for this URL: it is not http or https.', 'problem');
      return;
    }
    const { command, leftOut } = made;
    const without = leftOut.length > 0 ? `, without ${leftOut.join(', ')}` : '';
    navigator.clipboard.writeText(command).then(
      () => toast(`Command copied${without}`),
      (error: unknown) => toast(`The command could not be copied: ${messageOf(error)}`, 'problem'),
    );
  };
  const items = (['posix', 'cmd'] as const).map(shell => ({ label: `Copy ${copied[shell]}`, onPick: () => copy(shell) }));
  return <MenuButton label="cURL" testId="curl" groups={[{ items }]} />;
}

/** The requests for a URL with their times, and those to its host around the last one. */
export function RequestTimes({ url, rows }: { readonly url: string; readonly rows: readonly RequestRow[] }) {
  const [isHost, setHost] = useState(false);
  const last = rows.at(-1);
  return (
    <section className="fact-group requests" data-testid="requests">
      <h3>Times</h3>
      <Legend rows={rows} />
      <Waterfall rows={rows} base={url} isHost={false} />
      {last &&
        (isHost ? (
          <HostRequests request={last.id} url={url} />
        ) : (
          <button type="button" className="btn small" onClick={() => setHost(true)}>
            Requests to this host
          </button>
        ))}
    </section>
  );
}

interface Place {
  readonly request: number;
  readonly towards: 'later' | 'earlier';
}

function HostRequests({ request, url }: { readonly request: number; readonly url: string }) {
  const [place, setPlace] = useState<Place>({ request, towards: 'later' });
  const { data, error, retry } = useCall('requests.ofHost', place);
  if (error) return <Problem text={`The requests could not be read: ${error}`} retry={retry} />;
  if (!data) return <p className="muted">Reading the requests…</p>;
  const { rows, origin, hasEarlier, hasLater } = data;
  const [first, last] = [rows[0], rows.at(-1)];
  return (
    <>
      <h3>
        Requests to <Foreign text={origin} />
      </h3>
      <Legend rows={rows} />
      <Waterfall rows={rows} base={url} isHost />
      <div className="toolbar-line">
        <button
          type="button"
          className="btn small"
          disabled={!hasEarlier || !first}
          onClick={() => first && setPlace({ request: first.id - 1, towards: 'earlier' })}
        >
          Earlier
        </button>
        <button
          type="button"
          className="btn small"
          disabled={!hasLater || !last}
          onClick={() => last && setPlace({ request: last.id + 1, towards: 'later' })}
        >
          Later
        </button>
        <span className="muted num">{plural(rows.length, 'request')}</span>
      </div>
    </>
  );
}

function Legend({ rows }: { readonly rows: readonly RequestRow[] }) {
  const used = new Set(rows.flatMap(row => phasesOf(row).map(({ phase }) => phase)));
  return (
    <p className="request-legend muted">
      {requestPhases
        .filter(phase => used.has(phase))
        .map(phase => (
          <span key={phase}>
            <i className={`phase ${phase}`} aria-hidden="true" />
            {phaseWords[phase]}
          </span>
        ))}
    </p>
  );
}

/** What a bar says, for those who do not see it. */
function timesInWords(row: RequestRow): string {
  const phases = phasesOf(row).map(({ phase, ms }) => `${phaseWords[phase]} ${durationText(ms)}`);
  if (row.status !== null && row.tcpMs === null && row.waitMs !== null) phases.unshift('over an open connection');
  if (row.httpVersion !== null) phases.unshift(`HTTP/${row.httpVersion}`);
  return phases.length > 0 ? phases.join(', ') : 'no times are recorded';
}

interface WaterfallProps {
  readonly rows: readonly RequestRow[];
  readonly base: string;
  readonly isHost: boolean;
}

function Waterfall({ rows, base, isHost }: WaterfallProps) {
  const { go } = useActions();
  // On a common time axis the pauses would leave no room for the requests.
  const all = Math.max(1, ...rows.map(row => row.totalMs ?? 0));
  return (
    <table className="plain num waterfall">
      <thead>
        <tr>
          <th>{isHost ? 'URL' : 'Started'}</th>
          <th className="end">Status</th>
          <th
            className="end"
            title="From the end of the request to this host before it: the delay that the crawl kept, or longer"
          >
            Pause before
          </th>
          <th className="wide">Times</th>
          <th className="end">Took</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={row.id} data-testid="request-row">
            <td className="clip" title={isHost ? `${row.method} ${row.url}` : undefined}>
              {isHost && row.purpose === 'page' ? (
                <button type="button" className="link clip" onClick={() => go({ do: 'inspect', url: row.url })}>
                  <Foreign text={shortUrl(row.url, base)} />
                </button>
              ) : (
                <Foreign text={isHost ? shortUrl(row.url, base) : timeWords(row.startedAt)} />
              )}
            </td>
            <td className="end">
              {row.httpVersion === '2' && <span className="muted">h2 </span>}
              {row.status ?? row.outcome}
            </td>
            <td className="end">{row.gapMs === null ? '–' : durationText(row.gapMs)}</td>
            <td className="wide">
              <div className="request-bar" role="img" aria-label={timesInWords(row)} title={timesInWords(row)}>
                {phasesOf(row).map(({ phase, from: at, ms }) => (
                  <i
                    key={phase}
                    className={`phase ${phase}`}
                    style={{ left: `${(at / all) * 100}%`, width: `${(ms / all) * 100}%` }}
                  />
                ))}
              </div>
            </td>
            <td className="end">{row.totalMs === null ? '–' : durationText(row.totalMs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
