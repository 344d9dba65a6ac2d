import { useMemo } from 'react';
import type { SourceWindow } from '#shared/model/explanation.ts';
import { Foreign, Visible } from './foreign.tsx';
import { intoView } from './into-view.ts';
import { linesOf } from './segments.ts';

/** Text with line numbers and marked evidence; the first mark is scrolled into view. */
export function SourceLines({ source }: { readonly source: SourceWindow }) {
  const lines = useMemo(() => linesOf(source.segments, source.firstLine), [source]);
  const firstMark = lines.flatMap(line => line.parts).find(part => part.marked)?.at;
  return (
    <ol className="source" dir="ltr">
      {lines.map(line => (
        <li key={line.number}>
          <span className="line-number" aria-hidden="true">
            {line.number}
          </span>
          <code className="selectable">
            {line.parts.map(part =>
              part.marked ? (
                <mark key={part.at} data-testid="source-mark" ref={part.at === firstMark ? intoView : null}>
                  <Visible text={part.text} />
                </mark>
              ) : (
                <Foreign key={part.at} text={part.text} />
              ),
            )}
          </code>
        </li>
      ))}
    </ol>
  );
}
