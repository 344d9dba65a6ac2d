import { expect, test } from 'vitest';
import { createBlockLoader } from '../../../../renderer/ui/grid/block-loader.ts';

interface Asked {
  readonly from: number;
  readonly done: (rows: readonly number[]) => void;
  readonly fail: (error: Error) => void;
}

function setup(size = 10, maxInFlight = 2) {
  const asked: Asked[] = [];
  let changes = 0;
  const loader = createBlockLoader<number>({
    size,
    maxInFlight,
    load: from => new Promise((done, fail) => asked.push({ from, done, fail })),
    onChange: () => {
      changes += 1;
    },
  });
  const answer = async (index: number): Promise<void> => {
    const { from, done } = asked[index]!;
    done(Array.from({ length: size }, (_, n) => from + n));
    await Promise.resolve();
    await Promise.resolve();
  };
  return { loader, asked, answer, changes: () => changes };
}

test('rows come from the block that holds them, undefined until it is here', async () => {
  const { loader, answer, asked } = setup();
  loader.want(12, 13);
  expect(asked.map(a => a.from)).toEqual([10]);
  expect(loader.row(12)).toBeUndefined();
  await answer(0);
  expect(loader.row(12)).toBe(12);
});

test('no more than two requests run at once', async () => {
  const { loader, answer, asked } = setup();
  loader.want(0, 45);
  expect(asked).toHaveLength(2);
  await answer(0);
  expect(asked.map(a => a.from)).toEqual([0, 10, 20]);
});

test('the newest wish goes first and wishes nobody repeats are dropped', async () => {
  const { loader, answer, asked } = setup();
  loader.want(0, 35);
  loader.want(500, 515);
  await answer(0);
  await answer(1);
  expect(asked.map(a => a.from)).toEqual([0, 10, 500, 510]);
});

test('a block that is here or on its way is not asked for again', async () => {
  const { loader, answer, asked } = setup();
  loader.want(0, 5);
  loader.want(0, 5);
  await answer(0);
  loader.want(3, 9);
  expect(asked).toHaveLength(1);
});

test('a failure stops the asking until a retry, and says why', async () => {
  const { loader, asked, changes } = setup();
  loader.want(0, 5);
  asked[0]!.fail(new Error('the engine is gone'));
  await Promise.resolve();
  await Promise.resolve();
  expect(loader.error).toBe('the engine is gone');
  expect(changes()).toBe(1);
  loader.want(0, 5);
  expect(asked).toHaveLength(1);
  loader.retry();
  expect(asked).toHaveLength(2);
});

test('waiting for rows ends when all their blocks are here, also when other rows are wished for meanwhile', async () => {
  const { loader, answer, asked } = setup();
  let ready = false;
  const waiting = loader.whenLoaded(5, 15).then(() => {
    ready = true;
  });
  loader.want(90, 95);
  await answer(0);
  expect(ready).toBe(false);
  await answer(1);
  await waiting;
  expect(ready).toBe(true);
  expect(asked.map(a => a.from).slice(0, 3)).toEqual([0, 10, 90]);
});

test('the first block is not asked for where the caller has it, and others are', () => {
  const asked: number[] = [];
  const load = (from: number) => new Promise<never>(() => asked.push(from));
  const loader = createBlockLoader<number>({ size: 2, maxInFlight: 2, load, onChange: () => undefined, first: [7, 8] });
  loader.want(0, 2);
  expect([loader.row(0), loader.row(1), loader.row(2)]).toEqual([7, 8, undefined]);
  expect(asked).toEqual([2]);
});

test('a short first block is the whole list', async () => {
  const loader = createBlockLoader<number>({
    size: 10,
    maxInFlight: 2,
    load: () => expect.fail(),
    onChange: () => undefined,
    first: [7],
  });
  await loader.whenLoaded(0, 0);
  expect(loader.row(0)).toBe(7);
});
