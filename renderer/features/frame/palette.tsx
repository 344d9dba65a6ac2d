import { type KeyboardEvent, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { useActions } from '../../bridge/app-context.ts';
import { fittingCommands, type ListedCommand, listedCommands } from '../../bridge/command-list.ts';
import { useStatus } from '../../bridge/hooks.ts';
import { Modal } from '../../ui/modal.tsx';
import { intoView } from '../../ui/text/into-view.ts';

/** All commands with their keys, found by some of their letters. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const { command } = useActions();
  const hasFile = useStatus() !== null;
  const id = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const list = fittingCommands(
    listedCommands.filter(({ needsFile }) => hasFile || !needsFile),
    typed,
  );
  const run = (picked: ListedCommand | undefined): void => {
    if (!picked) return;
    flushSync(onClose);
    // After the dialog has returned the focus, and before the next key.
    queueMicrotask(() => command(picked.name));
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') run(list[at]);
    else if (event.key === 'ArrowDown') setAt(Math.min(list.length - 1, at + 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(0, at - 1));
    else return;
    event.preventDefault();
  };
  return (
    <Modal title="Commands" onClose={onClose}>
      <div className="palette" data-testid="palette">
        <input
          className="field"
          data-first
          role="combobox"
          aria-label="Find a command"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={list[at] ? `${id}-${at}` : undefined}
          placeholder="Some letters of a command"
          spellCheck={false}
          maxLength={80}
          value={typed}
          onChange={event => {
            setTyped(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKey}
        />
        <div className="palette-list" id={`${id}-list`} role="listbox" aria-label="Commands">
          {list.map((each, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
            <div
              key={each.name}
              id={`${id}-${index}`}
              className="option"
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              ref={index === at ? intoView : null}
              onClick={() => run(each)}
            >
              <span>{each.label}</span>
              {each.keys && <kbd>{each.keys}</kbd>}
            </div>
          ))}
          {list.length === 0 && <p className="muted">No command fits “{typed}”.</p>}
        </div>
      </div>
    </Modal>
  );
}
