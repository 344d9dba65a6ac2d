// biome-ignore-all lint/suspicious/noArrayIndexKey: nothing in here moves
import { useState } from 'react';
import type { MarkupRow, MarkupRun } from '#shared/model/rendering-view.ts';
import { useCall } from '../../../bridge/hooks.ts';
import { Problem } from '../../../ui/problem.tsx';
import { Foreign, Visible } from '../../../ui/text/foreign.tsx';
import { bytesWords, countWords, plural } from '../../../ui/text/format.ts';
import { SourceLines } from '../../../ui/text/source-lines.tsx';

/** Bytes of the rendered document to show, and to mark. */
export interface ShownPlace {
  readonly start: number;
  readonly end: number;
}

interface Props {
  readonly rendering: number;
  readonly place: ShownPlace | null;
}

/** The rendered document: beside the delivered one with what differs marked, or alone. */
export function Markup({ rendering, place }: Props) {
  const [isAlone, setAlone] = useState(place !== null);
  return (
    <div className="filled">
      <div className="toolbar-line rendered-choice">
        <button type="button" className="chip" aria-pressed={!isAlone} onClick={() => setAlone(false)}>
          Beside the delivered
        </button>
        <button type="button" className="chip" aria-pressed={isAlone} onClick={() => setAlone(true)}>
          Rendered alone
        </button>
      </div>
      {isAlone ? (
        <Document rendering={rendering} start={place?.start ?? 0} end={place?.end ?? 0} />
      ) : (
        <Difference rendering={rendering} />
      )}
    </div>
  );
}

function Difference({ rendering }: { readonly rendering: number }) {
  const { data, error, retry } = useCall('rendering.difference', { rendering });
  if (error) return <Problem text={`The two documents could not be compared: ${error}`} retry={retry} />;
  if (!data) return <div className="empty">Comparing the documents…</div>;
  if (data.unavailable) return <div className="empty">{data.unavailable}</div>;
  const { added, removed, moved, rows, rowCount, isCut } = data;
  const isSame = added + removed + moved === 0;
  return (
    <>
      <p className="rendered-sum num">
        <span className="tone-ok">+{countWords(added)}</span> <span className="tone-bad">−{countWords(removed)}</span>
        {moved > 0 && <span className="muted">{plural(moved, 'line')} moved</span>}
        <span className="muted">
          Both written as a browser writes them, one line an element.
          {isCut && ' Only the first 1 MiB is compared.'}
        </span>
      </p>
      {isSame ? (
        <div className="empty">
          {isCut ? 'The compared parts are the same.' : 'Scripts left the document as it was delivered.'}
        </div>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <div className="markup-diff mono selectable" dir="ltr" tabIndex={0} data-testid="markup-difference">
          <div className="markup-row markup-head" aria-hidden="true">
            <span>Delivered</span>
            <span>Rendered</span>
          </div>
          {rows.map((row, at) => (
            <Row key={at} row={row} />
          ))}
          {rowCount > rows.length && <p className="muted">{plural(rowCount - rows.length, 'further line')} not shown.</p>}
        </div>
      )}
    </>
  );
}

const deepest = 24;

function Row({ row: { kind, depth, before, after, folded } }: { readonly row: MarkupRow }) {
  if (kind === 'gap') return <p className="diff-gap muted num">{plural(folded, 'unchanged line')}</p>;
  return (
    <div className="markup-row" data-kind={kind}>
      <Side runs={before} side="before" depth={depth} />
      <Side runs={after} side="after" depth={depth} />
    </div>
  );
}

interface SideProps {
  readonly runs: readonly MarkupRun[];
  readonly side: 'before' | 'after';
  readonly depth: number;
}

function Side({ runs, side, depth }: SideProps) {
  const Mark = side === 'before' ? 'del' : 'ins';
  return (
    <code data-side={side} style={{ paddingInlineStart: `${6 + Math.min(depth, deepest) * 8}px` }}>
      {runs.map(({ text, marked }, at) =>
        marked ? (
          <Mark key={at}>
            <Visible text={text} />
          </Mark>
        ) : (
          <Foreign key={at} text={text} />
        ),
      )}
    </code>
  );
}

const step = 64 * 1024;

function Document({ rendering, start, end }: { readonly rendering: number; readonly start: number; readonly end: number }) {
  const [fromByte, setFromByte] = useState<number | null>(null);
  const { data, error, retry } = useCall('rendering.source', {
    rendering,
    start,
    end,
    ...(fromByte === null ? {} : { fromByte }),
  });
  if (error) return <Problem text={`The rendered document could not be read: ${error}`} retry={retry} />;
  if (!data) return null;
  if (data.unavailable) return <div className="empty">{data.unavailable}</div>;
  const { fromByte: from, toByte: to, totalBytes: total } = data;
  return (
    <>
      <div className="toolbar num muted">
        <span>
          {from === 0 && to >= total ? bytesWords(total) : `Bytes ${countWords(from)}–${countWords(to)} of ${countWords(total)}`}
        </span>
        <span className="spacer" />
        {from > 0 && (
          <button type="button" className="btn small" onClick={() => setFromByte(Math.max(0, from - step))}>
            Earlier
          </button>
        )}
        {to < total && (
          <button type="button" className="btn small" onClick={() => setFromByte(to)}>
            Later
          </button>
        )}
      </div>
      <SourceLines source={data} />
    </>
  );
}
