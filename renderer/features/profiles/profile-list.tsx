import { Combobox } from '@base-ui/react/combobox';
import type { ProfileEntry } from '#shared/model/profile.ts';
import { Foreign } from '../../ui/text/foreign.tsx';

/** One function for all renders: a new one would take the focus again each time. */
const takeFocus = (element: HTMLElement | null): void => element?.focus();

interface Props {
  readonly profiles: readonly ProfileEntry[];
  /** Those that match what is typed. */
  readonly found: readonly ProfileEntry[];
  readonly shown: ProfileEntry | undefined;
  readonly typed: string;
  readonly onType: (typed: string) => void;
  /** The id of the crawler to show: the arrow keys show each one that they pass. */
  readonly onShow: (id: string) => void;
  /** One was clicked, or chosen by Enter. */
  readonly onPick: () => void;
}

/** A search field over a list of crawlers that stays open. */
export function ProfileList({ profiles, found, shown, typed, onType, onShow, onPick }: Props) {
  return (
    <Combobox.Root
      inline
      open
      items={profiles}
      filteredItems={found}
      value={shown ?? null}
      isItemEqualToValue={(a: ProfileEntry, b: ProfileEntry) => a.id === b.id}
      itemToStringLabel={(profile: ProfileEntry) => profile.name}
      inputValue={typed}
      // A choice would write its name into the field.
      onInputValueChange={(text, { reason }) => reason === 'input-change' && onType(text)}
      onItemHighlighted={(profile: ProfileEntry | undefined, { reason }) =>
        profile && reason === 'keyboard' && onShow(profile.id)
      }
      onValueChange={(profile: ProfileEntry | null) => {
        if (!profile) return;
        onShow(profile.id);
        onPick();
      }}
    >
      <Combobox.Input
        className="field"
        data-testid="profiles-search"
        ref={takeFocus}
        aria-label="Search the crawlers"
        placeholder="Name, token, dialect, user agent, own"
        spellCheck={false}
        // Esc is for the dialog.
        onKeyDown={event => event.key === 'Escape' && event.preventBaseUIHandler()}
      />
      <Combobox.List className="profiles-list" aria-label="Crawlers">
        {(profile: ProfileEntry) => (
          <Combobox.Item
            key={profile.id}
            value={profile}
            className="option"
            data-testid="profiles-item"
            data-profile={profile.id}
          >
            <span className="clip">
              <Foreign text={profile.name} />
            </span>
            {profile.own && <span className="chip">own</span>}
          </Combobox.Item>
        )}
      </Combobox.List>
    </Combobox.Root>
  );
}
