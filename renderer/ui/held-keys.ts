/**
 * Keys that the user presses while the code of a dialog loads. They are meant for the dialog: the view behind it must not get them, and none may
 * be lost.
 */
const held: KeyboardEvent[] = [];

function hold(event: KeyboardEvent): void {
  if (event.isComposing) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  held.push(event);
}

/** Holds all keys back from the window until the returned function is called. */
export function holdKeys(): () => void {
  window.addEventListener('keydown', hold, true);
  return () => {
    window.removeEventListener('keydown', hold, true);
    // A dialog that opens now takes them before this runs. If none opens, they are dropped.
    setTimeout(() => held.splice(0));
  };
}

/** Sends the held keys to the element with the focus: as key events, and as text if no handler takes them. */
export function giveHeldKeys(): void {
  for (const { key, code, ctrlKey, metaKey, shiftKey, altKey } of held.splice(0)) {
    const again = new KeyboardEvent('keydown', {
      ...{ key, code, ctrlKey, metaKey, shiftKey, altKey },
      bubbles: true,
      cancelable: true,
    });
    const isTaken = !(document.activeElement ?? document.body).dispatchEvent(again);
    if (isTaken || ctrlKey || metaKey || altKey) continue;
    if (key === 'Backspace') document.execCommand('delete');
    // Nothing else inserts text as if it were typed: with the events of the field and an undo step.
    else if (key.length === 1) document.execCommand('insertText', false, key);
  }
}
