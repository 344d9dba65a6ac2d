import type { GraphModel } from './model.ts';

/** Most pixels of all lines. The lines to pages with the highest scores come first. */
const mostLinePixels = 4_000_000;
/** The work of one step takes a millisecond or two. */
const linePixelsOfStep = 100_000;
const nodesOfStep = 4_000;

/** What is painted: where the layout lies in the image, and how much of it. */
export interface Painting {
  readonly width: number;
  readonly height: number;
  /** Place of the layout's origin in the image, and pixels of one unit. */
  readonly left: number;
  readonly top: number;
  readonly scale: number;
  /** Factor for the size of nodes. */
  readonly grow: number;
  readonly hasLines: boolean;
  /** Nodes that are painted, those with the highest scores first. */
  readonly nodes: number;
  /** Colours of the hues, and below of lines, each as four bytes of the image. */
  readonly colours: readonly number[];
  readonly line: number;
}

/** A colour of a style sheet (`#rrggbb`) as four bytes of an image. */
export function packed(colour: string): number {
  const value = Number.parseInt(colour.slice(1), 16);
  return (0xff000000 | ((value & 0xff) << 16) | (value & 0xff00) | (value >> 16)) >>> 0;
}

/** Sets the pixels of a line that are inside the image. Returns the number of pixels of the line. */
function plotLine(
  target: Uint32Array,
  { width, height }: Painting,
  ...[x, y, toX, toY, colour]: readonly [x: number, y: number, toX: number, toY: number, colour: number]
): number {
  if ((x < 0 && toX < 0) || (y < 0 && toY < 0)) return 1;
  if ((x >= width && toX >= width) || (y >= height && toY >= height)) return 1;
  const steps = Math.ceil(Math.max(Math.abs(toX - x), Math.abs(toY - y)));
  // In a close view a line can be very long. Such a line is not drawn.
  if (steps > 20_000) return 1;
  const [dx, dy] = [(toX - x) / Math.max(1, steps), (toY - y) / Math.max(1, steps)];
  let [atX, atY] = [x, y];
  for (let step = 0; step <= steps; step++) {
    if (atX >= 0 && atY >= 0 && atX < width && atY < height) target[Math.floor(atY) * width + Math.floor(atX)] = colour;
    atX += dx;
    atY += dy;
  }
  return steps + 1;
}

/**
 * Paints lines, then nodes over them, as pixels of an image: drawing a hundred thousand squares on a canvas takes a hundred times as long. Works in
 * steps, so that the window does not freeze.
 */
export function* paint(target: Uint32Array, { picture, sizes, hues, matching }: GraphModel, painting: Painting): Generator<void> {
  const { x, y, parents } = picture;
  const { width, height, left, top, scale, grow, line, colours } = painting;
  target.fill(0);
  if (painting.hasLines) {
    let room = mostLinePixels;
    let pause = room - linePixelsOfStep;
    for (let place = 0; place < parents.length && room > 0; place++) {
      const parent = parents[place] as number;
      if (parent < 0) continue;
      const [fromX, fromY] = [left + (x[parent] as number) * scale, top - (y[parent] as number) * scale];
      room -= plotLine(
        target,
        painting,
        fromX,
        fromY,
        left + (x[place] as number) * scale,
        top - (y[place] as number) * scale,
        line,
      );
      if (room > pause) continue;
      pause = room - linePixelsOfStep;
      yield;
    }
  }
  for (let place = painting.nodes - 1; place >= 0; place--) {
    if (place % nodesOfStep === 0) yield;
    const side = Math.max(1, Math.round((sizes[place] as number) * grow * 1.6));
    const px = Math.round(left + (x[place] as number) * scale - side / 2);
    const py = Math.round(top - (y[place] as number) * scale - side / 2);
    if (px + side <= 0 || py + side <= 0 || px >= width || py >= height) continue;
    const colour = matching !== null && matching[place] === 0 ? line : (colours[hues.of[place] as number] ?? line);
    const [firstX, endX] = [Math.max(0, px), Math.min(width, px + side)];
    const endY = Math.min(height, py + side);
    for (let row = Math.max(0, py); row < endY; row++)
      for (let at = row * width + firstX; at < row * width + endX; at++) target[at] = colour;
  }
}
