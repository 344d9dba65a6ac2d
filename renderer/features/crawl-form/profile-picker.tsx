import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react';
import type { ProfileEntry } from '#shared/model/profile.ts';
import { matchingProfiles } from '../../domain/profile-search.ts';
import { Foreign } from '../../ui/text/foreign.tsx';

interface Props {
  readonly profiles: readonly ProfileEntry[];
  /** Id of the chosen one. */
  readonly value: string;
  readonly onPick: (profile: ProfileEntry) => void;
  readonly problem: string | undefined;
  /** Stands behind the note under the field. */
  readonly more?: ReactNode;
}

/** One crawler out of many: type to search by name, token, dialect or user agent; arrows and Enter choose. */
export function ProfilePicker({ profiles, value, onPick, problem, more }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const chosen = profiles.find(profile => profile.id === value);
  const found = useMemo(() => matchingProfiles(profiles, typed ?? ''), [profiles, typed]);
  const isOpen = typed !== null;
  const close = (): void => setTyped(null);
  const open = (): void => {
    if (isOpen) return;
    setTyped('');
    setAt(
      Math.max(
        0,
        profiles.findIndex(profile => profile.id === value),
      ),
    );
  };
  const pick = (profile: ProfileEntry | undefined): void => {
    if (profile) onPick(profile);
    close();
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (isOpen) setAt(Math.max(0, Math.min(found.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1))));
      else open();
    } else if (event.key === 'Enter' && isOpen && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      pick(found[at]);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  };
  return (
    <div className="stacked picker">
      <label htmlFor={id}>Crawler profile</label>
      <input
        ref={input}
        id={id}
        className="field"
        data-testid="profile-input"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && found[at] ? `${id}-${found[at].id}` : undefined}
        aria-invalid={Boolean(problem)}
        aria-describedby={`${id}-note`}
        autoComplete="off"
        spellCheck={false}
        placeholder={`Search ${profiles.length} crawlers by name, token, dialect, user agent`}
        value={typed ?? chosen?.name ?? value}
        onChange={event => {
          setTyped(event.target.value);
          setAt(0);
        }}
        onClick={open}
        onBlur={close}
        onKeyDown={keys}
      />
      {isOpen && (
        <div className="picker-list" id={`${id}-list`} role="listbox" aria-label="Crawler profiles">
          {found.length === 0 && <p className="muted">No crawler matches “{typed}”.</p>}
          {found.map((profile, index) => (
            <div
              key={profile.id}
              id={`${id}-${profile.id}`}
              role="option"
              tabIndex={-1}
              className="option"
              data-testid="profile-option"
              data-profile={profile.id}
              aria-selected={index === at}
              ref={index === at ? element => element?.scrollIntoView({ block: 'nearest' }) : null}
              onPointerDown={event => {
                event.preventDefault();
                pick(profile);
              }}
            >
              <span className="clip">
                <Foreign text={profile.name} />
                {profile.own && <span className="muted"> · own</span>}
              </span>
              <span className="clip muted">
                <Foreign text={profile.dialectName} />
              </span>
              <code className="clip muted">
                <Foreign text={profile.userAgent || 'no user agent of its own'} />
              </code>
            </div>
          ))}
        </div>
      )}
      <div id={`${id}-note`}>
        {problem ? (
          <span className="field-problem" role="alert">
            <Foreign text={problem} />
          </span>
        ) : (
          chosen && (
            <span className="hint">
              Reads robots.txt as <Foreign text={chosen.dialectName} /> under the name <Foreign text={chosen.productToken} />.
              Delays stay ours. {more}
            </span>
          )
        )}
      </div>
    </div>
  );
}
