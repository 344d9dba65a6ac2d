import { usage } from './exit.ts';

const isLocal = (rest: string): boolean =>
  /^(localhost|[^/?#:]*\.localhost|\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:.]+\])(?=[:/?#]|$)/i.test(rest);

/**
 * A URL as a person types it: a bare host gets https://, this machine and IP addresses http://. The fragment is dropped.
 * Refuses anything that is no http or https URL.
 */
export function urlFrom(text: string): string {
  const typed = text.trim();
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(typed)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https')
    return usage(`“${typed}” is not an http or https URL: ${scheme} cannot be crawled.`);
  const full = scheme === undefined ? `${isLocal(typed) ? 'http' : 'https'}://${typed}` : typed;
  const url = URL.canParse(full) && !/\s/.test(typed) ? new URL(full) : null;
  // A bare word is more often a typo than a host of the local network. With http:// in front, it is accepted as a host.
  const bareWord = scheme === undefined && !isLocal(typed) && !/^[^/?#:]+\.[^/?#]/.test(typed);
  if (typed === '' || url === null || url.hostname === '' || bareWord)
    return usage(`“${typed}” is not a URL. Write it like https://example.com/page.`);
  url.hash = '';
  return url.href;
}

/** As `urlFrom`; a path such as /about belongs to the site of `base`. */
export function urlFromWithin(text: string, base: string | undefined): string {
  return text.startsWith('/') && !text.startsWith('//') && base !== undefined && URL.canParse(text, base)
    ? urlFrom(new URL(text, base).href)
    : urlFrom(text);
}

/**
 * Like `urlFromWithin`, but keeps the spelling: crawlers treat `http://host`, `http://host?q` and a fragment
 * differently, and parsing would make them equal. Changes that every client makes before a request (escaping
 * characters, resolving dot segments) are made here too.
 */
export function urlAsTyped(text: string, base: string): string {
  const url = urlFromWithin(text, base);
  const typed = text.trim();
  if (!/^[!-~]+$/.test(typed) || /\\|\/\.{1,2}(?=[/?#]|$)/.test(typed)) return url;
  if (typed.startsWith('/')) return `${new URL(url).origin}${typed}`;
  return /^https?:\/\//i.test(typed) ? typed : `${new URL(url).protocol}//${typed}`;
}
