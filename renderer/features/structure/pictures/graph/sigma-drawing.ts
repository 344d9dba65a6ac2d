import Graph from 'graphology';
import Sigma from 'sigma';
import { EdgeLineProgram, NodePointProgram } from 'sigma/rendering';
import { shortUrl } from '../../../../ui/text/format.ts';
import { colourOf, drawChosen, type GraphDrawing, type GraphHandlers, type GraphModel, radiusOf } from './model.ts';

/** Nodes that are added between two pauses, so that the window stays alive. */
const nodesOfStep = 4_000;
const animationMs = 250;

const pause = (): Promise<void> => new Promise(done => setTimeout(done));

/** A drawing with WebGL. Null: it was cancelled while it was made. */
export async function sigmaDrawing(
  box: HTMLElement,
  model: GraphModel,
  { onHover, onPick }: GraphHandlers,
  isCancelled: () => boolean,
): Promise<GraphDrawing | null> {
  const { picture, sizes } = model;
  const graph = new Graph({ type: 'directed', allowSelfLoops: false, multi: false });
  const base = picture.labels[0] ?? '';
  const size = picture.ids.length;
  const colourAt = nodeColours(model);
  for (let place = size - 1; place >= 0; place--) {
    const label = picture.labels[place];
    graph.addNode(place, {
      ...{ x: picture.x[place], y: picture.y[place], size: sizes[place], color: colourAt(place) },
      ...(label === undefined ? {} : { label: shortUrl(label, base) }),
    });
    if (place % nodesOfStep === 0) await pause();
    if (isCancelled()) return null;
  }
  for (let place = 0; place < size; place++) {
    const parent = picture.parents[place] as number;
    if (parent >= 0) graph.addDirectedEdge(parent, place, {});
    if (place % nodesOfStep === 0) await pause();
    if (isCancelled()) return null;
  }
  const sigma = new Sigma(graph, box, {
    ...{ defaultNodeType: 'point', nodeProgramClasses: { point: NodePointProgram } },
    ...{ defaultEdgeType: 'line', edgeProgramClasses: { line: EdgeLineProgram } },
    ...{ defaultEdgeColor: colourOf('--line'), labelColor: { color: colourOf('--text') } },
    ...{ labelDensity: 0.6, labelGridCellSize: 140, labelRenderedSizeThreshold: 3, labelSize: 12 },
    ...{ minCameraRatio: 0.002, maxCameraRatio: 3, stagePadding: 20, zIndex: false },
    defaultDrawNodeHover: () => undefined,
  });
  const radius = radiusOf(picture);
  // The centre of the rings is the centre of the drawing, wherever the farthest pages are.
  sigma.setCustomBBox({ x: [-radius, radius], y: [-radius, radius] });
  sigma.refresh();
  const overlay = sigma.createCanvas('chosen', { style: { pointerEvents: 'none' } });
  const context = overlay.getContext('2d');
  const camera = sigma.getCamera();
  const over = (): void => {
    if (!context) return;
    const { width, height } = sigma.getDimensions();
    const ratio = window.devicePixelRatio || 1;
    if (overlay.width !== Math.round(width * ratio) || overlay.height !== Math.round(height * ratio)) {
      overlay.width = Math.round(width * ratio);
      overlay.height = Math.round(height * ratio);
      overlay.style.width = `${width}px`;
      overlay.style.height = `${height}px`;
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    drawChosen(context, model, place => sigma.graphToViewport({ x: picture.x[place] as number, y: picture.y[place] as number }));
  };
  sigma.on('afterRender', over);
  sigma.on('enterNode', ({ node, event }) => onHover(Number(node), event.x, event.y));
  sigma.on('leaveNode', () => onHover(-1, 0, 0));
  sigma.on('clickNode', ({ node }) => onPick(Number(node)));
  return {
    paint(what) {
      if (what === 'links') {
        sigma.scheduleRender();
        return;
      }
      const at = nodeColours(model);
      sigma.setSetting('defaultEdgeColor', colourOf('--line'));
      sigma.setSetting('labelColor', { color: colourOf('--text') });
      graph.updateEachNodeAttributes((node, attributes) => ({ ...attributes, color: at(Number(node)) }), {
        attributes: ['color'],
      });
    },
    pan(x, y) {
      const state = camera.getState();
      camera.setState({ x: state.x + x * state.ratio, y: state.y - y * state.ratio });
    },
    zoom(factor) {
      camera.setState({ ratio: Math.max(0.002, Math.min(3, camera.getState().ratio / factor)) });
    },
    whole: () => void camera.animatedReset({ duration: animationMs }),
    goTo(place) {
      const data = sigma.getNodeDisplayData(String(place));
      if (data)
        void camera.animate({ x: data.x, y: data.y, ratio: Math.min(0.2, camera.getState().ratio) }, { duration: animationMs });
    },
    destroy: () => sigma.kill(),
  };
}

/** The colour of a node. Those that the filter does not find are as faint as lines. */
function nodeColours({ hues: { hues, of }, matching }: GraphModel): (place: number) => string {
  const colours = hues.map(({ variable }) => colourOf(variable));
  const faint = colourOf('--line');
  return place => (matching !== null && matching[place] === 0 ? faint : (colours[of[place] as number] ?? faint));
}

/** `webgl` or `canvas` here: what draws the graph, whatever the machine has. */
const wish = 'graph.drawing';

/** Whether to draw with WebGL. Without a graphics card the canvas is quicker than WebGL in software. */
export function usesWebGl(): boolean {
  const wished = localStorage.getItem(wish);
  if (wished === 'canvas') return false;
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('webgl2', { failIfMajorPerformanceCaveat: wished !== 'webgl' });
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}
