import type { ReactNode } from 'react';
import { Group, type Layout, Panel, Separator } from 'react-resizable-panels';

interface Props {
  /** The key of the sizes in the window's storage. */
  readonly name: string;
  readonly main: ReactNode;
  /** Null: the main area has all the room. */
  readonly side: ReactNode | null;
  /** Name of the splitter. */
  readonly label: string;
}

const key = (name: string): string => `pane.${name}`;

/** Share of the side in percent as it was left, else the default. */
function readShare(name: string): number {
  const share = Number(localStorage.getItem(key(name)));
  return Number.isFinite(share) && share >= limits.least && share <= limits.most ? share : limits.usual;
}

const limits = { least: 20, usual: 36, most: 65, pixels: 340 } as const;

/** Main area and a side panel. The user drags the splitter or moves it with the arrow keys; its place is kept. */
export function SplitPane({ name, main, side, label }: Props) {
  const keep = (layout: Layout): void => {
    const share = layout['side'];
    if (share !== undefined) localStorage.setItem(key(name), String(Math.round(share * 10) / 10));
  };
  return (
    <Group
      className="body"
      orientation="horizontal"
      onLayoutChanged={(layout, { isUserInteraction }) => isUserInteraction && keep(layout)}
    >
      <Panel id="main" className="main" minSize={`${100 - limits.most}%`}>
        {main}
      </Panel>
      {side !== null && <Separator className="splitter" aria-label={label} />}
      {side !== null && (
        <Panel id="side" className="side" defaultSize={`${readShare(name)}%`} minSize={limits.pixels} maxSize={`${limits.most}%`}>
          {side}
        </Panel>
      )}
    </Group>
  );
}
