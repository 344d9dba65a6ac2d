import { useLayoutEffect, useRef, useState } from 'react';
import { endOfLine, type LineMark, lineAt, lineCount, startOfLine } from './words.ts';

/** Height of a line in pixels; the style sheet has the same. */
const lineHeight = 20;
const beyond = 8;

interface Props {
  readonly text: string;
  readonly marks: ReadonlyMap<number, LineMark>;
  /** The marks belong to an earlier text. */
  readonly stale: boolean;
  readonly line: number;
  /** Last line to select when the caret goes to `line`; the same line selects nothing. */
  readonly until: number;
  /** Changes when the caret should go to `line`. */
  readonly jump: number;
  readonly onText: (text: string) => void;
  readonly onLine: (line: number) => void;
}

/** Plain text with line numbers on the left and outcomes on the right. Only visible lines are rendered. */
export function AssertionEditor({ text, marks, stale, line, until, jump, onText, onLine }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const count = lineCount(text);
  const first = Math.max(1, Math.floor(view.top / lineHeight) - beyond);
  const last = Math.min(count, Math.ceil((view.top + view.height) / lineHeight) + beyond);
  const lines = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  const wanted = useRef({ text, line, until });
  wanted.current = { text, line, until };
  useLayoutEffect(() => {
    const area = field.current;
    if (!area || jump === 0) return;
    const at = startOfLine(wanted.current.text, wanted.current.line);
    area.focus();
    const end = wanted.current.until > wanted.current.line ? endOfLine(wanted.current.text, wanted.current.until) : at;
    area.setSelectionRange(at, end);
    const top = (wanted.current.line - 1) * lineHeight;
    if (top < area.scrollTop || top > area.scrollTop + area.clientHeight - 2 * lineHeight)
      area.scrollTop = Math.max(0, top - area.clientHeight / 3);
  }, [jump]);
  useLayoutEffect(() => {
    const area = field.current;
    if (!area) return;
    const watch = new ResizeObserver(() => setView(old => ({ ...old, height: area.clientHeight })));
    watch.observe(area);
    return () => watch.disconnect();
  }, []);
  const caret = (): void => {
    const area = field.current;
    if (area) onLine(lineAt(area.value, area.selectionStart));
  };
  const shift = { transform: `translateY(${(first - 1) * lineHeight - view.top}px)` };
  return (
    <div className="assertion-editor" dir="ltr" data-stale={stale}>
      <div className="assertion-column numbers" aria-hidden="true">
        <div style={shift}>
          {lines.map(number => (
            <span key={number} data-current={number === line}>
              {number}
            </span>
          ))}
        </div>
      </div>
      <textarea
        ref={field}
        data-testid="assertion-text"
        aria-label="Assertions, one per line"
        aria-describedby="assertion-totals"
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        wrap="off"
        value={text}
        onChange={event => {
          onText(event.target.value);
          onLine(lineAt(event.target.value, event.target.selectionStart));
        }}
        onSelect={caret}
        onScroll={event => {
          const { scrollTop, clientHeight } = event.currentTarget;
          setView({ top: scrollTop, height: clientHeight });
        }}
      />
      <div className="assertion-column outcomes">
        <div style={shift}>
          {lines.map(number => {
            const mark = marks.get(number);
            if (!mark) return <span key={number} />;
            return (
              <button
                key={number}
                type="button"
                tabIndex={-1}
                className={`tone-${mark.tone}`}
                data-testid="assertion-outcome"
                data-line={number}
                data-tone={mark.tone}
                data-current={number === line}
                title={`${mark.word}: ${mark.text}`}
                aria-label={`Line ${number}. ${mark.word}: ${mark.text}`}
                onClick={() => onLine(number)}
              >
                <b>{mark.sign}</b> <bdi>{mark.text}</bdi>
              </button>
            );
          })}
        </div>
      </div>
    </div>
  );
}
