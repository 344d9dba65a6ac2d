import { expect, it } from 'vitest';
import { storableHeaders, withoutTargets } from '#core/requests/secret-values.ts';

it('a secret that is part of another one leaves nothing of the longer one', () => {
  expect(storableHeaders([['X-Echo', 'you sent anna:hunter2']], ['hunter2', 'anna:hunter2'])).toEqual([
    ['X-Echo', 'you sent (not stored)'],
  ]);
  expect(storableHeaders([['X-Echo', 'secret-and-more']], ['secret', 'secret-and-more'])).toEqual([['X-Echo', '(not stored)']]);
});

it('headers that lead elsewhere lose their values, and no other header does', () => {
  const names = ['Location', 'refresh', 'LINK', 'Content-Location'];
  expect(withoutTargets([...names.map(name => [name, '/?ticket=1'] as const), ['Server', 'x']])).toEqual([
    ...names.map(name => [name, '(not stored)']),
    ['Server', 'x'],
  ]);
});
