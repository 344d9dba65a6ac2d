import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useActions } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { useFocusRequest } from '../../bridge/focus-request.ts';
import { messageOf, useCall, useDebounced } from '../../bridge/hooks.ts';
import { focusView } from '../../ui/focus-view.ts';
import { Foreign } from '../../ui/text/foreign.tsx';
import { suggest } from './operators.ts';

/** One field for all searches: a URL opens its explanation, operators filter the URLs. */
export function Omnibox() {
  const { go } = useActions();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [picked, setPicked] = useState(-1);
  const [problem, setProblem] = useState('');
  useFocusRequest('omnibox', () => {
    input.current?.focus();
    input.current?.select();
  });
  const still = useDebounced(text.trim(), 200);
  const meaning = useCall('lookup.interpret', open && still !== '' && !still.endsWith(':') ? { text: still } : null);
  const list = suggest(text);

  const change = (value: string): void => {
    setText(value);
    setPicked(-1);
    setProblem('');
    setOpen(true);
  };
  const submit = async (): Promise<void> => {
    if (text.trim() === '') return;
    try {
      const answer = await client.call('lookup.interpret', { text });
      if (answer.kind === 'problem') {
        setProblem(answer.message);
        setOpen(true);
        return;
      }
      flushSync(() =>
        go(
          answer.kind === 'info'
            ? { do: 'open', target: { view: 'url', url: answer.url } }
            : { do: 'filter', filter: answer.filter },
        ),
      );
      setOpen(false);
      focusView();
    } catch (error) {
      setProblem(messageOf(error));
      setOpen(true);
    }
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setPicked(Math.max(-1, Math.min(list.length - 1, picked + step)));
    } else if (event.key === 'Enter' || (event.key === 'Tab' && picked >= 0)) {
      event.preventDefault();
      const chosen = list[picked];
      if (chosen) change(chosen.text);
      else void submit();
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      if (open) setOpen(false);
      else input.current?.blur();
    }
  };
  const said = problem || (meaning.data?.kind === 'problem' ? meaning.data.message : '');
  return (
    <div className="omnibox">
      <input
        ref={input}
        className="field"
        data-testid="omnibox"
        role="combobox"
        aria-label="Look up a URL or filter the URLs"
        aria-expanded={open}
        aria-controls="omnibox-list"
        aria-autocomplete="list"
        aria-activedescendant={picked >= 0 ? `omnibox-${picked}` : undefined}
        aria-invalid={said !== ''}
        placeholder="URL, info:URL, status:404 site:… — Ctrl K"
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={event => change(event.target.value)}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={keys}
      />
      {open && (
        <div className="suggest" id="omnibox-list" role="listbox" aria-label="Suggestions">
          {said && (
            <span className="note bad" role="alert">
              <Foreign text={said} />
            </span>
          )}
          {!said && meaning.data?.kind === 'info' && (
            <span className="note">
              Enter explains <Foreign text={meaning.data.url} />
            </span>
          )}
          {!said && meaning.data?.kind === 'filter' && (
            <span className="note">
              Enter lists: <Foreign text={meaning.data.description} />
            </span>
          )}
          <div>
            {list.map((item, index) => (
              <div
                key={item.label}
                role="option"
                tabIndex={-1}
                className="option"
                id={`omnibox-${index}`}
                aria-selected={index === picked}
                onPointerDown={event => {
                  event.preventDefault();
                  change(item.text);
                }}
              >
                <code>{item.label}</code>
                <span className="muted clip">{item.meaning}</span>
              </div>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}
