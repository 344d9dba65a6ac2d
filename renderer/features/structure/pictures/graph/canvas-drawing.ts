import { shortUrl } from '../../../../ui/text/format.ts';
import { colourOf, drawChosen, type GraphDrawing, type GraphHandlers, type GraphModel, radiusOf } from './model.ts';
import { type Painting, packed, paint } from './pixels.ts';

const mostLabels = 30;
const padding = 24;
/** Milliseconds without a movement, after which lines and labels come. */
const restMs = 120;
/** Milliseconds that a frame may take while something moves: as many pages are drawn as it has time for, those with the highest scores. */
const frameMs = 6;
const fewestNodes = 2_000;
const firstNodes = 20_000;
const cells = 256;
const reach = 8;

/** Which nodes are near a point of the layout. */
class NodeGrid {
  readonly #starts = new Int32Array(cells * cells + 1);
  readonly #places: Int32Array;
  readonly #cellOf: (x: number, y: number) => number;

  constructor(x: Float32Array, y: Float32Array, radius: number) {
    const to = (value: number): number => Math.max(0, Math.min(cells - 1, Math.floor(((value + radius) / (2 * radius)) * cells)));
    this.#cellOf = (a, b) => to(b) * cells + to(a);
    this.#places = new Int32Array(x.length);
    const own = new Int32Array(x.length);
    for (let place = 0; place < own.length; place++) {
      const cell = this.#cellOf(x[place] as number, y[place] as number);
      own[place] = cell;
      this.#starts[cell + 1] = (this.#starts[cell + 1] as number) + 1;
    }
    for (let cell = 0; cell < cells * cells; cell++)
      this.#starts[cell + 1] = (this.#starts[cell + 1] as number) + (this.#starts[cell] as number);
    const next = this.#starts.slice();
    for (let place = 0; place < own.length; place++) {
      const cell = own[place] as number;
      const free = next[cell] as number;
      this.#places[free] = place;
      next[cell] = free + 1;
    }
  }

  /** Places in the cells that this square touches. */
  *near(x: number, y: number, by: number): Generator<number> {
    const [first, last] = [this.#cellOf(x - by, y - by), this.#cellOf(x + by, y + by)];
    for (let row = Math.floor(first / cells); row <= Math.floor(last / cells); row++)
      for (
        let at = this.#starts[row * cells + (first % cells)] as number;
        at < (this.#starts[row * cells + (last % cells) + 1] as number);
        at++
      )
        yield this.#places[at] as number;
  }
}

/** A drawing without WebGL: squares on a canvas. While something moves, as many as there is time for; then all, with lines and labels. */
export function canvasDrawing(box: HTMLElement, model: GraphModel, { onHover, onPick }: GraphHandlers): GraphDrawing {
  const { picture } = model;
  const { x, y } = picture;
  const canvas = document.createElement('canvas');
  canvas.className = 'graph-canvas';
  box.append(canvas);
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  const radius = radiusOf(picture);
  /** Made when a pointer first comes over the picture. */
  let grid: NodeGrid | null = null;
  const base = picture.labels[0] ?? '';
  const view = { x: 0, y: 0, scale: 1 };
  let size = { width: 1, height: 1 };
  let pixelsOf = context.createImageData(1, 1);
  let frame = 0;
  let rest = 0;
  /** True while the pixels show the whole picture at rest. */
  let isWhole = false;
  /** The timer for the next part of the picture at rest. */
  let later = 0;
  let isMoving = false;
  /** Pages of a frame while something moves: as many as the last frames had time for. */
  let affordable = Math.min(x.length, firstNodes);
  const least = (): number => (Math.min(size.width, size.height) - 2 * padding) / (2 * radius);
  const pixels = (place: number) => ({
    x: size.width / 2 + ((x[place] as number) - view.x) * view.scale,
    y: size.height / 2 - ((y[place] as number) - view.y) * view.scale,
  });
  const isSeen = (at: { readonly x: number; readonly y: number }): boolean =>
    at.x > -10 && at.y > -10 && at.x < size.width + 10 && at.y < size.height + 10;

  /** What to paint now: everything at rest; while the picture moves, as many pages as there is time for. */
  function painting(ratio: number): Painting {
    const { width, height } = canvas;
    const scale = view.scale * ratio;
    return {
      ...{ width, height, scale, left: width / 2 - view.x * scale, top: height / 2 + view.y * scale },
      grow: ratio * Math.max(1, Math.min(3, Math.sqrt(view.scale / least()))),
      hasLines: !isMoving,
      nodes: isMoving ? Math.min(affordable, x.length) : x.length,
      colours: model.hues.hues.map(({ variable }) => packed(colourOf(variable))),
      line: packed(colourOf('--line')),
    };
  }

  function drawLabels(): void {
    context.fillStyle = colourOf('--text');
    context.font = `12px ${getComputedStyle(box).fontFamily}`;
    const taken: { readonly x: number; readonly y: number; readonly width: number }[] = [];
    for (const [place, url] of picture.labels.entries()) {
      if (taken.length >= mostLabels) return;
      const at = pixels(place);
      if (!isSeen(at)) continue;
      const text = shortUrl(url, base).slice(0, 60);
      const { width } = context.measureText(text);
      const spot = { x: at.x + 7, y: at.y + 4, width };
      if (taken.some(other => Math.abs(other.y - spot.y) < 15 && spot.x < other.x + other.width && other.x < spot.x + width))
        continue;
      taken.push(spot);
      context.fillText(text, spot.x, spot.y);
    }
  }

  function draw(): void {
    frame = 0;
    isWhole = false;
    clearTimeout(later);
    const { width, height } = canvas;
    if (pixelsOf.width !== width || pixelsOf.height !== height) pixelsOf = context.createImageData(width, height);
    const ratio = window.devicePixelRatio || 1;
    const steps = paint(new Uint32Array(pixelsOf.data.buffer), model, painting(ratio));
    const started = performance.now();
    if (isMoving) {
      while (!steps.next().done);
      show(ratio);
      const took = Math.max(0.1, performance.now() - started);
      // Quickly fewer, slowly more: the number of pages must not jump about.
      const fits = affordable * Math.min(1.1, frameMs / took);
      affordable = Math.round(Math.max(fewestNodes, Math.min(x.length, fits)));
    } else paintOn(steps, ratio);
  }
  /** Paints the picture at rest in parts, between other work of the window. The previous picture stays until it is ready. */
  function paintOn(steps: Generator<void>, ratio: number): void {
    const until = performance.now() + frameMs;
    do {
      if (!steps.next().done) continue;
      isWhole = true;
      show(ratio);
      return;
    } while (performance.now() < until);
    later = window.setTimeout(paintOn, 0, steps, ratio);
  }
  function show(ratio: number): void {
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.putImageData(pixelsOf, 0, 0);
    drawChosen(context, model, pixels);
    if (!isMoving) drawLabels();
  }
  const soon = (): void => {
    if (frame === 0) frame = requestAnimationFrame(draw);
  };
  const moved = (): void => {
    isMoving = true;
    clearTimeout(later);
    clearTimeout(rest);
    rest = window.setTimeout(() => {
      isMoving = false;
      soon();
    }, restMs);
    soon();
  };
  /** Zooms so that a point of the drawing stays in its place. */
  function zoomAt(factor: number, px: number, py: number): void {
    const scale = Math.max(least() / 3, Math.min(least() * 500, view.scale * factor));
    const by = 1 / view.scale - 1 / scale;
    view.x += (px - size.width / 2) * by;
    view.y -= (py - size.height / 2) * by;
    view.scale = scale;
    moved();
  }
  function nodeAt(px: number, py: number): number {
    const lx = view.x + (px - size.width / 2) / view.scale;
    const ly = view.y - (py - size.height / 2) / view.scale;
    const by = reach / view.scale;
    let [nearest, best] = [-1, by];
    grid ??= new NodeGrid(x, y, radius);
    for (const place of grid.near(lx, ly, by)) {
      const distance = Math.hypot((x[place] as number) - lx, (y[place] as number) - ly);
      if (distance < best) [nearest, best] = [place, distance];
    }
    return nearest;
  }
  function whole(): void {
    Object.assign(view, { x: 0, y: 0, scale: least() });
    moved();
  }
  let drag: { x: number; y: number; far: number } | null = null;
  canvas.addEventListener('pointerdown', ({ offsetX, offsetY, pointerId }) => {
    drag = { x: offsetX, y: offsetY, far: 0 };
    canvas.setPointerCapture(pointerId);
  });
  canvas.addEventListener('pointermove', ({ offsetX, offsetY }) => {
    if (drag) {
      const [dx, dy] = [offsetX - drag.x, offsetY - drag.y];
      drag = { x: offsetX, y: offsetY, far: drag.far + Math.abs(dx) + Math.abs(dy) };
      view.x -= dx / view.scale;
      view.y += dy / view.scale;
      moved();
    } else onHover(nodeAt(offsetX, offsetY), offsetX, offsetY);
  });
  canvas.addEventListener('pointerup', ({ offsetX, offsetY }) => {
    const wasClick = drag !== null && drag.far < 4;
    drag = null;
    const place = nodeAt(offsetX, offsetY);
    if (wasClick && place >= 0) onPick(place);
  });
  canvas.addEventListener('pointerleave', () => onHover(-1, 0, 0));
  canvas.addEventListener(
    'wheel',
    event => {
      event.preventDefault();
      zoomAt(1.0015 ** -event.deltaY, event.offsetX, event.offsetY);
    },
    { passive: false },
  );
  let isFirst = true;
  const observer = new ResizeObserver(() => {
    const ratio = window.devicePixelRatio || 1;
    const before = least();
    size = { width: Math.max(1, box.clientWidth), height: Math.max(1, box.clientHeight) };
    canvas.width = Math.round(size.width * ratio);
    canvas.height = Math.round(size.height * ratio);
    if (isFirst) whole();
    else {
      view.scale *= least() / before;
      moved();
    }
    isFirst = false;
  });
  observer.observe(box);
  return {
    paint(what) {
      if (what === 'links' && isWhole) show(window.devicePixelRatio || 1);
      else soon();
    },
    pan(dx, dy) {
      view.x += (dx * size.width) / view.scale;
      view.y -= (dy * size.height) / view.scale;
      moved();
    },
    zoom: factor => zoomAt(factor, size.width / 2, size.height / 2),
    whole,
    goTo(place) {
      Object.assign(view, { x: x[place], y: y[place], scale: Math.max(view.scale, least() * 5) });
      moved();
    },
    destroy() {
      observer.disconnect();
      cancelAnimationFrame(frame);
      clearTimeout(rest);
      clearTimeout(later);
      canvas.remove();
    },
  };
}
