import { readableUrl } from '#shared/readable-url.ts';

/** The line below a URL that shows it as people read it; none where that is the same text. */
export function readableLine(url: string): readonly string[] {
  const readable = readableUrl(url);
  return readable === url ? [] : [`reads: ${readable}`];
}
