import type { ProbeKind } from '#shared/model/probe.ts';

/**
 * The User-Agent headers of a phone and a desktop browser, with the crawler's own name at the end, as Googlebot does.
 * Servers that detect the device see one, and the crawler still identifies itself.
 */
const devices: Readonly<Partial<Record<ProbeKind, string>>> = {
  phone: 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
  desktop: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
};

/** The User-Agent of a probe. `own`: that of the crawl. */
export function probeUserAgent(kind: ProbeKind, own: string): string {
  const device = devices[kind];
  return device === undefined ? own : `${device} (compatible; ${own})`;
}
