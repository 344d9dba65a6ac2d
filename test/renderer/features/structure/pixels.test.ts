import { expect, test } from 'vitest';
import type { GraphPicture } from '#shared/model/graph-picture.ts';
import { type GraphModel, huesOf, radiusOf, sizesOf } from '../../../../renderer/features/structure/pictures/graph/model.ts';
import { type Painting, packed, paint } from '../../../../renderer/features/structure/pictures/graph/pixels.ts';

const [green, red, grey] = [packed('#00ff00'), packed('#ff0000'), packed('#101010')];

/** Nodes in a row; each hangs below the first one. */
function modelOf(size: number): GraphModel {
  const places = Array.from({ length: size }, (_, place) => place);
  const picture: GraphPicture = {
    ...{ total: size, ids: Int32Array.from(places), x: Float32Array.from(places), y: new Float32Array(size) },
    ...{ parents: Int32Array.from(places, place => (place === 0 ? -1 : 0)), depths: new Int32Array(size) },
    ...{ scores: new Float32Array(size), statuses: Int16Array.from(places, place => (place === 1 ? 404 : 200)) },
    ...{ indexable: new Uint8Array(size), section: new Uint8Array(size), sections: [], labels: [] },
  };
  return { picture, sizes: sizesOf(picture), hues: huesOf(picture, 'status'), matching: null, chosen: null };
}

const small: Painting = {
  ...{ width: 60, height: 3, left: 2, top: 1, scale: 20, grow: 0.1, hasLines: true, nodes: 3 },
  ...{ colours: [green, grey, red, grey, grey], line: grey },
};

test('lines lie below nodes, nodes have the colour of their hue, and those that a filter lacks that of lines', () => {
  const model = modelOf(3);
  const target = new Uint32Array(60 * 3).fill(7);
  for (const _ of paint(target, model, small));
  const row = (at: number): number[] => [...target.subarray(at * 60, at * 60 + 60)];
  expect(row(0).every(each => each === 0)).toBe(true);
  expect(row(2).every(each => each === 0)).toBe(true);
  const middle = row(1);
  expect([middle.indexOf(green), middle.indexOf(red), middle.lastIndexOf(green)]).toEqual([2, 22, 42]);
  expect(middle.slice(3, 22).every(each => each === grey)).toBe(true);
  model.matching = Uint8Array.from([1, 0, 1]);
  for (const _ of paint(target, model, { ...small, hasLines: false, nodes: 2 }));
  expect([target[60 + 2], target[60 + 10], target[60 + 22], target[60 + 42]]).toEqual([green, 0, grey, 0]);
});

test('a large picture is painted in many steps, so that the window does other work between them', () => {
  const size = 100_000;
  const wide = { ...small, width: 400, left: 0, scale: 400 / size, nodes: size };
  const target = new Uint32Array(400 * 3);
  let steps = 0;
  for (const _ of paint(target, modelOf(size), wide)) steps += 1;
  // Lines of 200 pixels on average, up to 4,000,000 of all; then the nodes.
  expect(steps).toBeGreaterThan(60);
});

test('the radius is that of the farthest node', () => {
  const { picture } = modelOf(4);
  expect(radiusOf({ ...picture, y: Float32Array.of(0, 0, 0, 4) })).toBe(5);
});
