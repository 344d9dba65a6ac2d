import { setTimeout as delay } from 'node:timers/promises';
import { fail } from '#shared/rpc/errors.ts';
import { printable } from '../../export/text-width.ts';
import { seconds, wholeNumber } from '../arguments.ts';
import { type Command, jsonOption } from '../command.ts';
import { connectionOptions } from '../connection-options.ts';
import { credentialOptions, givesSecrets, readSecrets, refuseUnnamedOrigins } from '../credentials.ts';
import { exit, usage } from '../exit.ts';
import { allowOptions, settleFileRequests } from '../file-requests.ts';
import { jsonDocument } from '../json.ts';
import { openForWriting } from '../with-session.ts';

export const robotsCheck: Command = {
  name: 'robots check',
  summary: 'request robots.txt again from the hosts of a crawl, politely, and record new versions',
  takes: 'F.crawl',
  positionals: { min: 1, max: 1 },
  options: {
    origin: { value: 'O', help: 'only this origin; repeatable', repeatable: true },
    every: { value: 'S', help: 'keep checking, every S seconds (at least 60)' },
    times: { value: 'N', help: 'with --every: stop after N rounds' },
    ...credentialOptions,
    'client-cert': connectionOptions['client-cert'],
    'client-key': connectionOptions['client-key'],
    ...allowOptions,
    ...jsonOption,
  },
  notes: [
    'One request per host and round. The robots.txt that the crawl obeys does not change. Ctrl+C stops.',
    'With --json, one line per host. Versions are numbered by time.',
    'Exit code 3: a host could not be reached. The failure is recorded. The robots.txt that the crawl obeys does not change.',
  ],
  examples: ['crawlscope robots check site.crawl', 'crawlscope robots check site.crawl --every 21600'],
  async run(args, io) {
    const [path = ''] = args.positionals;
    const every = seconds(args, 'every', 30 * 86_400);
    if (every !== undefined && every < 60_000)
      return usage('--every must be at least 60 seconds: a shorter interval would burden the hosts.');
    const times = wholeNumber(args, 'times', 1) ?? (every === undefined ? 1 : Number.POSITIVE_INFINITY);
    const session = await openForWriting(io, path);
    const cancel = new AbortController();
    /** Origins whose last request got no response. */
    const failed = new Set<string>();
    const forget = io.onInterrupt(() => cancel.abort());
    try {
      refuseUnnamedOrigins(args, session);
      if (givesSecrets(args)) session.giveSecrets(await readSecrets(args, io, session.settings()));
      await settleFileRequests(session, args, io, 'robots.txt');
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
      return fail('unavailable', `robots.txt of ${hosts} could not be read. The robots.txt that ${path} obeys has not changed.`);
    } finally {
      forget();
      await session.close();
    }
  },
};
