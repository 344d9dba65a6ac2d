import { Combobox } from '@base-ui/react/combobox';
import { type ReactNode, useId, useMemo, useState } from 'react';
import type { ProfileEntry } from '#shared/model/profile.ts';
import { matchingProfiles } from '../../domain/profile-search.ts';
import { FieldNote } from '../../ui/field.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';

interface Props {
  readonly profiles: readonly ProfileEntry[];
  /** Id of the chosen one. */
  readonly value: string;
  readonly onPick: (profile: ProfileEntry) => void;
  readonly problem: string | undefined;
  /** Follows the note under the field. */
  readonly more?: ReactNode;
}

/** One crawler out of many: type to search by name, token, dialect or user agent; arrows and Enter choose. */
export function ProfilePicker({ profiles, value, onPick, problem, more }: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const chosen = profiles.find(profile => profile.id === value);
  const found = useMemo(() => matchingProfiles(profiles, typed), [profiles, typed]);
  return (
    <div className="stacked picker">
      <label htmlFor={id}>Crawler profile</label>
      <Combobox.Root
        items={profiles}
        filteredItems={found}
        open={isOpen}
        onOpenChange={setOpen}
        value={chosen ?? null}
        onValueChange={(profile: ProfileEntry | null) => profile && onPick(profile)}
        itemToStringLabel={(profile: ProfileEntry) => profile.name}
        autoHighlight
        // The field text is a search only during typing; otherwise it is the name of the chosen profile.
        onInputValueChange={(text, { reason }) => setTyped(reason === 'input-change' ? text : '')}
      >
        <Combobox.Input
          id={id}
          className="field"
          data-testid="profile-input"
          // While the list is open, the widget hides everything else from screen readers, and with it the visible label.
          aria-label="Crawler profile"
          aria-invalid={Boolean(problem)}
          aria-describedby={`${id}-note`}
          spellCheck={false}
          placeholder={`Search ${profiles.length} crawlers by name, token, dialect, user agent`}
          onFocus={event => event.currentTarget.select()}
          // With the list closed, Esc is for the dialog; the widget would clear the choice.
          onKeyDown={event => event.key === 'Escape' && !isOpen && event.preventBaseUIHandler()}
        />
        <Combobox.Portal>
          <Combobox.Positioner className="layer" sideOffset={2} collisionPadding={6}>
            <Combobox.Popup className="picker-list">
              <Combobox.Empty>{found.length === 0 && <p className="muted">No crawler matches “{typed}”.</p>}</Combobox.Empty>
              <Combobox.List aria-label="Crawler profiles">
                {(profile: ProfileEntry) => <Option key={profile.id} profile={profile} />}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
      <FieldNote id={id} problem={problem}>
        {chosen && (
          <>
            Interprets robots.txt as <Foreign text={chosen.dialectName} /> and uses the group for{' '}
            <Foreign text={chosen.productToken} />. Crawlscope’s own delays apply. {more}
          </>
        )}
      </FieldNote>
    </div>
  );
}

function Option({ profile }: { readonly profile: ProfileEntry }) {
  return (
    <Combobox.Item value={profile} className="option" data-testid="profile-option" data-profile={profile.id}>
      <span className="clip">
        <Foreign text={profile.name} />
        {profile.own && <span className="muted"> · own</span>}
      </span>
      <span className="clip muted">
        <Foreign text={profile.dialectName} />
      </span>
      <code className="clip muted">
        <Foreign text={profile.userAgent || 'no known user agent'} />
      </code>
    </Combobox.Item>
  );
}
