import { Tooltip } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';

interface Props {
  /** Nothing: no tooltip. */
  readonly text: ReactNode;
  /** The control it explains: one element that takes a ref and the handlers of a trigger. */
  readonly children: ReactElement<Record<string, unknown>>;
}

/** Delay before the first tooltip, in milliseconds. */
const delay = 500;

/** Once one tooltip shows, its neighbours show at once. */
export function HintGroup({ children }: { readonly children: ReactNode }) {
  return <Tooltip.Provider delay={delay}>{children}</Tooltip.Provider>;
}

/** A tooltip over a control: it shows for the pointer and for the keyboard, and Esc hides it. Never the only place of a name. */
export function Hint({ text, children }: Props) {
  if (text === undefined || text === '') return children;
  const plain = typeof text === 'string' ? text : undefined;
  return (
    <Tooltip.Root>
      <Tooltip.Trigger
        render={children}
        delay={delay}
        aria-description={plain}
        // A disabled control gets no events, so the system's own tooltip says why it is disabled.
        title={children.props['disabled'] === true ? plain : undefined}
      />
      <Tooltip.Portal>
        <Tooltip.Positioner className="layer" sideOffset={6} collisionPadding={6}>
          <Tooltip.Popup className="hint-popup">{text}</Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
