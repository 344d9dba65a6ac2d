import { type HierarchyRectangularNode, hierarchy, treemap, treemapSquarify } from 'd3-hierarchy';
import { useMemo, useRef } from 'react';
import { useSize } from './use-size.ts';

export interface TreeCell {
  readonly key: string;
  readonly label: string;
  /** Tooltip. */
  readonly about: string;
  readonly value: number;
  /** Class that colours it. */
  readonly tone: string;
  /** Cells in it. What their values leave of its own value stays empty. */
  readonly inside: readonly TreeCell[];
}

interface Props {
  readonly label: string;
  readonly cells: readonly TreeCell[];
  readonly onPick: (key: string) => void;
}

const headHeight = 18;
const letter = 6.6;

type Place = HierarchyRectangularNode<TreeCell>;

const rest = (cell: TreeCell): TreeCell => {
  const left = cell.value - cell.inside.reduce((all, { value }) => all + value, 0);
  return { ...cell, key: `${cell.key}\nrest`, label: '', inside: [], value: left };
};

/** Nested rectangles whose areas are values. A click tells the key of a cell. A table beside it serves the keyboard. */
export function TreeMap({ label, cells, onPick }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(box);
  const placed = useMemo(() => {
    if (width < 20 || height < 20) return [];
    const root = hierarchy<TreeCell>(
      { key: '', label: '', about: '', value: 0, tone: '', inside: cells },
      ({ inside, ...cell }) => (inside.length === 0 ? null : cell.key === '' ? inside : [...inside, rest({ ...cell, inside })]),
    ).sum(({ inside, value }) => (inside.length === 0 ? value : 0));
    return treemap<TreeCell>()
      .tile(treemapSquarify)
      .size([width, height])
      .round(true)
      .paddingInner(2)
      .paddingTop(node => (node.depth === 1 && node.children ? headHeight : 0))(root)
      .descendants()
      .slice(1);
  }, [cells, width, height]);
  return (
    <div className="chart-box" ref={box}>
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-label={label} data-testid="tree-map">
          {placed.map(place => (
            <Cell key={place.data.key} place={place} onPick={onPick} />
          ))}
        </svg>
      )}
    </div>
  );
}

function Cell({ place, onPick }: { readonly place: Place; readonly onPick: (key: string) => void }) {
  const { x0, x1, y0, y1, data } = place;
  const [width, height] = [x1 - x0, y1 - y0];
  if (width < 1 || height < 1) return null;
  const key = data.key.replace(/\nrest$/, '');
  const room = Math.floor((width - 8) / letter);
  const text = data.label.length <= room ? data.label : room > 3 ? `${data.label.slice(0, room - 1)}…` : '';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the table beside it has a button for each cell
    <g className={`map-cell ${data.tone}`} data-key={data.key} data-level={place.depth} onClick={() => onPick(key)}>
      <title>{data.about}</title>
      <rect x={x0} y={y0} width={width} height={height} />
      {text !== '' && height >= 15 && (
        <text x={x0 + 4} y={y0 + 13}>
          {text}
        </text>
      )}
    </g>
  );
}
