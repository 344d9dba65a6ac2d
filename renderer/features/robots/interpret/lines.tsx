// biome-ignore-all lint/a11y/useFocusableInteractive: rows and cells are read, the scroller alone takes the keyboard
// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a scroller without links must be reached by the keyboard
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { lineSentence } from '#shared/explain/interpretation.ts';
import type { InterpretedLine } from '#shared/model/interpretation.ts';
import { keyed } from '../../../ui/keyed.ts';
import { Foreign } from '../../../ui/text/foreign.tsx';
import { bytesWords } from '../../../ui/text/format.ts';
import type { InterpretedRow } from './rows.ts';

interface Props {
  readonly rows: readonly InterpretedRow[];
  readonly interpreter: string;
  readonly other: string;
  /** Row to bring into view; again when `jump` changes. */
  readonly at: number;
  readonly jump: number;
}

/** The source, and next to it how a crawler interprets each line. Draws only what is on screen. */
export function InterpretedLines({ rows, interpreter, other, at, jump }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 24,
    getItemKey: index => rows[index]?.source.number ?? index,
    overscan: 16,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: jumping to the same row again scrolls again
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: 'center' });
  }, [at, jump, virtual]);
  return (
    <div
      ref={scroller}
      className="reading-lines selectable"
      role="table"
      aria-label={`The file as ${interpreter} interprets it`}
      aria-rowcount={rows.length}
      tabIndex={0}
      dir="ltr"
    >
      <div className="reading-line reading-head" role="row">
        <span />
        <span role="columnheader">Source</span>
        <span role="columnheader">
          As <Foreign text={interpreter} /> interprets it
        </span>
      </div>
      <div className="reading-body" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          return (
            row && (
              <div
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                className="reading-place"
                style={{ transform: `translateY(${start}px)` }}
              >
                <Row row={row} other={other} here={index === at} />
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

function Row({ row, other, here }: { readonly row: InterpretedRow; readonly other: string; readonly here: boolean }) {
  const { source, own } = row;
  const outcome =
    own.find(each => each.outcome === 'dropped')?.outcome ??
    own.find(each => each.outcome === 'changed')?.outcome ??
    own[0]?.outcome ??
    'none';
  return (
    <div
      className="reading-line"
      role="row"
      data-testid="reading-line"
      data-line={source.number}
      data-outcome={outcome}
      data-differs={row.other !== null}
      data-here={here}
    >
      <span className="line-number">{source.number}</span>
      <code role="cell" data-kind={own[0]?.kind ?? 'blank'}>
        <Foreign text={source.text} />
        {source.hidden > 0 && <span className="chip warn">{bytesWords(source.hidden)} more, not shown</span>}
      </code>
      <div role="cell" className="reading-cell">
        {keyed(own, line => line.text).map(({ key, item }) => (
          <Read key={key} line={item} source={source.text} />
        ))}
        {row.other !== null && (
          <div className="reading-other" data-testid="reading-other">
            <span className="chip warn">
              <Foreign text={other} />
            </span>
            <div>
              {row.other.length === 0 && <span className="muted">sees no line here</span>}
              {keyed(row.other, line => line.text).map(({ key, item }) => (
                <Read key={key} line={item} source={source.text} />
              ))}
              {row.onlyNames && <span className="reading-why muted">The same rule, in a group with other names.</span>}
            </div>
          </div>
        )}
      </div>
    </div>
  );
}

/** A long source line is struck through in short. */
const struck = (text: string): string => (text.length > 120 ? `${text.slice(0, 119)}…` : text);

function Read({ line, source }: { readonly line: InterpretedLine; readonly source: string }) {
  const sentence = lineSentence(line);
  if (line.outcome === 'none' && sentence === '') return null;
  return (
    <div className="reading-read">
      {line.outcome === 'dropped' ? (
        <s>
          <code>
            <Foreign text={struck(source)} />
          </code>
        </s>
      ) : (
        line.text !== '' && (
          <code>
            <Foreign text={line.text} />
          </code>
        )
      )}
      {line.group >= 0 && line.outcome !== 'dropped' && (
        <span className="chip group-chip" data-odd={line.group % 2 === 1} title={`Belongs to group ${line.group + 1}`}>
          {line.group + 1}
        </span>
      )}
      {sentence !== '' && (
        <span className={line.outcome === 'dropped' ? 'reading-why tone-bad' : 'reading-why muted'}>
          <Foreign text={sentence} />
        </span>
      )}
    </div>
  );
}
