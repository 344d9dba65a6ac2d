import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type ReactNode, useRef } from 'react';

interface Props {
  /** The question: "Delete the draft?" */
  readonly title: string;
  /** What happens, and what stays. */
  readonly children: ReactNode;
  /** The label of the confirming button: a verb. */
  readonly verb: string;
  readonly testId: string;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

/** Confirms an action before data is lost. The safe button has the focus. */
export function Confirm({ title, children, verb, testId, onCancel, onConfirm }: Props) {
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root open onOpenChange={open => open || onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" forceRender />
        <AlertDialog.Popup className="dialog" data-modal="" data-testid={testId} initialFocus={safe}>
          <header className="dialog-head">
            <AlertDialog.Title>{title}</AlertDialog.Title>
          </header>
          <AlertDialog.Description className="confirm-text">{children}</AlertDialog.Description>
          <footer className="dialog-foot">
            <span className="spacer" />
            <AlertDialog.Close ref={safe} className="btn">
              Cancel
            </AlertDialog.Close>
            <button type="button" className="btn primary" data-testid={`${testId}-done`} onClick={onConfirm}>
              {verb}
            </button>
          </footer>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
