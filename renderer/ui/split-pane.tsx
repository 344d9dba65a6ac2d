import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Group, type Layout, Panel, Separator } from 'react-resizable-panels';

interface Props {
  /** The key of the side's size in the window's storage. */
  readonly name: string;
  /** Name of the splitter. */
  readonly label: string;
  readonly main: ReactNode;
  /** Null: the main area has all the room. */
  readonly side: ReactNode | null;
  readonly size: SideSize;
  /** Which end the side is at. Default: the end. */
  readonly at?: 'start' | 'end';
  readonly narrow?: Narrow;
}

/** The side's size along the split. */
export interface SideSize {
  /** '36%' or '280px', until the user moves the splitter. */
  readonly usual: string;
  /** Pixels. */
  readonly least: number;
  /** Percent. */
  readonly most: number;
}

/** Below this width in pixels, the parts are stacked, or the side is hidden. */
interface Narrow {
  readonly below: number;
  readonly use: 'rows' | 'no side';
}

/** A list from which the main area shows one thing. */
export const listSize: SideSize = { usual: '280px', least: 160, most: 60 };

const key = (name: string): string => `pane.${name}`;

/** The side's size as the user left it, otherwise the usual one. */
function readSize(name: string, { usual, most }: SideSize): string {
  const share = Number(localStorage.getItem(key(name)));
  return Number.isFinite(share) && share > 0 && share <= most ? `${share}%` : usual;
}

function keepSize(name: string, layout: Layout): void {
  const share = layout['side'];
  if (share !== undefined) localStorage.setItem(key(name), String(Math.round(share * 10) / 10));
}

/** True while the element is narrower than this many pixels. */
function useNarrow(below: number) {
  const element = useRef<HTMLDivElement>(null);
  const [isNarrow, setNarrow] = useState(false);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current || below === 0) return;
    const look = (): void => setNarrow(current.clientWidth < below);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(current);
    return () => observer.disconnect();
  }, [below]);
  return { element, isNarrow };
}

/** A main area and a side. The user drags the splitter or moves it with the arrow keys; its place is kept. */
export function SplitPane({ name, label, main, side, size, at = 'end', narrow }: Props) {
  const { element, isNarrow } = useNarrow(narrow?.below ?? 0);
  const inRows = isNarrow && narrow?.use === 'rows';
  const isShown = side !== null && !(isNarrow && narrow?.use === 'no side');
  const splitter = isShown && <Separator key="splitter" className="splitter" aria-label={label} />;
  const sidePanel = isShown && (
    <Panel
      key="side"
      id="side"
      className="side"
      defaultSize={readSize(name, size)}
      minSize={inRows ? '15%' : size.least}
      maxSize={`${size.most}%`}
      // A list may keep its width when the window grows; a share grows with it.
      groupResizeBehavior={size.usual.endsWith('px') ? 'preserve-pixel-size' : 'preserve-relative-size'}
    >
      {side}
    </Panel>
  );
  return (
    <Group
      className="split"
      elementRef={element}
      orientation={inRows ? 'vertical' : 'horizontal'}
      onLayoutChanged={(layout, { isUserInteraction }) => isUserInteraction && keepSize(name, layout)}
    >
      {at === 'start' && [sidePanel, splitter]}
      <Panel key="main" id="main" className="main" minSize={`${100 - size.most}%`}>
        {main}
      </Panel>
      {at === 'end' && [splitter, sidePanel]}
    </Group>
  );
}
