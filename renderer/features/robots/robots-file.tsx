import type { RobotsFileView } from '#shared/model/explanation.ts';
import { useActions } from '../../bridge/app-context.ts';
import { useCall } from '../../bridge/hooks.ts';
import { bytesWords, countWords, lineFilter, plural, timeWords } from '../../ui/format.ts';
import { intoView } from '../../ui/into-view.ts';
import { Problem } from '../../ui/problem.tsx';
import { noteWords } from './note-words.ts';

interface Props {
  readonly origin: string;
  readonly version: number | null;
  /** Line to point at, 0 for none. */
  readonly line: number;
  readonly jump: number;
  readonly progress: number;
  readonly onVersion: (id: number) => void;
}

/** One stored copy: its lines, who they speak to, and how many URLs each of them decides. */
export function RobotsFile({ origin, version, line, jump, progress, onVersion }: Props) {
  const input = { origin, ...(version === null ? {} : { version }) };
  const { data, error, retry } = useCall('robots.file', input, progress);
  if (error && data === undefined) return <Problem text={`This robots.txt could not be read: ${error}`} retry={retry} />;
  if (data === undefined) return <div />;
  if (data === null || !data.version) return <div className="empty">No robots.txt of this origin is stored yet.</div>;
  const shown = data.version;
  return (
    <section className="robots">
      <header className="robots-head">
        <h2 className="selectable">
          <bdi>{shown.finalUrl}</bdi>
        </h2>
        <p className="selectable">
          <bdi>{data.sentence}</bdi>
        </p>
        <p className="muted num">
          {shown.status !== null && `Status ${shown.status} · `}
          {shown.bytes !== null && `${bytesWords(shown.bytes)} · `}
          read as <bdi>{data.agent}</bdi>, dialect <bdi>{data.dialect}</bdi>
          {data.lines.length > 0 && <NoRule data={data} />}
        </p>
        {data.versions.length > 0 && (
          <div className="versions num">
            <span className="muted">{plural(data.versions.length, 'version')}:</span>
            {data.versions.map((each, index) => (
              <button
                key={each.id}
                type="button"
                className="chip"
                aria-pressed={each.id === shown.id}
                title={`Seen from ${timeWords(each.firstSeenAt)} to ${timeWords(each.lastSeenAt)}`}
                onClick={() => onVersion(each.id)}
              >
                {index + 1} · {timeWords(each.firstSeenAt)} · {each.status ?? each.cause ?? each.access}
              </button>
            ))}
          </div>
        )}
      </header>
      {data.lines.length === 0 ? (
        <div className="empty">No line was read from this answer.</div>
      ) : (
        <RobotsLines data={data} line={line} jump={jump} />
      )}
    </section>
  );
}

function NoRule({ data }: { readonly data: RobotsFileView }) {
  return data.noRule === 0 ? <> · every URL is decided by a line</> : <> · {plural(data.noRule, 'URL')} decided by no line</>;
}

function RobotsLines({ data, line, jump }: { readonly data: RobotsFileView; readonly line: number; readonly jump: number }) {
  const { go } = useActions();
  return (
    <ol className="robots-lines" dir="ltr" aria-label="Lines">
      {data.lines.map(each => {
        const here = each.number === line;
        return (
          <li
            key={here ? `${each.number} ${jump}` : each.number}
            data-testid="robots-line"
            data-line={each.number}
            data-chosen={each.chosen}
            data-kind={each.kind}
            data-highlighted={here}
            ref={here ? intoView : null}
          >
            <span className="gutter num">
              {each.decides > 0 && (
                <button
                  type="button"
                  className="chip"
                  title={`List the ${plural(each.decides, 'URL')} this line decides`}
                  onClick={() => go({ do: 'filter', filter: lineFilter(each.number, data.origin) })}
                >
                  {countWords(each.decides)}
                </button>
              )}
            </span>
            <span className="line-number">{each.number}</span>
            <code className="selectable">
              <bdi>{each.text}</bdi>
            </code>
            <span className="notes">
              {each.notes.map(note => (
                <span key={note} className="chip warn">
                  {noteWords(note)}
                </span>
              ))}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
