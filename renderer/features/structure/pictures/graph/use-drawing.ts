import { type RefObject, useEffect, useRef, useState } from 'react';
import type { GraphPicture } from '#shared/model/graph-picture.ts';
import { canvasDrawing } from './canvas-drawing.ts';
import { type GraphColour, type GraphDrawing, type GraphHandlers, type GraphModel, huesOf, sizesOf } from './model.ts';
import { sigmaDrawing, usesWebGl } from './sigma-drawing.ts';

export interface Look {
  readonly colour: GraphColour;
  readonly matching: Uint8Array | null;
  readonly chosen: GraphModel['chosen'];
}

/** Draws a picture in an element, with WebGL or without, and keeps it as `look` says. */
export function useDrawing(box: RefObject<HTMLElement | null>, picture: GraphPicture, look: Look, handlers: GraphHandlers) {
  const { colour, matching, chosen } = look;
  const model = useRef<GraphModel | null>(null);
  const latest = useRef(handlers);
  latest.current = handlers;
  const [drawing, setDrawing] = useState<GraphDrawing | null>(null);
  const [means] = useState(() => (usesWebGl() ? 'webgl' : 'canvas'));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new look is painted below, it needs no new drawing
  useEffect(() => {
    const { current } = box;
    if (!current) return;
    let ended = false;
    let made: GraphDrawing | null = null;
    const own: GraphModel = { picture, sizes: sizesOf(picture), hues: huesOf(picture, colour), matching, chosen };
    model.current = own;
    const through: GraphHandlers = {
      onHover: (place, x, y) => latest.current.onHover(place, x, y),
      onPick: place => latest.current.onPick(place),
    };
    const start = async (): Promise<void> => {
      made = means === 'webgl' ? await sigmaDrawing(current, own, through, () => ended) : canvasDrawing(current, own, through);
      if (ended) made?.destroy();
      else setDrawing(made);
    };
    void start();
    return () => {
      ended = true;
      made?.destroy();
      setDrawing(null);
    };
  }, [box, picture, means]);
  useEffect(() => {
    if (!model.current || !drawing) return;
    Object.assign(model.current, { hues: huesOf(picture, colour), matching });
    drawing.paint('colours');
    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    const repaint = (): void => drawing.paint('colours');
    dark.addEventListener('change', repaint);
    return () => dark.removeEventListener('change', repaint);
  }, [drawing, picture, colour, matching]);
  useEffect(() => {
    if (!model.current || !drawing) return;
    model.current.chosen = chosen;
    drawing.paint('links');
  }, [drawing, chosen]);
  return { drawing, means };
}
