import { Autocomplete } from '@base-ui/react/autocomplete';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useFocusRequest } from '../../bridge/focus-request.ts';
import { type Suggestion, suggest } from '../../domain/suggest.ts';
import { Suggesting, Suggestions } from '../../domain/suggestions.tsx';
import { useRuleColumns } from '../../domain/use-rules.ts';

interface Props {
  readonly text: string;
  readonly isBad: boolean;
  readonly onText: (text: string) => void;
  /** Enter, or a suggestion that is a whole condition: no more typing to wait for. */
  readonly onNow: (text: string) => void;
  /** The arrow key leads from the field into the table. */
  readonly onDown: () => void;
}

/** The filter as text, with suggestions of operators and their values. */
export function FilterField({ text, isBad, onText, onNow, onDown }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const highlighted = useRef<Suggestion | undefined>(undefined);
  useFocusRequest('find', () => {
    field.current?.focus();
    field.current?.select();
  });
  // The user typed something: only that opens the list, not a chip that changes the text.
  const [typed, setTyped] = useState(text);
  useEffect(() => {
    if (typed !== text) setOpen(false);
  }, [typed, text]);
  const ofRules = useRuleColumns();
  const list = isOpen ? suggest(text, 'filters', ofRules) : [];
  const showsList = list.length > 0;
  const change = (value: string): void => {
    setTyped(value);
    setOpen(true);
    onText(value);
  };
  /** True if the widget must not act on the key too. */
  const onKey = (event: KeyboardEvent): boolean => {
    if (event.nativeEvent.isComposing) return false;
    switch (event.key) {
      case 'Enter':
        if (showsList && highlighted.current) return false;
        setOpen(false);
        onNow(text);
        return true;
      case 'Tab':
        if (!showsList || !highlighted.current || event.shiftKey) return false;
        event.preventDefault();
        change(highlighted.current.text);
        return true;
      case 'ArrowDown':
        if (showsList) return false;
        onDown();
        return true;
      case 'Escape':
        event.stopPropagation();
        if (showsList) setOpen(false);
        else if (text !== '') onNow('');
        else field.current?.blur();
        return true;
      default:
        return false;
    }
  };
  return (
    <Suggesting list={list} text={text} isShown={showsList} onText={change} onOpen={setOpen} highlighted={highlighted}>
      <Autocomplete.Input
        ref={field}
        className="field filter"
        aria-label="Filter the URLs"
        aria-invalid={isBad}
        placeholder="Filter: title:none status:404 inurl:shop — Ctrl F"
        spellCheck={false}
        onBlur={() => showsList || setOpen(false)}
        onKeyDown={event => onKey(event) && event.preventBaseUIHandler()}
      />
      <Suggestions />
    </Suggesting>
  );
}
