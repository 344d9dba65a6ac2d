import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ClassTab } from '../../bridge/nav-state.ts';
import { keyed } from '../../ui/keyed.ts';
import { MenuButton } from '../../ui/menu.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { FilterField } from './filter-field.tsx';
import { hasWords, splitFilter, toggleWords } from './filter-words.ts';
import { chipsOf, readyGroups, readyIn } from './ready-filters.ts';

interface Props {
  /** Null: the filter itself names classes. */
  readonly tab: ClassTab | null;
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
  /** Opens the form that writes the filter. */
  readonly onBuild: () => void;
  /** The arrow key leads from the field into the table. */
  readonly onDown: () => void;
  readonly problem: string;
  readonly count: string;
  /** A new list is under way. */
  readonly isLate: boolean;
  /** What the list is grouped by. */
  readonly grouping: ReactNode;
  /** Looks for the smallest edit of robots.txt for the listed URLs; null where none is listed. */
  readonly onFix: ((goal: 'free' | 'block') => void) | null;
  /** Menus, after the buttons. */
  readonly children: ReactNode;
}

/** Filter field, ready filters in a menu and as chips, and menus. The words of the filter come first among the chips. */
export function Toolbar({ tab, filter, onFilter, onBuild, onDown, problem, count, isLate, grouping, onFix, children }: Props) {
  const [text, setText] = useState(filter);
  const sent = useRef(filter);
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
  const chips = chipsOf[tab ?? ''];
  // The chip of a ready filter contains its words; every other word has a separate chip.
  const on = readyIn(filter, tab);
  const inMenu = on.filter(({ words }) => !chips.some(chip => chip.words === words));
  const own = splitFilter(filter).filter(word => !on.some(({ words }) => splitFilter(words).includes(word)));
  return (
    <div className="toolbar">
      <div className="toolbar-line">
        <FilterField text={text} isBad={problem !== ''} onText={setText} onNow={now} onDown={onDown} />
        <button type="button" className="btn small" data-testid="build-filter" onClick={onBuild}>
          Build…
        </button>
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
        {tab !== 'resource' && tab !== 'external' && (
          <MenuButton
            label="Ready filters"
            testId="ready-filters"
            align="start"
            groups={[{ heading: 'Often used', filters: chips }, ...readyGroups].map(({ heading, filters }) => ({
              heading,
              items: filters.map(({ label, words }) => ({ label, keys: words, onPick: () => now(toggleWords(text, words)) })),
            }))}
          />
        )}
        <div className="quick-filters" role="group" aria-label="Quick filters">
          {inMenu.map(({ words, label }) => (
            <button
              key={words}
              type="button"
              className="chip"
              title={words}
              aria-pressed="true"
              aria-label={`Remove ${label}`}
              onClick={() => now(toggleWords(text, words))}
            >
              {label} ✕
            </button>
          ))}
          {keyed(own, each => each).map(({ key, item: word }) => (
            <button
              key={key}
              type="button"
              className="chip"
              aria-pressed="true"
              aria-label={`Remove ${word}`}
              onClick={() => now(toggleWords(text, word))}
            >
              <Foreign className="clip chip-word" text={word} /> ✕
            </button>
          ))}
          {chips.map(({ words, label }) => (
            <button
              key={words}
              type="button"
              className="chip"
              title={words}
              aria-pressed={hasWords(text, words)}
              onClick={() => now(toggleWords(text, words))}
            >
              {label}
            </button>
          ))}
        </div>
        {grouping}
        <span className="count muted num" aria-live="polite" data-late={isLate}>
          {isLate ? 'Searching…' : count}
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
