import { expect } from '@playwright/test';
import { call, type RunningApp } from './fixture.ts';

interface TestHook {
  readonly crawlscopeTest: {
    readonly refusals: { requests: number; navigations: number; windows: number; permissions: number; downloads: number };
    readonly refusedSenders: () => number;
  };
}
export const refusals = (running: RunningApp) =>
  running.app.evaluate(() => ({ ...(globalThis as unknown as TestHook).crawlscopeTest.refusals }));
export const refusedSenders = (running: RunningApp) =>
  running.app.evaluate(() => (globalThis as unknown as TestHook).crawlscopeTest.refusedSenders());
/**
 * The rate limit covers the last second, and earlier tests may have used it up. One call that passes does not show
 * that the next one would, so this waits a whole second without calls.
 */
export async function calm(running: RunningApp): Promise<void> {
  await new Promise(done => setTimeout(done, 1_000));
  await expect.poll(async () => (await call(running.page, 'file.current'))?.kind).toBe('result');
}
