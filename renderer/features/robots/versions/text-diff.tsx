import type { TextDiff, TextDiffRow } from '#shared/model/history.ts';
import { useCall } from '../../../bridge/hooks.ts';
import { Problem } from '../../../ui/problem.tsx';
import { Foreign } from '../../../ui/text/foreign.tsx';
import { countWords, plural } from '../../../ui/text/format.ts';

interface Props {
  readonly origin: string;
  /** Null: against no file. */
  readonly before: number | null;
  readonly after: number;
}

/** What changed in the text: one column, old lines above new ones, unchanged parts folded. */
export function TextDiffView({ origin, before, after }: Props) {
  const { data, error, retry } = useCall('robots.diff', { origin, before, after });
  if (error) return <Problem text={`The two texts could not be compared: ${error}`} retry={retry} />;
  if (!data) return <div className="empty">Comparing the texts…</div>;
  const { before: noneBefore, after: noneNow } = data.withoutText;
  const isSame = data.added + data.removed + data.moved === 0;
  return (
    <section className="version-part" aria-label="Difference of the texts">
      <h3 className="version-part-head num">
        Text
        {noneBefore || noneNow ? (
          <span className="muted">no text {noneNow ? 'in this version' : 'in the other version: all of this one is listed'}</span>
        ) : (
          <>
            <span className="tone-ok">+{countWords(data.added)}</span>
            <span className="tone-bad">−{countWords(data.removed)}</span>
          </>
        )}
        {data.moved > 0 && <span className="muted">{plural(data.moved, 'line')} moved</span>}
      </h3>
      {isSame ? (
        <div className="empty" data-testid="text-diff-none">
          {sameWords(data)}
        </div>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <div className="diff selectable" tabIndex={0} data-testid="text-diff">
          {data.rows.map(row => (
            <Row key={`${row.kind} ${row.old} ${row.now}`} row={row} />
          ))}
          {data.rowCount > data.rows.length && (
            <p className="muted note">{plural(data.rowCount - data.rows.length, 'further row')} are not listed.</p>
          )}
        </div>
      )}
    </section>
  );
}

function sameWords({ withoutText, rows }: TextDiff): string {
  if (withoutText.after)
    return withoutText.before
      ? 'Neither version has a text.'
      : 'This response was not a robots.txt file, so there is no text to compare.';
  return rows.length === 0 ? 'Both texts are empty.' : 'The texts are the same.';
}

function Row({ row }: { readonly row: TextDiffRow }) {
  if (row.kind === 'gap') return <p className="diff-gap muted">{plural(row.folded ?? 0, 'unchanged line')}</p>;
  const { kind, old, now, oldText, newText } = row;
  if (kind === 'same') return <Line sign="" old={old} now={now} text={newText} />;
  return (
    <>
      {old > 0 && <Line sign="−" old={old} now={0} text={oldText} note={kind === 'moved-away' ? 'moved' : ''} />}
      {now > 0 && <Line sign="+" old={0} now={now} text={newText} note={kind === 'moved-here' ? 'moved here' : ''} />}
    </>
  );
}

interface LineProps {
  readonly sign: '' | '+' | '−';
  readonly old: number;
  readonly now: number;
  readonly text: string;
  readonly note?: string;
}

function Line({ sign, old, now, text, note = '' }: LineProps) {
  return (
    <div className="diff-line mono" data-sign={sign}>
      <span className="line-number num">{old || ''}</span>
      <span className="line-number num">{now || ''}</span>
      <span aria-hidden>{sign}</span>
      <code>
        <Foreign text={text} /> {note !== '' && <span className="chip">{note}</span>}
      </code>
    </div>
  );
}
