/**
 * Keys that come while the code of a dialog loads. They are meant for the dialog: what lies behind it must not take them, and none may
 * be lost.
 */
const held: KeyboardEvent[] = [];

function hold(event: KeyboardEvent): void {
  if (event.isComposing) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  held.push(event);
}

/** Keeps all keys from the window until the returned function is called. */
export function holdKeys(): () => void {
  window.addEventListener('keydown', hold, true);
  return () => {
    window.removeEventListener('keydown', hold, true);
    // The dialog that comes next takes them before. When none comes, they are nobody's.
    setTimeout(() => held.splice(0));
  };
}

/** Gives the held keys to what has the focus now: to its own keys, else as text. */
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
    // The only way to insert text that fields take as typed: with their events, and with a step to undo.
    else if (key.length === 1) document.execCommand('insertText', false, key);
  }
}
