import { useMemo, useState } from 'react';
import { reportedWords } from '#shared/explain/profile-words.ts';
import type { ProfileEntry, ProfileList, UserProfile } from '#shared/model/profile.ts';
import { useActions } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { messageOf, useCall } from '../../bridge/hooks.ts';
import { copyOf, matchingProfiles, plainProfile } from '../../domain/profile-search.ts';
import { Modal } from '../../ui/modal.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { plural } from '../../ui/text/format.ts';
import { ProfileEditor } from './profile-editor.tsx';

/** One function for all renders: a new one would take the focus again each time. */
const takeFocus = (element: HTMLElement | null): void => element?.focus();

/** Every crawler profile, built-in and own: searched, looked at, copied, changed and removed. */
export function ProfilesDialog({ onClose }: { readonly onClose: () => void }) {
  const { data, error, retry } = useCall('profiles.list', {});
  return (
    <Modal title="Crawlers" onClose={onClose}>
      {error && <Problem text={`The crawler profiles could not be read: ${error}`} retry={retry} />}
      {data && <Profiles list={data} reload={retry} />}
    </Modal>
  );
}

interface ProfilesProps {
  readonly list: ProfileList;
  readonly reload: () => void;
}

interface Draft {
  readonly profile: UserProfile;
  /** Id of the profile it is to replace; null for a new one. */
  readonly replaces: string | null;
}

function Profiles({ list, reload }: ProfilesProps) {
  const { toast } = useActions();
  const [typed, setTyped] = useState('');
  const [id, setId] = useState(list.profiles[0]?.id ?? '');
  const [draft, setDraft] = useState<Draft | null>(null);
  const found = useMemo(() => matchingProfiles(list.profiles, typed), [list.profiles, typed]);
  const shown = found.find(profile => profile.id === id) ?? found[0];
  const copy = (entry: ProfileEntry): void => {
    const taken = new Set(list.profiles.map(profile => profile.id));
    setDraft({ profile: copyOf(entry, taken, new Date().toISOString().slice(0, 10)), replaces: null });
  };
  const remove = async (entry: ProfileEntry): Promise<void> => {
    try {
      await client.call('profiles.remove', { id: entry.id });
      toast(`Removed the crawler ${entry.name}; crawl files that use it keep their copy`);
      reload();
    } catch (error) {
      toast(`The crawler was not removed: ${messageOf(error)}`, 'problem');
    }
  };
  const step = (by: number): void => {
    const next = found[Math.max(0, Math.min(found.length - 1, found.indexOf(shown as ProfileEntry) + by))];
    if (next) setId(next.id);
  };
  return (
    <div className="profiles" data-testid="profiles">
      <div className="profiles-side">
        <input
          className="field"
          data-testid="profiles-search"
          ref={takeFocus}
          role="combobox"
          aria-label="Search the crawlers"
          aria-expanded="true"
          aria-controls="profiles-list"
          aria-activedescendant={shown ? `profiles-${shown.id}` : undefined}
          placeholder="Name, token, dialect, user agent, own"
          spellCheck={false}
          value={typed}
          onChange={event => setTyped(event.target.value)}
          onKeyDown={event => {
            if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
            event.preventDefault();
            step(event.key === 'ArrowDown' ? 1 : -1);
          }}
        />
        <div className="profiles-list" id="profiles-list" role="listbox" aria-label="Crawlers">
          {found.map(profile => (
            <div
              key={profile.id}
              id={`profiles-${profile.id}`}
              role="option"
              tabIndex={-1}
              className="option"
              data-testid="profiles-item"
              data-profile={profile.id}
              aria-selected={profile === shown}
              ref={profile === shown ? element => element?.scrollIntoView({ block: 'nearest' }) : null}
              onPointerDown={() => {
                setId(profile.id);
                setDraft(null);
              }}
            >
              <span className="clip">
                <Foreign text={profile.name} />
              </span>
              {profile.own && <span className="chip">own</span>}
            </div>
          ))}
        </div>
        <p className="muted num">
          {found.length} of {plural(list.profiles.length, 'crawler')}, {list.profiles.filter(profile => profile.own).length} your
          own
        </p>
      </div>
      <div className="profiles-main">
        {list.problem && <Problem text={list.problem} />}
        {draft ? (
          <ProfileEditor
            key={draft.profile.id}
            start={draft.profile}
            replaces={draft.replaces}
            dialects={list.dialects}
            engines={list.engines}
            onCancel={() => setDraft(null)}
            onSaved={profile => {
              setDraft(null);
              setTyped('');
              setId(profile.id);
              reload();
            }}
          />
        ) : shown ? (
          <Facts
            profile={shown}
            copy={() => copy(shown)}
            edit={() => setDraft({ profile: plainProfile(shown), replaces: shown.id })}
            remove={() => void remove(shown)}
          />
        ) : (
          <p className="empty">No crawler matches “{typed}”.</p>
        )}
      </div>
    </div>
  );
}

interface FactsProps {
  readonly profile: ProfileEntry;
  readonly copy: () => void;
  readonly edit: () => void;
  readonly remove: () => void;
}

function Facts({ profile, copy, edit, remove }: FactsProps) {
  const { own, ...plain } = profile;
  const yes = [
    plain.namedByHeader && 'finds its group by its whole user agent',
    plain.ignoresStar && 'obeys only groups that name it',
    plain.listsNothing && 'lists no pages',
  ].filter(Boolean);
  const rows: readonly (readonly [string, string])[] = [
    ['Id', plain.id],
    ['Product token', plain.productToken],
    ['Falls back to', plain.fallsBackTo.join(', ') || 'no other name'],
    ['User agent', plain.userAgent || 'none of its own'],
    ['Dialect', `${plain.dialectName} (${plain.dialect})`],
    ['Page directives', ['robots', ...plain.directiveAgents].join(', ')],
    ...(yes.length > 0 ? [['Special behavior', yes.join('; ')] as const] : []),
    ['Source', reportedWords(plain)],
  ];
  return (
    <div className="profile-facts">
      <h3>
        <Foreign text={plain.name} /> <span className="chip">{own ? 'own' : 'built-in'}</span>
      </h3>
      <dl className="facts selectable">
        {rows.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Foreign text={text} />
            </dd>
          </div>
        ))}
      </dl>
      {!own && profile.id !== 'crawlscope' && (
        <p className="hint">Reported by the source. Crawlscope has not tested the crawler itself.</p>
      )}
      <div className="profile-buttons">
        {own && (
          <button type="button" className="btn" data-testid="profile-edit" onClick={edit}>
            Edit…
          </button>
        )}
        {own && (
          <button type="button" className="btn" data-testid="profile-remove" onClick={remove}>
            Remove
          </button>
        )}
        <button type="button" className={own ? 'btn' : 'btn primary'} data-testid="profile-copy" onClick={copy}>
          Copy as my own…
        </button>
      </div>
    </div>
  );
}
