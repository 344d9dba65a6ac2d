import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { expect, test } from 'vitest';
import { Coverage } from '../../../support/proof/coverage.ts';
import { guidedFuzz, guidedTargets, type KeptInput, tryKept } from '../../../support/proof/guided-fuzz.ts';

const kept: readonly KeptInput[] = readFileSync(join(import.meta.dirname, '../../../corpus/regress.jsonl'), 'utf8')
  .split('\n')
  .filter(line => line !== '')
  .map(line => JSON.parse(line));

/** A function that V8 compiles anew, in a script of its own. */
const compiled = (source: string): ((value: unknown) => unknown) => runInThisContext(source, { filename: 'branches.js' });

test('every kept input goes through its reader', () => {
  expect(kept.length).toBeGreaterThan(100);
  const names = new Set(guidedTargets.map(({ name }) => name));
  expect(kept.filter(({ target }) => !names.has(target))).toEqual([]);
  expect(kept.map(each => tryKept(each)).filter(failure => failure !== null)).toEqual([]);
});

test('coverage tells what is executed for the first time, branch by branch', () => {
  const coverage = new Coverage(url => url === 'branches.js');
  const branches = compiled("(n => { if (n === 1) return 'one'; if (n === 2) return 'two'; return 'many'; })");
  try {
    branches(1);
    coverage.mark(coverage.fresh());
    const first = coverage.covered;
    expect(first).toBeGreaterThan(0);
    branches(1);
    expect(coverage.fresh().size).toBe(0);
    branches(2);
    const fresh = coverage.fresh();
    expect(fresh.size).toBe(1);
    coverage.mark(fresh);
    expect(coverage.covered).toBeGreaterThan(first);
    branches(2);
    expect(coverage.fresh().size).toBe(0);
  } finally {
    coverage.close();
  }
});

test('inputs that reach something new are kept, and nothing else is; later inputs are made from them', () => {
  const source = `(text => {
    if (!text.startsWith('a*')) return 0;
    if (text.length > 30) return 1;
    if (text.length > 60) return 2;
    return 3;
  })`;
  let compiledOnce: ((value: unknown) => unknown) | null = null;
  const read = (text: string): unknown => {
    compiledOnce ??= compiled(source);
    return compiledOnce(text);
  };
  const target = { name: 'fake', share: 100, seeds: ['ac'], most: 200, try: (_: unknown, text: string) => void read(text) };
  const wish = { inputs: 3_000, seed: 3, targets: [target], isOurs: (url: string) => url === 'branches.js', kept: [] };
  const { tried, found, failures, covered } = guidedFuzz(wish);
  expect({ tried, failures }).toEqual({ tried: 3_000, failures: [] });
  expect(found.map(({ text }) => read(text)).sort()).toEqual([1, 3]);
  expect(covered.after).toBeGreaterThan(covered.before);
  const again = guidedFuzz({ ...wish, inputs: 100, kept: found });
  expect(again.found).toEqual([]);
  expect(again.covered.after).toBe(again.covered.before);
});

test('what a reader throws is a failure with its input', () => {
  const target = {
    name: 'fake',
    share: 100,
    seeds: ['x'],
    most: 9,
    try: (_: unknown, text: string) => {
      if (text.includes('*')) throw new Error('a star');
    },
  };
  const { failures } = guidedFuzz({ inputs: 2_000, seed: 1, targets: [target], kept: [] });
  expect(failures.length).toBeGreaterThan(0);
  expect(failures.every(({ text, message }) => text.includes('*') && message.includes('a star'))).toBe(true);
});
