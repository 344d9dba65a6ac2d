import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useCallback } from 'react';
import { giveHeldKeys } from './held-keys.ts';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function takeKeyboard(popup: HTMLElement): void {
  if (!popup.isConnected) return;
  // Otherwise the close button has the focus.
  const first = popup.querySelector<HTMLElement>('[data-first]') ?? popup.querySelector('button');
  if (!popup.contains(document.activeElement)) first?.focus();
  giveHeldKeys();
}

/** A modal dialog: it keeps the focus inside, Esc closes it, a press outside does not. One dialog can open over another. */
export function Modal({ title, onClose, children }: Props) {
  const whenShown = useCallback((popup: HTMLDivElement | null) => {
    // After the library has stored which element had the focus, and before the next key.
    if (popup) queueMicrotask(() => takeKeyboard(popup));
  }, []);
  return (
    <Dialog.Root open disablePointerDismissal onOpenChange={open => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" forceRender />
        <Dialog.Popup
          ref={whenShown}
          className="dialog"
          data-modal=""
          // The library moves the focus with the next frame. Until then the view behind the dialog would get the keys.
          initialFocus={false}
        >
          <header className="dialog-head">
            <Dialog.Title>{title}</Dialog.Title>
            <Dialog.Close className="btn quiet small" aria-label="Close">
              ✕
            </Dialog.Close>
          </header>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
