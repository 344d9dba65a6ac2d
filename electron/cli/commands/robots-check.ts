import { setTimeout as delay } from 'node:timers/promises';
import { fail } from '#shared/rpc/errors.ts';
import { printable } from '../../export/text-width.ts';
import { seconds, wholeNumber } from '../arguments.ts';
import { type Command, jsonOption } from '../command.ts';
import { exit, usage } from '../exit.ts';
import { allowOptions, settleFileRequests } from '../file-requests.ts';
import { jsonDocument } from '../json.ts';
import { requireFile } from '../with-session.ts';

export const robotsCheck: Command = {
  name: 'robots check',
  summary: 'ask the hosts of a crawl for robots.txt again, politely, and record new versions',
  takes: 'F.crawl',
  positionals: { min: 1, max: 1 },
  options: {
    origin: { value: 'O', help: 'only this origin; repeatable', repeatable: true },
    every: { value: 'S', help: 'go on, asking again every so many seconds (at least 60)' },
    times: { value: 'N', help: 'with --every: end after so many rounds' },
    ...allowOptions,
    ...jsonOption,
  },
  notes: [
    'One request a host and round. The reading in force for the crawl stays as it is; Ctrl+C ends.',
    'With --json one line a host; version numbers count by time, as everywhere.',
    'Exit code 3: a host could not be reached. That is recorded too, and changes nothing that is in force.',
  ],
  examples: ['crawlscope robots check site.crawl', 'crawlscope robots check site.crawl --every 21600'],
  async run(args, io) {
    const [path = ''] = args.positionals;
    const every = seconds(args, 'every', 30 * 86_400);
    if (every !== undefined && every < 60_000) return usage('--every must be at least 60 seconds: hosts are not to be pressed.');
    const times = wholeNumber(args, 'times', 1) ?? (every === undefined ? 1 : Number.POSITIVE_INFINITY);
    requireFile(path);
    const { openSession } = await io.engine();
    const session = openSession(path);
    const cancel = new AbortController();
    /** Origins whose last answer was none. */
    const failed = new Set<string>();
    const forget = io.onInterrupt(() => cancel.abort());
    try {
      await settleFileRequests(session, args, io);
      for (let round = 1; !cancel.signal.aborted; round += 1) {
        for await (const found of session.checkRobots(args.all('origin'), cancel.signal)) {
          const { origin, version, number, isNew, inForce, unreachable } = found;
          const { access, status, cause, size } = version;
          if (unreachable !== '') failed.add(origin);
          else failed.delete(origin);
          if (args.has('json')) {
            const row = { origin, isNew, version: number, inForce: inForce || null, access, status, cause, size, unreachable };
            await io.stdout.write(`${JSON.stringify(JSON.parse(jsonDocument(row)))}\n`);
          } else if (unreachable !== '') await io.stdout.write(`${origin}: ${printable(unreachable)}\n`);
          else
            await io.stdout.write(
              `${origin}: ${isNew ? 'a new version' : 'as before'} (${status ?? cause}, version ${number})\n`,
            );
        }
        if (round >= times) break;
        await delay(every, undefined, { signal: cancel.signal }).catch(() => undefined);
      }
      if (failed.size === 0) return exit.done;
      const [first = ''] = failed;
      const hosts = failed.size === 1 ? first : `${first} and ${failed.size - 1} more hosts`;
      return fail('unavailable', `robots.txt of ${hosts} could not be read; what is in force in ${path} stays so.`);
    } finally {
      forget();
      await session.close();
    }
  },
};
