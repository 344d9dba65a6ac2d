import { readFileSync } from 'node:fs';
import type { Session } from '#engine/session/session.ts';
import type { Arguments } from '../arguments.ts';
import { type Command, jsonOption } from '../command.ts';
import { type ExitCode, exit, usage } from '../exit.ts';
import type { Io } from '../io.ts';
import { jsonDocument } from '../json.ts';
import { madeNow, reportOptions, writeReport } from '../report-output.ts';
import { urlFrom } from '../url-argument.ts';
import { version } from '../version.ts';
import { withSession } from '../with-session.ts';

const sentences = {
  matches: 'It matches: this crawl file gives exactly this certificate.',
  'journal-differs': 'It does not match: the certificate was made from another request log than that of this crawl file.',
  'document-differs': 'It does not match: the request log is the same, but the document was changed.',
  'other-version':
    'The request log is the same. Another version of Crawlscope made the document, so its text could not be compared.',
} as const;

const endings = {
  matches: exit.done,
  'journal-differs': exit.checkFailed,
  'document-differs': exit.checkFailed,
  'other-version': exit.unfinished,
} as const;

async function verify(session: Session, args: Arguments, io: Io, path: string): Promise<ExitCode> {
  const check = await session.verifyCertificate(readFileSync(path, 'utf8'), version());
  await io.stdout.write(
    args.has('json')
      ? jsonDocument({ certificate: path, crawl: session.path, ...check, sentence: sentences[check.result] })
      : `${sentences[check.result]}\nhosts: ${check.origins.join(', ')}\nstated:   ${check.stated}\ncomputed: ${check.computed}\n`,
  );
  return endings[check.result];
}

export const certificate: Command = {
  name: 'certificate',
  summary:
    'how politely hosts were crawled, from the request log: delays, load, robots.txt, Retry-After; or verify a certificate',
  takes: 'F.crawl',
  positionals: { min: 1, max: 1 },
  options: {
    origin: { value: 'O', help: 'this host only, as a URL (default: every host that was requested)', repeatable: true },
    verify: { value: 'FILE', help: 'compute the certificate again and compare it with FILE' },
    ...reportOptions,
    ...jsonOption,
  },
  notes: [
    'A gap runs from the end of a response to the start of the next request. It is compared with the delay required at that time.',
    'Exit code 1 when the crawl broke a rule, or with --verify when the certificate does not match;',
    '3 with --verify when another version of Crawlscope made it.',
  ],
  examples: [
    'crawlscope certificate site.crawl --out certificate.html',
    'crawlscope certificate site.crawl --origin https://example.com --json',
    'crawlscope certificate site.crawl --verify certificate.html',
  ],
  async run(args, io) {
    const [path = ''] = args.positionals;
    const checked = args.one('verify');
    if (checked !== undefined) {
      for (const name of ['origin', 'out', 'force', 'no-time'])
        if (args.has(name)) return usage(`certificate: --${name} and --verify exclude each other.`);
      return await withSession(io, path, session => verify(session, args, io, checked));
    }
    const origins = args.all('origin').map(each => new URL(urlFrom(each)).origin);
    return await withSession(io, path, async session => {
      const found = await session.politeness(origins);
      const text = args.has('json')
        ? jsonDocument({ crawl: path, certificates: found })
        : await session.report({ kind: 'politeness', origins }, madeNow(args));
      await writeReport(args, io, text);
      return found.every(each => each.report.kept) ? exit.done : exit.checkFailed;
    });
  },
};
