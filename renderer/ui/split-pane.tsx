import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';

interface Props {
  readonly main: ReactNode;
  readonly side: ReactNode | null;
  readonly label: string;
}

const least = 340;
const narrowest = 0.2;
const widest = 0.65;
const clamp = (share: number): number => Math.max(narrowest, Math.min(widest, share));

/** Main area and a side panel whose share of the window the user drags, or moves with the arrow keys. */
export function SplitPane({ main, side, label }: Props) {
  const [share, setShare] = useState(0.36);
  const drag = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.buttons & 1) setShare(clamp(1 - event.clientX / window.innerWidth));
  };
  const keys = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowLeft' ? 0.02 : event.key === 'ArrowRight' ? -0.02 : 0;
    if (step !== 0) setShare(clamp(share + step));
  };
  return (
    <div className="body">
      <div className="main">{main}</div>
      {side !== null && (
        <>
          <div
            className="splitter"
            role="separator"
            aria-orientation="vertical"
            aria-label={label}
            aria-valuenow={Math.round(share * 100)}
            aria-valuemin={narrowest * 100}
            aria-valuemax={widest * 100}
            tabIndex={0}
            onPointerDown={event => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={drag}
            onKeyDown={keys}
          />
          <div className="side" style={{ width: `${share * 100}%`, minWidth: least }}>
            {side}
          </div>
        </>
      )}
    </div>
  );
}
