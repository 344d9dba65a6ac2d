import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useFocusRequest } from '../../bridge/focus-request.ts';
import { keyed } from '../../ui/keyed.ts';
import { MenuButton } from '../../ui/menu.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { hasWord, quickFilters, splitFilter, toggleWord } from './filter-words.ts';

interface Props {
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
  /** The arrow key leads from the field into the table. */
  readonly onDown: () => void;
  readonly problem: string;
  readonly count: string;
  /** Looks for the smallest edit of robots.txt for the listed URLs; null where none is listed. */
  readonly onFix: ((goal: 'free' | 'block') => void) | null;
  /** Menus, after the buttons. */
  readonly children: ReactNode;
}

/** Filter field, one-click filters, the filter's words as chips, and menus. */
export function Toolbar({ filter, onFilter, onDown, problem, count, onFix, children }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(filter);
  const sent = useRef(filter);
  useFocusRequest('find', () => {
    field.current?.focus();
    field.current?.select();
  });
  useEffect(() => {
    if (filter !== sent.current) setText(filter);
    sent.current = filter;
  }, [filter]);
  useEffect(() => {
    if (text === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = text;
      onFilter(text);
    }, 300);
    return () => clearTimeout(timer);
  }, [text, onFilter]);
  const now = (next: string): void => {
    sent.current = next;
    setText(next);
    onFilter(next);
  };
  const own = splitFilter(filter).filter(word => !quickFilters.some(quick => quick.word === word));
  return (
    <div className="toolbar">
      <div className="toolbar-line">
        <input
          ref={field}
          className="field filter"
          aria-label="Filter the URLs"
          aria-invalid={problem !== ''}
          placeholder="Filter: status:404 inurl:shop — Ctrl F"
          spellCheck={false}
          value={text}
          onChange={event => setText(event.target.value)}
          onKeyDown={event => {
            if (event.key === 'Enter') now(text);
            if (event.key === 'ArrowDown') onDown();
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            if (text !== '') now('');
            else field.current?.blur();
          }}
        />
        <MenuButton
          label="robots.txt"
          testId="fix"
          disabled={onFix === null}
          groups={[
            {
              heading: 'Find the smallest edit of robots.txt that changes exactly the listed URLs',
              items: [
                { label: 'Allow these URLs…', testId: 'fix-free', onPick: () => onFix?.('free') },
                { label: 'Disallow these URLs…', testId: 'fix-block', onPick: () => onFix?.('block') },
              ],
            },
          ]}
        />
        {children}
      </div>
      <div className="toolbar-line">
        <div className="quick-filters" role="group" aria-label="Quick filters">
          {quickFilters.map(({ word, label }) => (
            <button
              key={word}
              type="button"
              className="chip"
              title={word}
              aria-pressed={hasWord(text, word)}
              onClick={() => now(toggleWord(text, word))}
            >
              {label}
            </button>
          ))}
          {keyed(own, each => each).map(({ key, item: word }) => (
            <button
              key={key}
              type="button"
              className="chip"
              aria-pressed="true"
              aria-label={`Remove ${word}`}
              onClick={() => now(toggleWord(text, word))}
            >
              <Foreign className="clip chip-word" text={word} /> ✕
            </button>
          ))}
        </div>
        <span className="count muted num" aria-live="polite">
          {count}
        </span>
      </div>
      {problem && (
        <p className="tone-bad filter-problem" role="alert">
          <Foreign text={problem} />
        </p>
      )}
    </div>
  );
}
