import { useState } from 'react';
import { crawlerSets, knownOf, sameSet } from './crawler-sets.ts';

interface Props {
  readonly profiles: readonly { readonly id: string; readonly name: string; readonly dialect: string }[];
  readonly own: string;
  readonly picked: readonly string[];
  readonly onPick: (profiles: readonly string[]) => void;
  readonly oneName: boolean;
  readonly onOneName: (oneName: boolean) => void;
}

/** Which crawlers are compared: sets at one click, or any of them by name. */
export function CrawlerPicker({ profiles, own, picked, onPick, oneName, onOneName }: Props) {
  const [find, setFind] = useState('');
  const known = new Set(profiles.map(each => each.id));
  const sets = [...crawlerSets, { label: 'All crawlers', profiles: profiles.map(each => each.id) }];
  const text = find.trim().toLowerCase();
  const listed = profiles.filter(
    each => each.id !== own && (text === '' || `${each.id} ${each.name} ${each.dialect}`.toLowerCase().includes(text)),
  );
  const toggle = (id: string): void => onPick(picked.includes(id) ? picked.filter(each => each !== id) : [...picked, id]);
  return (
    <header className="crawler-picker">
      <div className="chips" role="group" aria-label="Crawlers to compare">
        {sets.map(({ label, profiles: members }) => {
          const set = knownOf(members, known, own);
          return (
            <button
              key={label}
              type="button"
              className="btn small"
              aria-pressed={sameSet(set, picked)}
              onClick={() => onPick(set)}
            >
              {label}
            </button>
          );
        })}
      </div>
      <label
        className="one-name"
        title="Every crawler then uses the same robots.txt groups, so only differences in interpretation remain"
      >
        <input type="checkbox" checked={oneName} onChange={event => onOneName(event.target.checked)} /> Use this crawl’s crawler
        name for all
      </label>
      <details>
        <summary data-testid="crawler-choice">
          {picked.length === 1 ? '1 crawler' : `${picked.length} crawlers`} compared with this crawl’s own. Choose…
        </summary>
        <input
          className="field"
          placeholder="Find a crawler or a dialect"
          aria-label="Find a crawler or a dialect"
          value={find}
          onChange={event => setFind(event.target.value)}
        />
        <ul className="crawler-choices">
          {listed.map(({ id, name, dialect }) => (
            <li key={id}>
              <label>
                <input type="checkbox" checked={picked.includes(id)} onChange={() => toggle(id)} /> {name}{' '}
                <span className="muted">{dialect}</span>
              </label>
            </li>
          ))}
          {listed.length === 0 && <li className="muted">No crawler has “{find}” in its name or dialect.</li>}
        </ul>
      </details>
    </header>
  );
}
