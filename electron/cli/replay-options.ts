import type { ReplayQuery } from '#engine/replay-source.ts';
import type { Arguments } from './arguments.ts';
import { usage } from './exit.ts';
import { urlFrom } from './url-argument.ts';

/** Options of the commands that replay a crawl. */
export const replayOptions = {
  origin: { value: 'O', help: 'the origin, as a URL (default: that of the first seed)' },
  profile: { value: 'P', help: 'the crawler to play (default: that of the crawl)' },
  version: { value: 'V', help: 'id of the stored robots.txt version to replay (default: the one in force)' },
} as const;

export function replayQuery(args: Arguments): ReplayQuery {
  const origin = args.one('origin');
  const version = args.one('version');
  if (version !== undefined && !/^[1-9]\d{0,14}$/.test(version))
    return usage(`--version takes the id of a version, not “${version}”.`);
  return {
    ...(origin === undefined ? {} : { origin: urlFrom(origin) }),
    ...(version === undefined ? {} : { version: Number(version) }),
  };
}
