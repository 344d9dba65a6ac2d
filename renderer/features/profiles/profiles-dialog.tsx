import { useMemo, useState } from 'react';
import type { ProfileList as Listed, ProfileEntry, UserProfile } from '#shared/model/profile.ts';
import { useActions } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { messageOf, useCall } from '../../bridge/hooks.ts';
import { copyOf, matchingProfiles, plainProfile } from '../../domain/profile-search.ts';
import { Modal } from '../../ui/modal.tsx';
import { Problem } from '../../ui/problem.tsx';
import { plural } from '../../ui/text/format.ts';
import { ProfileEditor } from './profile-editor.tsx';
import { ProfileFacts } from './profile-facts.tsx';
import { ProfileList } from './profile-list.tsx';

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
  readonly list: Listed;
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
  return (
    <div className="profiles" data-testid="profiles">
      <div className="profiles-side">
        <ProfileList
          profiles={list.profiles}
          found={found}
          shown={shown}
          typed={typed}
          onType={setTyped}
          onShow={setId}
          onPick={() => setDraft(null)}
        />
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
          <ProfileFacts
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
