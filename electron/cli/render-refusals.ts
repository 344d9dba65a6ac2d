import { obedienceFor } from '#core/robots/site-rules.ts';
import type { Session } from '#engine/session/session.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import { printable } from '../export/text-width.ts';
import { usage } from './exit.ts';

const mostNamed = 3;

function named(texts: readonly string[]): string {
  const shown = texts.slice(0, mostNamed).join(' ');
  return texts.length > mostNamed ? `${shown} And ${texts.length - mostNamed} more.` : shown;
}

/** Refuses URLs whose response no browser renders: redirects, errors, what is not HTML. Call it before anything is requested. */
export async function refuseWhatIsNoPage(session: Session, urls: readonly string[]): Promise<void> {
  const refused: string[] = [];
  for (const url of urls) {
    const { cannot } = await session.handlers['rendering.ofUrl']({ url });
    if (cannot !== '') refused.push(`${printable(url)} cannot be rendered: ${cannot}`);
  }
  if (refused.length > 0) usage(named(refused));
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

/** Hosts of resources that robots.txt blocked when the pages were rendered; null: none of them was rendered. */
function blockedHosts(session: Session, pages: readonly number[]): ReadonlyMap<string, string> | null {
  const hosts = new Map<string, string>();
  let isRendered = false;
  for (const id of pages) {
    const rendering = session.rendering(id, 'obeying');
    isRendered ||= rendering?.state === 'done';
    for (const { url, outcome, robotsLine } of rendering?.requests ?? [])
      if (outcome === 'blocked' && robotsLine !== null && hostOf(url) !== '') hosts.set(hostOf(url), new URL(url).origin);
  }
  return isRendered ? hosts : null;
}

/**
 * Refuses `--freed` where no rule frees a blocked resource of these pages. Returns a warning about hosts that stay blocked, '' for none.
 * `rules`: site rules that may be used.
 */
export function refuseFreeingNothing(
  session: Session,
  pages: readonly number[],
  rules: Pick<CrawlSettings, 'siteRules' | 'robotsDefault'>,
): string {
  const hosts = blockedHosts(session, pages);
  const options = (names: readonly string[]): string => {
    const shown = names.slice(0, mostNamed).map(host => `--robots never:${host}`);
    return `${shown.join(' ')}${names.length > mostNamed ? ` (and ${names.length - mostNamed} more)` : ''}`;
  };
  if (hosts === null) {
    return rules.siteRules.some(({ robots }) => robots === 'never')
      ? ''
      : usage(
          '--freed needs --robots never:HOST. Render without --freed first: the result names the hosts of blocked resources.',
        );
  }
  const held = [...hosts].flatMap(([host, origin]) => (obedienceFor(rules, origin).robots === 'never' ? [] : [host]));
  if (held.length === 0) return '';
  if (held.length === hosts.size)
    return usage(`--freed would free nothing: no rule covers the hosts of the blocked resources. Add ${options(held)}`);
  return `robots.txt of some hosts still blocks resources. To free them too, add ${options(held)}\n`;
}
