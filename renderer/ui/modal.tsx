import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A modal dialog: it keeps the focus inside, Esc closes it, a press outside does not. One dialog can open over another. */
export function Modal({ title, onClose, children }: Props) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root open disablePointerDismissal onOpenChange={open => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" forceRender />
        <Dialog.Popup
          ref={popup}
          className="dialog"
          data-modal=""
          // Otherwise the close button would have the focus.
          initialFocus={() => popup.current?.querySelector<HTMLElement>('[data-first]') ?? true}
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
