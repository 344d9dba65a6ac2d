import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useActions } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { messageOf, useCall, useDebounced } from '../../bridge/hooks.ts';
import { type Suggestion, suggest } from '../../domain/suggest.ts';
import { useRuleColumns } from '../../domain/use-rules.ts';
import { focusView } from '../../ui/focus-view.ts';

/** Pause in typing, in milliseconds, before the window requests the meaning of the text. */
const pauseMs = 200;

/** What is typed into the omnibox, what it means, and what Enter does with it. */
export function useOmnibox(input: RefObject<HTMLInputElement | null>) {
  const { go } = useActions();
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [refused, setRefused] = useState('');
  const highlighted = useRef<Suggestion | undefined>(undefined);
  const still = useDebounced(text.trim(), pauseMs);
  const meaning = useCall('lookup.interpret', isOpen && still !== '' && !still.endsWith(':') ? { text: still } : null).data;
  const problem = refused || (meaning?.kind === 'problem' ? meaning.message : '');

  const change = (value: string): void => {
    setText(value);
    setRefused('');
    setOpen(true);
  };
  const refuse = (why: string): void => {
    setRefused(why);
    setOpen(true);
  };
  const submit = async (): Promise<void> => {
    if (text.trim() === '') return;
    try {
      const answer = await client.call('lookup.interpret', { text });
      if (answer.kind === 'problem') return refuse(answer.message);
      flushSync(() => {
        if (answer.kind === 'info') go({ do: 'open', target: { view: 'url', url: answer.url } });
        else go({ do: 'filter', filter: answer.filter, tab: 'kept' });
      });
      setOpen(false);
      focusView();
    } catch (error) {
      refuse(messageOf(error));
    }
  };
  /** True if the widget must not act on the key too. */
  const onKey = (event: KeyboardEvent): boolean => {
    // The key belongs to the input method while it composes a character.
    if (event.nativeEvent.isComposing) return false;
    switch (event.key) {
      case 'Enter':
        if (highlighted.current) return false;
        event.preventDefault();
        void submit();
        return true;
      case 'Tab':
        if (!highlighted.current || event.shiftKey) return false;
        event.preventDefault();
        change(highlighted.current.text);
        return true;
      case 'Escape':
        event.stopPropagation();
        if (isOpen) setOpen(false);
        else input.current?.blur();
        return true;
      default:
        return false;
    }
  };
  const ofRules = useRuleColumns();
  return { text, list: suggest(text, 'lookups', ofRules), meaning, problem, isOpen, setOpen, change, onKey, highlighted };
}
