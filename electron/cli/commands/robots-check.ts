import { setTimeout as delay } from 'node:timers/promises';
import { seconds, wholeNumber } from '../arguments.ts';
import { type Command, jsonOption } from '../command.ts';
import { exit, usage } from '../exit.ts';
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
    ...jsonOption,
  },
  notes: [
    'One request a host and round. The reading in force for the crawl stays as it is; Ctrl+C ends.',
    'With --json one line a host.',
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
    const forget = io.onInterrupt(() => cancel.abort());
    try {
      for (let round = 1; !cancel.signal.aborted; round += 1) {
        for await (const { origin, version, isNew } of session.checkRobots(args.all('origin'), cancel.signal)) {
          const { id, access, status, cause, size } = version;
          if (args.has('json'))
            await io.stdout.write(
              `${JSON.stringify(JSON.parse(jsonDocument({ origin, isNew, version: id, access, status, cause, size })))}\n`,
            );
          else await io.stdout.write(`${origin}: ${isNew ? 'a new version' : 'as before'} (${status ?? cause}, version ${id})\n`);
        }
        if (round >= times) break;
        await delay(every, undefined, { signal: cancel.signal }).catch(() => undefined);
      }
      return exit.done;
    } finally {
      forget();
      await session.close();
    }
  },
};
