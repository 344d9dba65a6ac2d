import { Autocomplete } from '@base-ui/react/autocomplete';
import { useRef } from 'react';
import type { Output } from '#shared/rpc/types.ts';
import { useFocusRequest } from '../../bridge/focus-request.ts';
import { Suggesting, Suggestions } from '../../domain/suggestions.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { useOmnibox } from './use-omnibox.ts';

/** One field for all searches: a URL opens its explanation, operators filter the URLs. */
export function Omnibox() {
  const input = useRef<HTMLInputElement>(null);
  const { text, list, meaning, problem, isOpen, setOpen, change, onKey, highlighted } = useOmnibox(input);
  useFocusRequest('omnibox', () => {
    input.current?.focus();
    input.current?.select();
  });
  const isShown = isOpen && (list.length > 0 || problem !== '' || meaning !== undefined);
  return (
    <div className="omnibox">
      <Suggesting list={list} text={text} isShown={isShown} onText={change} onOpen={setOpen} highlighted={highlighted}>
        <Autocomplete.Input
          ref={input}
          className="field"
          data-testid="omnibox"
          aria-label="Look up a URL or filter the URLs"
          aria-invalid={problem !== ''}
          placeholder="URL, info:URL, status:404 site:… — Ctrl K"
          spellCheck={false}
          onFocus={() => setOpen(true)}
          // What the text means may come later: the list must not open over what has the keyboard by then.
          onBlur={() => isShown || setOpen(false)}
          onKeyDown={event => onKey(event) && event.preventBaseUIHandler()}
        />
        <Suggestions>
          <Meaning problem={problem} meaning={meaning} />
        </Suggestions>
      </Suggesting>
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
