import type { Session } from '#engine/session/session.ts';
import type { FileRequests } from '#shared/model/file-requests.ts';
import { printable } from '../export/text-width.ts';
import type { Arguments, OptionTable } from './arguments.ts';
import { usage } from './exit.ts';
import type { Io } from './io.ts';
import { shellWord } from './shell-words.ts';

export const allowOptions = {
  'allow-private': {
    value: 'HOST',
    help: 'let a file that was made elsewhere send requests to this private host; repeatable',
    repeatable: true,
  },
} as const satisfies OptionTable;

const mostShown = 10;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, mostShown).map(printable).join(', ');
  return names.length > mostShown ? `${shown} and ${names.length - mostShown} more` : shown;
}

/** What waits in a file that this installation did not make, a line each. */
function waitingLines({ checkEveryHours, privateHosts, ignoreRobots }: FileRequests): string[] {
  const lines: string[] = [];
  if (checkEveryHours > 0)
    lines.push(
      `automatic checks of robots.txt every ${checkEveryHours} h: they run only in the window, after you allow them there`,
    );
  if (ignoreRobots.length > 0)
    lines.push(`ignoring robots.txt of ${listed(ignoreRobots)}: allow with --robots never:SITE for each site`);
  if (privateHosts.length > 0) lines.push(`requests to private hosts: ${listed(privateHosts)}`);
  return lines;
}

/**
 * Allows what the options allow, then names on standard error what a file of another installation asks for and does not get. Refuses
 * where its start URLs are on private hosts that were not allowed: they would fail for good.
 */
export async function settleFileRequests(session: Session, args: Arguments, io: Io): Promise<void> {
  const { seeds, waiting: before } = session.status();
  const hosts = args.all('allow-private').map(host => host.toLowerCase());
  const known = new Set(seeds.map(seed => new URL(seed).hostname));
  const stranger = hosts.find(host => !known.has(host) && !known.has(`[${host}]`));
  if (stranger !== undefined) usage(`--allow-private ${printable(stranger)}: no start URL of this file is on that host.`);
  if (!before) return;
  const given = args.all('robots').filter(rule => rule.startsWith('never:'));
  session.allow({
    hosts: hosts.map(host => (known.has(host) ? host : `[${host}]`)),
    ignoreRobots: given.map(rule => rule.slice('never:'.length)),
  });
  const { waiting } = session.status();
  if (!waiting) return;
  const lines = waitingLines(waiting).map(line => `  ${line}\n`);
  await io.stderr.write(
    `This file was not made by this installation. It wants to do things you have not allowed:\n${lines.join('')}`,
  );
  const [first] = waiting.privateHosts;
  if (first === undefined) return;
  const options = waiting.privateHosts.slice(0, mostShown).map(host => `--allow-private ${shellWord(host)}`);
  usage(`nothing was requested. To allow the private hosts of ${shellWord(session.path)}, add ${options.join(' ')}`);
}
