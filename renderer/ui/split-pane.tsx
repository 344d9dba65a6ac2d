import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';

interface Props {
  readonly main: ReactNode;
  readonly side: ReactNode | null;
  readonly label: string;
}

const least = 340;
const share = 0.65;
const _fit = (width: number): number => Math.round(Math.max(least, Math.min(width, window.innerWidth * share)));

const clampWidth = (width: number): number => Math.round(Math.max(least, Math.min(width, window.innerWidth * share)));

/** Main area and a side panel of a width the user drags, or moves with the arrow keys. */
export function SplitPane({ main, side, label }: Props) {
  const [width, setWidth] = useState(() => clampWidth(Math.max(440, window.innerWidth * 0.36)));
  const drag = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.buttons & 1) setWidth(clampWidth(window.innerWidth - event.clientX));
  };
  const keys = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowLeft' ? 24 : event.key === 'ArrowRight' ? -24 : 0;
    if (step !== 0) setWidth(clampWidth(width + step));
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
            aria-valuenow={width}
            aria-valuemin={least}
            aria-valuemax={Math.round(window.innerWidth * share)}
            tabIndex={0}
            onPointerDown={event => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={drag}
            onKeyDown={keys}
          />
          <div className="side" style={{ width }}>
            {side}
          </div>
        </>
      )}
    </div>
  );
}
