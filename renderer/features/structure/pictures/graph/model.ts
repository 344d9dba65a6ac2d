import type { GraphPicture } from '#shared/model/graph-picture.ts';

/** What the nodes are coloured by. */
export const graphColours = { status: 'Status', indexable: 'Indexable', section: 'Section' } as const;
export type GraphColour = keyof typeof graphColours;

/** One colour with its meaning. */
export interface Hue {
  readonly label: string;
  /** Name of the CSS variable. */
  readonly variable: string;
  /** The filter that finds its nodes; '' for none. */
  readonly filter: string;
}

const hue = (label: string, variable: string, filter: string): Hue => ({ label, variable, filter });

const statusHues: readonly Hue[] = [
  hue('2xx', '--area-ok', 'status:2xx'),
  hue('3xx', '--area-soft', 'status:3xx'),
  hue('4xx', '--area-warn', 'status:4xx'),
  hue('5xx', '--area-bad', 'status:>=500'),
  hue('No response', '--area-none', 'status:none'),
];
const indexableHues: readonly Hue[] = [
  hue('Not known', '--area-none', '-indexable:yes -indexable:no'),
  hue('Indexable', '--area-ok', 'indexable:yes'),
  hue('Not indexable', '--area-bad', 'indexable:no'),
];

const statusHue = (status: number): number => (status < 0 ? 4 : status < 300 ? 0 : status < 400 ? 1 : status < 500 ? 2 : 3);

/** The colours of a picture, and by place which of them a node has. */
export interface Hues {
  readonly hues: readonly Hue[];
  readonly of: Uint8Array;
  /** Nodes of each. */
  readonly counts: readonly number[];
}

export function huesOf({ statuses, indexable, section, sections }: GraphPicture, colour: GraphColour): Hues {
  const hues =
    colour === 'status'
      ? statusHues
      : colour === 'indexable'
        ? indexableHues
        : [
            ...sections.map((name, at) => hue(shortFolder(name), `--hue-${at}`, name === '' ? '' : `folder:"${name}"`)),
            hue('Others', '--area-none', ''),
          ];
  const of = colour === 'status' ? statusHuesOf(statuses) : colour === 'indexable' ? indexable : section;
  const counts = new Uint32Array(256);
  for (let place = 0; place < of.length; place++) {
    const hueOf = of[place] as number;
    counts[hueOf] = (counts[hueOf] as number) + 1;
  }
  return { hues, of, counts: hues.map((_, at) => counts[at] as number) };
}

// Loops, here and below: `from` with a function takes many times as long for a hundred thousand nodes.
function statusHuesOf(statuses: Int16Array): Uint8Array {
  const of = new Uint8Array(statuses.length);
  for (let place = 0; place < of.length; place++) of[place] = statusHue(statuses[place] as number);
  return of;
}

/** '/shop/' of 'https://example.com/shop/', the host of a site. */
const shortFolder = (folder: string): string => /^[a-z]+:\/\/[^/]+(\/.+)$/i.exec(folder)?.[1] ?? folder;

/** Colours as the style sheets have them now. */
export function colourOf(variable: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(variable).trim() || '#888888';
}

/** Pixels of a node: by its score, and less where there are many. */
export function sizesOf({ scores }: GraphPicture): Float32Array {
  const least = scores.length > 20_000 ? 1 : scores.length > 2_000 ? 1.8 : 3.2;
  const sizes = new Float32Array(scores.length);
  for (let place = 0; place < sizes.length; place++)
    sizes[place] = least * (1 + 3 * (Math.max(0, scores[place] as number) / 100) ** 3);
  return sizes;
}

/** How far the farthest node is from the centre. */
export function radiusOf({ x, y }: GraphPicture): number {
  let most = 1;
  for (let place = 0; place < x.length; place++) most = Math.max(most, (x[place] as number) ** 2 + (y[place] as number) ** 2);
  return Math.sqrt(most);
}

/** A picture, and how its nodes look now. The drawings read it again after `paint`. */
export interface GraphModel {
  readonly picture: GraphPicture;
  readonly sizes: Float32Array;
  hues: Hues;
  /** By place: 1 for nodes that match the filter; null: all. */
  matching: Uint8Array | null;
  /** The node whose links are shown, with the places around it; null: none. */
  chosen: { readonly place: number; readonly around: readonly number[] } | null;
}

export interface GraphHandlers {
  /** The pointer is over a node (place), or over none (-1). Pixels in the drawing. */
  readonly onHover: (place: number, x: number, y: number) => void;
  readonly onPick: (place: number) => void;
}

/** A drawing of a model in an element. */
export interface GraphDrawing {
  /** Shows the colours and the matching nodes, or only the links of the chosen node, as they are now. */
  paint(what: 'colours' | 'links'): void;
  /** Moves the view by parts of its size. */
  pan(x: number, y: number): void;
  /** Above 1: closer. */
  zoom(factor: number): void;
  /** Shows all of it. */
  whole(): void;
  /** Moves the view to a node. */
  goTo(place: number): void;
  destroy(): void;
}

/** Draws the links of the chosen node, and a ring around it, over any drawing. */
export function drawChosen(
  context: CanvasRenderingContext2D,
  { chosen }: GraphModel,
  at: (place: number) => { readonly x: number; readonly y: number },
): void {
  if (chosen === null) return;
  const centre = at(chosen.place);
  context.strokeStyle = colourOf('--accent');
  context.globalAlpha = 0.5;
  context.lineWidth = 1;
  context.beginPath();
  for (const place of chosen.around) {
    const end = at(place);
    context.moveTo(centre.x, centre.y);
    context.lineTo(end.x, end.y);
  }
  context.stroke();
  context.globalAlpha = 1;
  context.lineWidth = 2;
  context.beginPath();
  context.arc(centre.x, centre.y, 8, 0, 2 * Math.PI);
  context.stroke();
}
