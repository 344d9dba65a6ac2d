import type { Session } from '#engine/session/session.ts';
import { credentialOption, credentialWords } from '#shared/explain/credentials.ts';
import { everyHost, isForEveryHost } from '#shared/explain/site-rules.ts';
import { defaultSettings } from '#shared/model/crawl.ts';
import type { FileRequests } from '#shared/model/file-requests.ts';
import { printable } from '../export/text-width.ts';
import type { Arguments, OptionTable } from './arguments.ts';
import { usage } from './exit.ts';
import type { Io } from './io.ts';
import { shellWord } from './shell-words.ts';
import { requireConsent } from './site-rules.ts';

export const allowOptions = {
  'allow-private': {
    value: 'HOST',
    help: 'let a file that was made elsewhere send requests to this private host; repeatable',
    repeatable: true,
  },
} as const satisfies OptionTable;

/** What the command requests. A rule given for a rendering holds for that rendering alone. */
type Sends = 'crawl' | 'rendering' | 'robots.txt';

const mostShown = 10;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, mostShown).map(printable).join(', ');
  return names.length > mostShown ? `${shown} and ${names.length - mostShown} more` : shown;
}

const connectionLines: Readonly<Record<FileRequests['connection'][number], string>> = {
  proxy: 'a proxy, through which all requests go: allow with --proxy URL',
  extraCertificates: 'root certificates of its own: allow with --ca FILE',
  untrustedHosts: 'hosts with an invalid certificate: allow with --invalid-certificate HOST for each host',
};

/** What a file from another installation may not do yet, one line each. */
function waitingLines(waiting: FileRequests, sends: Sends): string[] {
  const { checkEveryHours, privateHosts, ignoreRobots, ownRobots, delayMs, connections, connection, render, credentials } =
    waiting;
  const lines: string[] = [];
  if (checkEveryHours > 0)
    lines.push(
      `automatic checks of robots.txt every ${checkEveryHours} h: they run only in the window, after you allow them there`,
    );
  if (ignoreRobots.length > 0)
    lines.push(
      ignoreRobots.some(isForEveryHost)
        ? 'ignoring robots.txt of every host: allow with --robots never:* --consent'
        : `ignoring robots.txt of ${listed(ignoreRobots)}: allow with --robots never:SITE for each site`,
    );
  if (sends !== 'robots.txt' && ownRobots.length > 0)
    lines.push(
      `a robots.txt text of its own that decides in place of the one of ${ownRobots.some(isForEveryHost) ? 'every host' : listed(ownRobots)}: allow it in the window; now robots.txt decides`,
    );
  if (sends !== 'robots.txt' && delayMs !== null)
    lines.push(
      `${delayMs / 1000} s between requests to a host: allow with --delay ${delayMs / 1000} (now ${defaultSettings.delayMs / 1000} s)`,
    );
  if (sends !== 'robots.txt' && connections !== null)
    lines.push(
      `${connections} connections at once: allow with --connections ${connections} (now ${defaultSettings.connections})`,
    );
  if (sends !== 'robots.txt' && render !== null)
    lines.push(`a browser that runs the scripts of its pages: allow with --render ${render} (now it renders none)`);
  for (const name of connection) lines.push(connectionLines[name]);
  const [credential] = credentials;
  if (credential)
    lines.push(
      `credentials: ${listed(credentials.map(credentialWords))}: allow by giving them, as in ${printable(credentialOption(credential))}`,
    );
  if (privateHosts.length > 0) lines.push(`requests to private hosts: ${listed(privateHosts)}`);
  return lines;
}

/**
 * Allows what the options allow. Then lists on standard error what a file from another installation may not do.
 * Refuses a file that names private hosts which are not allowed, in start URLs or as internal, because their URLs would fail for good.
 */
export async function settleFileRequests(session: Session, args: Arguments, io: Io, sends: Sends): Promise<void> {
  const settings = session.settings();
  const hosts = args.all('allow-private').map(host => host.toLowerCase());
  const known = new Set([
    ...settings.seeds.map(seed => new URL(seed).hostname),
    ...settings.internalHosts.map(entry => entry.replace(/:\d+$/, '')),
  ]);
  const stranger = hosts.find(host => !known.has(host) && !known.has(`[${host}]`));
  if (stranger !== undefined)
    usage(`--allow-private ${printable(stranger)}: this file has no start URL on that host, and no such internal host.`);
  if (!session.waiting()) return;
  const given = args
    .all('robots')
    .filter(rule => rule.startsWith('never:'))
    .map(rule => rule.slice('never:'.length));
  if (given.includes(everyHost)) requireConsent(args, '--robots never:*');
  session.allow({
    hosts: hosts.map(host => (known.has(host) ? host : `[${host}]`)),
    ignoreRobots: sends === 'rendering' ? [] : given,
    connection: [
      ...(args.has('proxy') ? ['proxy' as const] : []),
      ...(args.has('ca') ? ['extraCertificates' as const] : []),
      ...(args.has('invalid-certificate') ? ['untrustedHosts' as const] : []),
    ],
    rendering: args.has('render'),
    speed: [...(args.has('delay') ? ['delayMs' as const] : []), ...(args.has('connections') ? ['connections' as const] : [])],
  });
  const waiting = session.waiting();
  if (!waiting) return;
  const ignoreRobots = waiting.ignoreRobots.filter(pattern => !given.includes(pattern));
  const lines = waitingLines({ ...waiting, ignoreRobots }, sends).map(line => `  ${line}\n`);
  if (lines.length === 0) return;
  await io.stderr.write(
    `This file was not made by this installation. It wants to do things you have not allowed:\n${lines.join('')}`,
  );
  const [first] = waiting.privateHosts;
  if (first === undefined) return;
  const options = waiting.privateHosts.slice(0, mostShown).map(host => `--allow-private ${shellWord(host)}`);
  usage(`nothing was requested. To allow the private hosts of ${shellWord(session.path)}, add ${options.join(' ')}`);
}
