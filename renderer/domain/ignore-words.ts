import type { IgnoredUrls, IgnoreState } from '#shared/model/audit-settings.ts';
import { countWords } from '../ui/text/format.ts';

/** Words of ignore rules, wherever the window shows them. */

export const whereWords = (where: IgnoredUrls): string => {
  switch (where.kind) {
    case 'all':
      return 'on all URLs';
    case 'urls':
      return where.urls.length === 1 ? `on ${where.urls[0] ?? ''}` : `on ${countWords(where.urls.length)} URLs`;
    case 'prefix':
      return `on URLs that start with ${where.prefix}`;
    case 'pattern':
      return `on URLs that match ${where.pattern}`;
  }
};

export const stateWords: Readonly<Record<IgnoreState, string>> = {
  active: 'Applies',
  expired: 'Expired',
  'unknown-check': 'Not used: unknown check',
  unusable: 'Not used',
};

/** 'until 2027-01-31', or that it has no end. */
export const untilWords = (until: string): string => (until === '' ? 'no end' : `until ${until}`);

/** Everything up to the last / of a URL's path: the folder it is in. */
export function folderOf(url: string): string {
  const path = /^[^?#]*/.exec(url)?.[0] ?? url;
  return path.slice(0, path.lastIndexOf('/') + 1);
}
