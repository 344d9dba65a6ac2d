import { useState } from 'react';
import { interpreterInput } from '../../domain/interpreter-choice.ts';
import { InterpreterPicker } from '../../domain/interpreter-picker.tsx';
import { crawlerSets, knownOf, sameSet } from './crawler-sets.ts';

interface Props {
  readonly profiles: readonly { readonly id: string; readonly name: string; readonly dialect: string }[];
  readonly own: string;
  readonly picked: readonly string[];
  readonly onPick: (profiles: readonly string[]) => void;
  readonly oneName: boolean;
  readonly onOneName: (oneName: boolean) => void;
  /** The crawler that is blocked, and the one that is not; null while sets are compared. */
  readonly pair: CrawlerPair | null;
  readonly onPair: (pair: CrawlerPair | null) => void;
}

export interface CrawlerPair {
  readonly blocked: string;
  readonly allowed: string;
}

/** The sets that auditors use most. */
const usualPair: CrawlerPair = { blocked: 'googlebot', allowed: 'bingbot' };

/** Which crawlers are compared: sets at one click, or any of them by name. */
export function CrawlerPicker({ profiles, own, picked, onPick, oneName, onOneName, pair, onPair }: Props) {
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
              aria-pressed={pair === null && sameSet(set, picked)}
              onClick={() => {
                onPair(null);
                onPick(set);
              }}
            >
              {label}
            </button>
          );
        })}
        <button
          type="button"
          className="btn small"
          aria-pressed={pair !== null}
          data-testid="crawler-pair"
          onClick={() => onPair(pair === null ? usualPair : null)}
        >
          Blocked for one, but not for another
        </button>
      </div>
      {pair && <Pair pair={pair} own={own} onPair={onPair} />}
      <label
        className="one-name"
        title="Every crawler then uses the same robots.txt groups, so only differences in interpretation remain"
      >
        <input type="checkbox" checked={oneName} onChange={event => onOneName(event.target.checked)} /> Use this crawl’s crawler
        name for all
      </label>
      <details hidden={pair !== null}>
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

/** Two crawlers and the direction between them. */
function Pair({
  pair,
  own,
  onPair,
}: {
  readonly pair: CrawlerPair;
  readonly own: string;
  readonly onPair: (pair: CrawlerPair) => void;
}) {
  const choice = (id: string): string => (id === own ? '' : `profile:${id}`);
  const idOf = (picked: string): string => interpreterInput(picked).profile ?? own;
  return (
    <div className="crawler-pair">
      <InterpreterPicker
        label="Blocked for"
        value={choice(pair.blocked)}
        only="crawlers"
        testId="pair-blocked"
        onPick={picked => onPair({ ...pair, blocked: idOf(picked) })}
      />
      <InterpreterPicker
        label="but not for"
        value={choice(pair.allowed)}
        only="crawlers"
        testId="pair-allowed"
        onPick={picked => onPair({ ...pair, allowed: idOf(picked) })}
      />
      <button type="button" className="btn small" onClick={() => onPair({ blocked: pair.allowed, allowed: pair.blocked })}>
        Swap
      </button>
    </div>
  );
}
