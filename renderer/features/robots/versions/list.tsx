import { useEffect, useRef } from 'react';
import { dayWords } from '#shared/explain/blame.ts';
import type { HistoryVersion } from '#shared/model/history.ts';
import { bytesWords, countWords } from '../../../ui/text/format.ts';
import { answerWords, sourceWords, textWords, versionTitle } from './words.ts';

const mostListed = 2_000;

interface Props {
  readonly versions: readonly HistoryVersion[];
  readonly shown: number;
  readonly onVersion: (id: number) => void;
}

/** Every version, the newest first: when, from where, and what it changed in text and in verdicts. */
export function VersionList({ versions, shown, onVersion }: Props) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[data-version="${shown}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [shown]);
  const listed = [...versions].reverse().slice(0, mostListed);
  return (
    <nav className="list version-list" aria-label="Versions">
      <ul ref={list}>
        {listed.map(each => (
          <li key={each.id}>
            <button
              type="button"
              className="list-row num"
              data-testid="version-row"
              data-version={each.id}
              aria-current={each.id === shown}
              title={versionTitle(each)}
              onClick={() => onVersion(each.id)}
            >
              <span className="version-name">
                <b>v{countWords(each.number)}</b> {dayWords(each.firstSeenAt)}
                {each.isCurrent && <span className="chip">in force</span>}
              </span>
              <span className="muted">
                {sourceWords(each)} · {answerWords(each)}
                {each.bytes !== null && ` · ${bytesWords(each.bytes)}`}
                {textWords(each) !== '' && ` · ${textWords(each)}`}
              </span>
              <Flips version={each} />
            </button>
          </li>
        ))}
      </ul>
      {versions.length > mostListed && (
        <p className="muted note">The newest {countWords(mostListed)} are listed; the slider reaches all.</p>
      )}
    </nav>
  );
}

function Flips({ version: { number, verdicts } }: { readonly version: HistoryVersion }) {
  if (!verdicts) return <span className="muted">not counted yet</span>;
  const { newlyBlocked, newlyAllowed, newlyUndecided, blocked } = verdicts;
  if (number === 1) return <span className="muted">blocks {countWords(blocked)} of the stored URLs</span>;
  if (newlyBlocked + newlyAllowed + newlyUndecided === 0) return <span className="muted">no verdict changed</span>;
  return (
    <span>
      {newlyBlocked > 0 && <span className="tone-bad">+{countWords(newlyBlocked)} blocked </span>}
      {newlyAllowed > 0 && <span className="tone-ok">+{countWords(newlyAllowed)} allowed </span>}
      {newlyUndecided > 0 && <span className="tone-warn">{countWords(newlyUndecided)} undecided</span>}
    </span>
  );
}
