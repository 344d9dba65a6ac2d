import { Autocomplete } from '@base-ui/react/autocomplete';
import { useRef } from 'react';
import type { Output } from '#shared/rpc/types.ts';
import { useFocusRequest } from '../../bridge/focus-request.ts';
import { Foreign } from '../../ui/text/foreign.tsx';
import type { Suggestion } from './operators.ts';
import { useOmnibox } from './use-omnibox.ts';

/** One field for all searches: a URL opens its explanation, operators filter the URLs. */
export function Omnibox() {
  const input = useRef<HTMLInputElement>(null);
  const { text, list, meaning, problem, isOpen, setOpen, change, onKey, highlighted } = useOmnibox(input);
  useFocusRequest('omnibox', () => {
    input.current?.focus();
    input.current?.select();
  });
  return (
    <div className="omnibox">
      <Autocomplete.Root
        items={list}
        filteredItems={list}
        itemToStringValue={(item: Suggestion) => item.text}
        value={text}
        onValueChange={change}
        open={isOpen && (list.length > 0 || problem !== '' || meaning !== undefined)}
        // An operator was picked: its value comes next, so the list stays.
        onOpenChange={(open, { reason }) => reason !== 'item-press' && setOpen(open)}
        onItemHighlighted={item => {
          highlighted.current = item;
        }}
      >
        <Autocomplete.Input
          ref={input}
          className="field"
          data-testid="omnibox"
          aria-label="Look up a URL or filter the URLs"
          aria-invalid={problem !== ''}
          placeholder="URL, info:URL, status:404 site:… — Ctrl K"
          spellCheck={false}
          onFocus={() => setOpen(true)}
          onKeyDown={event => onKey(event) && event.preventBaseUIHandler()}
        />
        <Autocomplete.Portal>
          <Autocomplete.Positioner className="layer" sideOffset={4} collisionPadding={6}>
            <Autocomplete.Popup className="suggest">
              <Meaning problem={problem} meaning={meaning} />
              <Autocomplete.List aria-label="Suggestions">
                {(item: Suggestion) => (
                  <Autocomplete.Item key={item.label} value={item} className="option">
                    <code>{item.label}</code>
                    <span className="muted clip">{item.meaning}</span>
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            </Autocomplete.Popup>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
      </Autocomplete.Root>
    </div>
  );
}

interface MeaningProps {
  readonly problem: string;
  readonly meaning: Output<'lookup.interpret'> | undefined;
}

/** What Enter would do, or why it can do nothing. */
function Meaning({ problem, meaning }: MeaningProps) {
  if (problem)
    return (
      <span className="note bad" role="alert">
        <Foreign text={problem} />
      </span>
    );
  if (meaning?.kind === 'info')
    return (
      <span className="note">
        Enter explains <Foreign text={meaning.url} />
      </span>
    );
  if (meaning?.kind === 'filter')
    return (
      <span className="note">
        Enter lists: <Foreign text={meaning.description} />
      </span>
    );
  return null;
}
