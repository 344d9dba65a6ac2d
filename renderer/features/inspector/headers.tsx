import { useNav } from '../../bridge/app-context.ts';
import { useCall, useProgress, useStatus } from '../../bridge/hooks.ts';
import { Problem } from '../../ui/problem.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { durationText, plural, timeWords } from '../../ui/text/format.ts';
import { intoView } from '../../ui/text/into-view.ts';
import { CurlMenu, RequestTimes } from './requests.tsx';

interface Props {
  readonly url: string;
  /** Response header to point at, -1 for none. */
  readonly highlight: number;
}

type Pairs = readonly (readonly [string, string])[];

/** The last exchange as it went over the wire, and every attempt. */
export function Headers({ url, highlight }: Props) {
  const { jump } = useNav();
  const refresh = useProgress(3_000);
  const { data, error, retry } = useCall('url.headers', { url }, refresh);
  const own = useStatus()?.settings.headers.map(({ name }) => name) ?? [];
  const requests = useCall('requests.ofUrl', { url }, refresh).data;
  if (error && data === undefined) return <Problem text={`The headers could not be read: ${error}`} retry={retry} />;
  if (data === undefined) return null;
  if (data === null) return <div className="empty">There are no headers, because this URL was never requested.</div>;
  return (
    <div className="pad selectable">
      <section className="fact-group">
        <h3>
          Response {data.status ?? ''} <Foreign text={data.statusText} />
        </h3>
        <HeaderTable pairs={data.response} highlight={highlight} jump={jump} />
      </section>
      <section className="fact-group">
        <div className="requests-head">
          <h3>Request</h3>
          <CurlMenu
            request={{
              method: requests?.at(-1)?.method ?? 'GET',
              httpVersion: requests?.at(-1)?.httpVersion ?? null,
              ...{ url, headers: data.request, own },
            }}
          />
        </div>
        <HeaderTable pairs={data.request} highlight={-1} jump={0} />
      </section>
      {requests && requests.length > 0 && <RequestTimes url={url} rows={requests} />}
      <section className="fact-group">
        <h3>{plural(data.attempts.length, 'attempt')}</h3>
        <table className="plain num">
          <thead>
            <tr>
              <th>Started</th>
              <th className="end">Took</th>
              <th>Outcome</th>
              <th className="wide">Detail</th>
            </tr>
          </thead>
          <tbody>
            {data.attempts.map(attempt => (
              <tr key={attempt.id}>
                <td>{timeWords(attempt.startedAt)}</td>
                <td className="end">{attempt.totalMs === null ? '–' : durationText(attempt.totalMs)}</td>
                <td>{attempt.outcome}</td>
                <td className="wide">
                  <Foreign text={attempt.detail} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

function HeaderTable({ pairs, highlight, jump }: { readonly pairs: Pairs; readonly highlight: number; readonly jump: number }) {
  if (pairs.length === 0) return <p className="muted">None recorded.</p>;
  return (
    <dl className="headers">
      {pairs.map(([name, value], index) => {
        const here = index === highlight;
        return (
          <div
            key={here ? `${index} ${jump}` : index}
            data-testid="header-row"
            data-highlighted={here}
            ref={here ? intoView : null}
          >
            <dt>
              <Foreign text={name} />
            </dt>
            <dd className="mono">
              <Foreign text={value} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
