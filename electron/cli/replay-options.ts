import type { ReplayQuery } from '#engine/replay/replay-source.ts';
import type { Arguments } from './arguments.ts';
import { usage } from './exit.ts';
import { urlFrom } from './url-argument.ts';

/** Options of the commands that replay a crawl. */
export const replayOptions = {
  origin: { value: 'O', help: 'the origin, as a URL (default: that of the first start URL)' },
  profile: { value: 'P', help: 'the crawler profile (default: that of the crawl)' },
  version: { value: 'N', help: 'number of the stored robots.txt, as in “robots versions” (default: the one in force)' },
} as const;

export function replayQuery(args: Arguments): ReplayQuery {
  const origin = args.one('origin');
  const version = args.one('version');
  if (version !== undefined && !/^[1-9]\d{0,14}$/.test(version))
    return usage(`--version takes a version number from “robots versions”, not “${version}”.`);
  return {
    ...(origin === undefined ? {} : { origin: urlFrom(origin) }),
    ...(version === undefined ? {} : { version: Number(version) }),
  };
}
