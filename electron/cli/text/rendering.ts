import { durationWords } from '#shared/explain/duration.ts';
import { figure } from '#shared/explain/figure.ts';
import { changedPagesWords, scriptChangeWords } from '#shared/explain/script-words.ts';
import type { BothLists, BothTexts, LostResource, RenderedFacts } from '#shared/model/rendered-facts.ts';
import type { RenderingCounts, RenderingSummary, RenderingsLeft, UrlRenderings } from '#shared/model/rendering-view.ts';
import { printable } from '../../export/text-width.ts';
import { count, timeWords } from './units.ts';

/** Links and resources that are printed; --json has more. */
const mostPrinted = 5;

const quoted = (text: string | null): string => (text === null ? 'none' : `“${text}”`);

const changed = (name: string, { raw, rendered }: Pick<BothTexts, 'raw' | 'rendered'>): string[] =>
  raw === rendered ? [] : [`${name}: ${quoted(raw)} in the response, ${quoted(rendered)} rendered`];

const signed = ({ added, removed }: Pick<BothLists, 'added' | 'removed'>): string[] => [
  ...added.map(value => `+ ${value}`),
  ...removed.map(value => `- ${value}`),
];

function cut(lines: readonly string[], all: number): string[] {
  const shown = lines.slice(0, mostPrinted).map(line => `  ${line}`);
  return all > shown.length ? [...shown, `  and ${all - shown.length} more`] : shown;
}

function blockedLine({ url, detail, robots }: LostResource): string {
  if (!robots) return `${url} (${detail})`;
  return robots.line > 0 ? `${url} (robots.txt line ${robots.line}: ${robots.rule})` : `${url} (robots.txt)`;
}

function differenceLines({ title, canonical, robots, links, words, blocked, blockedCount, ...facts }: RenderedFacts): string[] {
  const changes = scriptChangeWords({ changes: facts.changes, links, words });
  const urls = [...links.added.map(({ url }) => `+ ${url}`), ...links.removed.map(({ url }) => `- ${url}`)];
  const metas = signed(robots);
  return [
    changes === '' ? 'scripts change nothing that is compared' : `scripts change: ${changes}`,
    ...changed('title', title),
    ...changed('canonical', canonical),
    ...(metas.length > 0 ? ['robots metas', ...cut(metas, metas.length)] : []),
    `links: ${links.addedCount} added, ${links.removedCount} removed`,
    ...cut(urls, links.addedCount + links.removedCount),
    `words: ${words.raw} in the response, ${words.rendered} rendered`,
    ...(blockedCount > 0 ? [`${count(blockedCount, 'resource')} blocked`, ...cut(blocked.map(blockedLine), blockedCount)] : []),
  ];
}

function renderingLines({ state, result, detail, movedTo, endedAt, browser, device, ...rendering }: RenderingSummary): string[] {
  const how = rendering.variant === 'freed' ? ' with blocked resources allowed' : '';
  if (state === 'queued' || state === 'leased') return [`waits to be rendered${how}`];
  const when = endedAt === null ? '' : ` ${timeWords(endedAt)}`;
  const by = ` by ${browser || 'an unnamed browser'}${device === '' ? '' : ` as ${device}`}${how}`;
  if (state === 'failed')
    return [
      `not rendered: ${result}${when}${by}`,
      ...[detail, movedTo === '' ? '' : `to ${movedTo}`].filter(line => line !== ''),
    ];
  return [
    `rendered${when}${by}`,
    ...(rendering.isOutdated ? ['the page was requested again since'] : []),
    ...(rendering.facts ? differenceLines(rendering.facts) : []),
  ];
}

/** How a URL was rendered, or why it was not, and what scripts change. */
export function renderingText({ renderings, cannot, why }: UrlRenderings): string {
  const lines = renderings.length === 0 ? [`not rendered: ${cannot || why}`] : renderings.flatMap(renderingLines);
  return `\nRendered in a browser\n${lines.map(line => `  ${printable(line)}\n`).join('')}`;
}

/** ' (about 3 min left)', '' where nothing is known. */
export const etaWords = ({ etaMs }: Pick<RenderingsLeft, 'etaMs'>): string =>
  etaMs === null ? '' : ` (about ${durationWords(Math.max(1_000, Math.round(etaMs / 1_000) * 1_000))} left)`;

/**
 * '12 pages rendered, 4 wait (about 20 s left), 1 failed (timeout 1)' and 'scripts change 3 of them: links on 2, title on 1'; none where
 * the crawl renders nothing.
 */
export function renderingCountsLines(
  { rendered, different, changes, waiting, failed, failures, etaMs }: RenderingCounts,
  isRunning: boolean,
): string[] {
  if (rendered + waiting + failed === 0) return [];
  const eta = isRunning ? etaWords({ etaMs }) : '';
  const why = failures.map(({ result, pages }) => `${result} ${figure(pages)}`).join(', ');
  const counted = [
    `${count(rendered, 'page')} rendered`,
    ...(waiting > 0 ? [`${figure(waiting)} ${waiting === 1 ? 'waits' : 'wait'}${eta}`] : []),
    ...(failed > 0 ? [`${figure(failed)} failed (${why})`] : []),
  ];
  const what = different === 0 ? '' : `: ${changedPagesWords(changes)}`;
  return [counted.join(', '), ...(rendered === 0 ? [] : [`scripts change ${figure(different)} of them${what}`])];
}
