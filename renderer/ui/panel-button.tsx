import { Popover } from '@base-ui/react/popover';
import type { ReactNode } from 'react';

interface Props {
  readonly label: string;
  readonly testId: string;
  readonly children: ReactNode;
}

/** A button that opens a small panel of controls. Esc and a press outside close it. */
export function PanelButton({ label, testId, children }: Props) {
  return (
    <Popover.Root>
      <Popover.Trigger className="btn small" data-testid={`${testId}-button`}>
        {label}
        <span className="caret" aria-hidden="true" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="layer" align="end" sideOffset={4} collisionPadding={6}>
          <Popover.Popup className="panel-popup" data-testid={testId} aria-label={label}>
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
