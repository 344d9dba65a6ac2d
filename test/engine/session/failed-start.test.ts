import { expect, it, vi } from 'vitest';
import { newSession } from '../../support/crawling.ts';
import { fakeRenderer } from '../../support/fake-renderer.ts';

vi.mock('#demo/server.ts', () => ({ startDemoSite: () => Promise.reject(new Error('no demo today')) }));

it('a run whose demo site cannot be served leaves no browser open', async () => {
  const renderer = fakeRenderer();
  const session = newSession(['http://127.0.0.1:4999/'], { render: 'all' }, { openBrowser: async () => renderer, demo: true });
  await expect(session.run()).rejects.toThrow();
  expect(renderer.isClosed()).toBe(true);
});
