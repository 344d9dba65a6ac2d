import { durationWords } from './explain/duration.ts';
import type { RenderWait } from './model/rendering.ts';

/** Longest time that a page may be rendered on its own clock, milliseconds. */
export const longestRenderMs = 60_000;
const longestSelector = 250;

/** Reads `idle`, `load`, `selector:CSS` or `fixed:2s`; null for anything else. */
export function readRenderWait(text: string): RenderWait | null {
  if (text === 'idle' || text === 'load') return { kind: text };
  if (text.startsWith('selector:')) {
    const selector = text.slice('selector:'.length).trim();
    return selector === '' || selector.length > longestSelector ? null : { kind: 'selector', selector };
  }
  const [, number = '', unit = ''] = /^fixed:(\d{1,5}(?:\.\d{1,3})?)(ms|s)$/.exec(text) ?? [];
  if (number === '') return null;
  const ms = Math.round(Number(number) * (unit === 's' ? 1_000 : 1));
  return ms > longestRenderMs ? null : { kind: 'fixed', ms };
}

/** What is wrong with the text of a wait; '' for nothing. */
export const renderWaitProblem = (text: string): string =>
  readRenderWait(text) === null
    ? `“${text.slice(0, 60)}” is no end of a rendering. Write idle, load, selector:CSS or fixed:2s (at most ${longestRenderMs / 1_000}s).`
    : '';

/** What ends a rendering, in words. */
export function renderWaitWords(text: string): string {
  const wait = readRenderWait(text);
  if (wait === null) return text;
  if (wait.kind === 'idle') return 'when no request was open for 500 ms after the load event';
  if (wait.kind === 'load') return 'at the load event';
  return wait.kind === 'selector' ? `when ${wait.selector} exists` : `${durationWords(wait.ms)} after the load event`;
}
