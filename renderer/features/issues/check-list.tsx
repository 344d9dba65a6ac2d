import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { priorityTone, priorityWords, typeWords } from '../../domain/check-words.ts';
import { CountOf } from '../../domain/counted.tsx';
import { TrendOf } from '../../domain/trend.tsx';
import type { CheckFound } from '../../domain/use-issues.ts';
import { ContextMenuArea } from '../../ui/menu.tsx';
import { plural } from '../../ui/text/format.ts';
import { type Ignoring, newRule } from './ignoring.ts';
import type { ShownGroup } from './shown-checks.ts';

interface Props {
  readonly groups: readonly ShownGroup[];
  readonly current: CheckFound | null;
  readonly onPick: (id: string) => void;
  readonly onIgnoring: (dialog: Ignoring) => void;
}

/** Moves through groups and checks, or over to the URLs of the current check. */
function keys(event: KeyboardEvent<HTMLElement>): void {
  const list = event.currentTarget;
  const rows = [...list.querySelectorAll<HTMLElement>('.list-row, .check-group')];
  const at = rows.findIndex(row => row.matches(':focus'));
  const row = rows[at];
  if (!row || event.altKey || event.ctrlKey || event.metaKey) return;
  const isGroup = row.matches('.check-group');
  const places: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 };
  const wanted = places[event.key];
  if (isGroup && (event.key === 'ArrowRight' || event.key === 'ArrowLeft')) {
    if ((row.getAttribute('aria-expanded') === 'true') === (event.key === 'ArrowLeft')) row.click();
  } else if (!isGroup && (event.key === 'Enter' || event.key === 'ArrowRight')) {
    // The list of URLs must be on screen before it can take the focus.
    flushSync(() => row.click());
    list.closest('.split')?.querySelector<HTMLElement>('.grid')?.focus();
  } else if (wanted !== undefined) {
    const next = rows[Math.max(0, Math.min(rows.length - 1, wanted))];
    next?.focus();
    if (next?.matches('.list-row')) next.click();
  } else return;
  event.preventDefault();
}

/** The checks by group, each with its count. Arrow keys move, Enter goes to the URLs. */
export function CheckList({ groups, current, onPick, onIgnoring }: Props) {
  const [pointed, setPointed] = useState('');
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const toggle = (group: string): void =>
    setClosed(old => {
      const next = new Set(old);
      if (!next.delete(group)) next.add(group);
      return next;
    });
  const list = useRef<HTMLElement>(null);
  const currentId = current?.id ?? '';
  // A check that another view led to may be far down.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another check, another row
  useEffect(() => {
    list.current?.querySelector('.list-row[aria-current="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [currentId]);
  const place = (under: Element): boolean => {
    const id = under.closest<HTMLElement>('.check-row')?.dataset['check'] ?? '';
    setPointed(id);
    return id !== '';
  };
  const menu = [
    {
      items: [
        {
          label: 'Ignore this check…',
          testId: 'menu-ignore-check',
          onPick: () => onIgnoring(newRule(pointed, { kind: 'all' })),
        },
        {
          label: 'Ignore this check on some URLs…',
          onPick: () => onIgnoring(newRule(pointed, { kind: 'prefix', prefix: '' })),
        },
        { label: 'Ignore rules…', onPick: () => onIgnoring({ open: 'rules' }) },
      ],
    },
  ];
  return (
    <ContextMenuArea
      testId="check-menu"
      groups={menu}
      onOpen={place}
      render={<nav ref={list} className="list check-list" aria-label="Checks" data-testid="check-list" onKeyDown={keys} />}
    >
      {groups.map(({ group, name, checks, all, withHits }) => {
        const isOpen = !closed.has(group);
        return (
          <section key={group}>
            <button type="button" className="check-group num" aria-expanded={isOpen} onClick={() => toggle(group)}>
              <span className="caret" aria-hidden="true" />
              <b className="clip">{name}</b>
              <span className="muted">
                {withHits} of {plural(all, 'check')}
              </span>
            </button>
            {isOpen && (
              <ul>
                {checks.map(check => (
                  <li key={check.id}>
                    <CheckRow check={check} isCurrent={check.id === current?.id} onPick={onPick} />
                  </li>
                ))}
              </ul>
            )}
          </section>
        );
      })}
    </ContextMenuArea>
  );
}

interface RowProps {
  readonly check: CheckFound;
  readonly isCurrent: boolean;
  readonly onPick: (id: string) => void;
}

function CheckRow({ check: { id, name, type, priority, counted, trend }, isCurrent, onPick }: RowProps) {
  return (
    <button
      type="button"
      className="list-row check-row"
      aria-current={isCurrent}
      tabIndex={isCurrent ? 0 : -1}
      data-testid="check-row"
      data-check={id}
      onClick={() => onPick(id)}
    >
      <span className="check-name">
        <span>{name}</span>
        <span className={`check-rank tone-${priorityTone[priority] || 'none'}`}>
          {priorityWords[priority]} {typeWords[type].toLowerCase()}
        </span>
      </span>
      <span className="check-count">
        <span>
          <CountOf of={counted} reasons="line" />
          {trend && <TrendOf of={trend} />}
        </span>
        <span className={`bar tone-${priorityTone[priority] || 'none'}`} aria-hidden="true">
          <i style={{ width: `${counted.share * 100}%` }} />
        </span>
      </span>
    </button>
  );
}
