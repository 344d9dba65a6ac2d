import type { Session } from '#engine/session/session.ts';
import { type Command, jsonOption } from '../command.ts';
import { crawlToEnd } from '../crawl-run.ts';
import { changeSettings } from '../crawl-settings.ts';
import { givesSecrets, readSecrets, refuseUnnamedOrigins } from '../credentials.ts';
import { exit, usage } from '../exit.ts';
import { allowOptions, settleFileRequests } from '../file-requests.ts';
import { jsonDocument } from '../json.ts';
import { browserOf, browserOptions, refuseWithoutBrowser, storedRender } from '../render-options.ts';
import { addRules, givenRules, rulesOption } from '../rule-files.ts';
import { givenSettings, optionOf, settingOptions } from '../setting-options.ts';
import { finishedText, liftingSettings } from '../text/finished.ts';
import { isUnfinished, statusDocument, statusText } from '../text/status.ts';
import { urlFromWithin } from '../url-argument.ts';
import { openForWriting, statusOf } from '../with-session.ts';

const againOption = {
  again: {
    value: 'URL',
    help: 'request this URL again: it was set aside because it ended Crawlscope twice, or robots.txt blocked it',
    repeatable: true,
  },
} as const;

/** Options that may give a finished crawl more work, besides those that admit URLs. */
const goingOn = [
  ...['robots', 'rel', 'check-external', 'check-resources', 'probe', 'render', 'release-trap', 'no-trap-guards', 'again'],
  // With a higher limit, the crawl requests again what ended at the old one, or renders more pages.
  ...['attempts', 'max-body', 'max-checks', 'max-delay', 'render-sample'],
];

/** Queues the URLs of `--again`. Refuses those that the crawl does not hold back for one of its reasons. */
async function askAgain(session: Session, given: readonly string[]): Promise<void> {
  const [seed] = session.settings().seeds;
  for (const url of given.map(text => urlFromWithin(text, seed))) {
    const { queued } = await session.handlers['crawl.askAgain']({ urls: [url] });
    if (queued === 0)
      usage(`--again ${url}: this URL was neither set aside nor blocked by robots.txt. See: info ${session.path} ${url}`);
  }
}

export const resume: Command = {
  name: 'resume',
  summary: 'continue an unfinished crawl, with changed settings if any are given',
  takes: 'F.crawl',
  positionals: { min: 1, max: 1 },
  options: { ...againOption, ...rulesOption, ...settingOptions, ...browserOptions, ...allowOptions, ...jsonOption },
  notes: [
    'Credentials are never stored: a crawl that used some needs --auth again, or --no-auth to continue without them.',
    'Settings that are not given stay as they were.',
    'With another scope, limit or pattern, URLs that the old one kept out are decided again, even in a finished crawl. Pages that are fetched stay.',
    'A file from another installation sends no requests to private hosts, always obeys robots.txt and is crawled no faster than the default, until you allow otherwise.',
    'With a higher --attempts, --max-body, --max-checks or --max-delay, the crawl goes on with what ended at the old limit, even if it had finished.',
    'New --robots rules apply to later decisions. URLs that they unblock are requested again, even in a finished crawl. New checks are made there, too.',
    'Addresses that --release-trap names, or all with --no-trap-guards, are crawled, even in a finished crawl.',
  ],
  examples: ['crawlscope resume site.crawl', 'crawlscope resume site.crawl --max-pages 50000'],
  async run(args, io) {
    const [path = ''] = args.positionals;
    const session = await openForWriting(io, path, { openBrowser: browserOf(args) });
    try {
      // Whether a finished crawl goes on depends on its counters. Any other goes on, and must not wait for a count before its first request.
      const before = session.state() === 'finished' ? statusOf(session) : null;
      const goesOn =
        before === null ||
        isUnfinished(before) ||
        liftingSettings(before, givenSettings(args)).length > 0 ||
        goingOn.some(name => args.has(name));
      if (goesOn) refuseUnnamedOrigins(args, session);
      if (goesOn) await refuseWithoutBrowser(args, storedRender(session));
      if (goesOn) changeSettings(session, args);
      if (goesOn && givesSecrets(args)) session.giveSecrets(await readSecrets(args, io, session.settings()));
      if (goesOn) await settleFileRequests(session, args, io, 'crawl');
      if (goesOn) await addRules(session, await givenRules(args));
      await askAgain(session, args.all('again'));
      if (goesOn) return await crawlToEnd(session, io, args.has('json'));
      await io.stderr.write(finishedText({ status: before, file: path }, givenSettings(args), optionOf));
      const renderings = session.renderingCounts();
      await io.stdout.write(
        args.has('json') ? jsonDocument({ ...statusDocument(before), renderings }) : statusText(before, [], renderings),
      );
      return exit.done;
    } finally {
      await session.close();
    }
  },
};
