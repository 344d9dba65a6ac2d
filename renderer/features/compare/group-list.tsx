import type { KeyboardEvent } from 'react';
import { flipWords } from '#shared/explain/comparison.ts';
import type { ComparisonFound } from '#shared/model/comparison.ts';
import { Foreign } from '../../ui/text/foreign.tsx';
import { countWords, plural } from '../../ui/text/format.ts';
import type { ShownGroup } from './compare-words.ts';

interface Props {
  readonly found: ComparisonFound;
  readonly groups: readonly ShownGroup[];
  readonly names: readonly [before: string, after: string];
  readonly current: ShownGroup;
  readonly onPick: (id: number) => void;
}

/** Moves through the groups, or over to the URLs of the current one. */
function keys(event: KeyboardEvent<HTMLElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('.list-row')];
  const at = rows.findIndex(row => row.matches(':focus'));
  if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
  const places: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 };
  const wanted = places[event.key];
  if (event.key === 'Enter' || event.key === 'ArrowRight') {
    rows[at]?.click();
    event.currentTarget.closest('.split')?.querySelector<HTMLElement>('.grid')?.focus();
  } else if (wanted !== undefined) {
    const next = rows[Math.max(0, Math.min(rows.length - 1, wanted))];
    next?.focus();
    next?.click();
  } else return;
  event.preventDefault();
}

/** The changes, then the URLs that one crawl lacks. Arrow keys move, Enter goes to the URLs. */
export function GroupList({ found, groups, names, current, onPick }: Props) {
  const heads = {
    changed: '',
    gone: (
      <>
        Gone: only in <Foreign text={names[0]} /> ({countWords(found.before - found.both)})
      </>
    ),
    new: (
      <>
        New: only in <Foreign text={names[1]} /> ({countWords(found.after - found.both)})
      </>
    ),
  };
  return (
    <nav className="list" aria-label="Groups of URLs" onKeyDown={keys}>
      <ul data-testid="compare-groups">
        {groups.map((group, at) => (
          <li key={group.id}>
            {group.part !== groups[at - 1]?.part && group.part !== 'changed' && (
              <h3 className="compare-part">{heads[group.part]}</h3>
            )}
            <button
              type="button"
              className="list-row compare-group"
              aria-current={group.id === current.id}
              tabIndex={group.id === current.id ? 0 : -1}
              data-testid="compare-group"
              data-part={group.part}
              onClick={() => onPick(group.id)}
            >
              <span className="num compare-group-head">
                <b>{plural(group.urls, 'URL')}</b>
                <span className="clip">{group.kind}</span>
                <span className="muted">{plural(group.inlinks, 'inlink')}</span>
              </span>
              <span className={group.change ? 'mono what' : 'what'}>
                <Foreign text={group.text} />
              </span>
              {group.flips.length > 0 && (
                <span className="muted">{group.flips.map(name => flipWords(name).words).join(', ')}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {found.groupCount > found.groups.length && (
        <p className="muted note">
          The {countWords(found.groups.length)} changes with most URLs of {countWords(found.groupCount)} are listed.
        </p>
      )}
    </nav>
  );
}
