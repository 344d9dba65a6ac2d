import { z } from 'zod';

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
export interface WindowState {
  /** Null: let the system place a window of the default size. */
  readonly bounds: Rectangle | null;
  readonly maximized: boolean;
}

export const defaultSize = { width: 1280, height: 800 } as const;
export const minimumSize = { width: 960, height: 600 } as const;

const Coordinate = z.number().int().min(-100_000).max(100_000);
const Size = z.number().int().min(1).max(100_000);
const Stored = z.strictObject({
  bounds: z.strictObject({ x: Coordinate, y: Coordinate, width: Size, height: Size }).nullable(),
  maximized: z.boolean(),
});

/** Parses the stored window state. Damaged text gives the default. */
export function readWindowState(text: string): WindowState {
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch (_damaged) {
    value = null;
  }
  const stored = Stored.safeParse(value);
  return stored.success ? stored.data : { bounds: null, maximized: false };
}

/** The remembered bounds if a grabbable part of the title (100 × 40 px) is on a screen that exists now, else null. */
export function boundsOnScreens(bounds: Rectangle | null, screens: readonly Rectangle[]): Rectangle | null {
  if (!bounds) return null;
  const overlap = (from: number, length: number, otherFrom: number, otherLength: number): number =>
    Math.min(from + length, otherFrom + otherLength) - Math.max(from, otherFrom);
  const isVisible = screens.some(
    screen =>
      overlap(bounds.x, bounds.width, screen.x, screen.width) >= 100 &&
      bounds.y >= screen.y - 8 &&
      bounds.y <= screen.y + screen.height - 40,
  );
  if (!isVisible) return null;
  return { ...bounds, width: Math.max(bounds.width, minimumSize.width), height: Math.max(bounds.height, minimumSize.height) };
}
