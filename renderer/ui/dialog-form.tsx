import type { ReactNode } from 'react';

interface Props {
  readonly testId: string;
  readonly width: 'narrow' | 'wide';
  readonly onSubmit: () => void;
  /** At the left of the buttons. */
  readonly note?: ReactNode;
  readonly buttons: ReactNode;
  readonly children: ReactNode;
}

/** A form in a dialog: its fields scroll, its buttons stay. Ctrl Enter sends it from any field. */
export function DialogForm({ testId, width, onSubmit, note, buttons, children }: Props) {
  return (
    <form
      data-testid={testId}
      onSubmit={event => {
        event.preventDefault();
        onSubmit();
      }}
      onKeyDown={event => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        onSubmit();
      }}
    >
      <div className={width === 'narrow' ? 'form narrow' : 'form'}>{children}</div>
      <footer className="dialog-foot">
        {note ?? <span className="spacer" />}
        {buttons}
      </footer>
    </form>
  );
}
