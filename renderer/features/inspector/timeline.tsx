import { blameBecause, blameVerdict, dayWords } from '#shared/explain/blame.ts';
import { titleOf } from '#shared/explain/describe.ts';
import type { UrlExplanation } from '#shared/model/explanation.ts';
import { useActions } from '../../bridge/app-context.ts';
import { useCall } from '../../bridge/hooks.ts';
import { BlameStrip, runVersions } from '../../domain/blame-strip.tsx';
import { keyed } from '../../ui/keyed.ts';
import { Foreign } from '../../ui/text/foreign.tsx';
import { plural, timeWords, verdictTone } from '../../ui/text/format.ts';

/** One URL over time: what every version of robots.txt says of it, since when, and what was decided when. */
export function Timeline({ why, url }: { readonly why: UrlExplanation; readonly url: string }) {
  const { go } = useActions();
  const { data, error, loading } = useCall('robots.blame', { url, profile: '' }, why.decisions.length);
  const open = (version: number, line: number): void => {
    if (data) go({ do: 'open', target: { view: 'robots', origin: data.origin, version, line } });
  };
  return (
    <div className="timeline" data-testid="timeline">
      <section>
        <h3>robots.txt over time</h3>
        {loading && <p className="muted">Checking every version…</p>}
        {error !== '' && (
          <p className="muted">
            <Foreign text={error} />
          </p>
        )}
        {data && (
          <>
            <p className="selectable" data-testid="timeline-sentence">
              <Foreign text={data.sentence} />
            </p>
            <BlameStrip blame={data} onVersion={id => open(id, 0)} />
            <ol className="timeline-list">
              {[...data.runs].reverse().map(run => (
                <li key={run.from}>
                  <span className="num muted">
                    {runVersions(run)} · {dayWords(run.at)}
                  </span>
                  <span className={`chip ${run.allowed === null ? 'warn' : run.allowed ? 'ok' : 'bad'}`}>
                    {blameVerdict(run.allowed)}
                  </span>
                  {run.line > 0 ? (
                    <button type="button" className="link" onClick={() => open(data.ids[run.from - 1] ?? 0, run.line)}>
                      <Foreign text={blameBecause(run, run.line)} />
                    </button>
                  ) : (
                    <span>{blameBecause(run, 0)}</span>
                  )}
                </li>
              ))}
            </ol>
            <p className="muted">
              {plural(data.ids.length, 'version')}, interpreted as <Foreign text={data.profile} />.
            </p>
          </>
        )}
      </section>
      <section>
        <h3>Decisions of the crawl</h3>
        {why.decisions.length === 0 || !why.seen ? (
          <p className="muted">This URL is not in this crawl, so there are no decisions about it.</p>
        ) : (
          <ol className="timeline-list decisions">
            {keyed([...why.decisions].reverse(), each => String(each.id)).map(({ key, item }) => (
              <li key={key}>
                <time className="num muted">{timeWords(item.at)}</time>
                <span className={`chip ${verdictTone(item.verdict)}`}>{titleOf(item.reason)}</span>
                <Foreign text={item.sentence} />
              </li>
            ))}
          </ol>
        )}
      </section>
    </div>
  );
}
