import { readFileSync } from 'node:fs';
import type { Session } from '#engine/session/session.ts';
import type { Arguments } from '../arguments.ts';
import { type Command, jsonOption } from '../command.ts';
import { type ExitCode, exit, usage } from '../exit.ts';
import type { Io } from '../io.ts';
import { jsonDocument } from '../json.ts';
import { checkOutput, madeNow, reportOptions, writeReport } from '../report-output.ts';
import { urlFrom } from '../url-argument.ts';
import { version } from '../version.ts';
import { withSession } from '../with-session.ts';

const sentences = {
  matches: 'It matches: the certificate is exactly what this crawl file gives.',
  'journal-differs': 'It does not match: the journal of this crawl file is not the one the certificate was made from.',
  'document-differs': 'It does not match: the journal is the same, and the document says something else than it gives.',
  'other-version':
    'The journal is the same. The document was made by another version of Crawlscope, so its words could not be compared.',
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
  summary: 'how politely hosts were crawled, computed from the journal: delays kept, load, robots.txt, Retry-After; or check one',
  takes: 'F.crawl',
  positionals: { min: 1, max: 1 },
  options: {
    origin: { value: 'O', help: 'this host only, as a URL (default: every host that was asked)', repeatable: true },
    verify: { value: 'FILE', help: 'compute the certificate FILE anew and say whether it matches' },
    ...reportOptions,
    ...jsonOption,
  },
  notes: [
    'A gap runs from the end of a response to the start of the next request; the delay required is the one in force then.',
    'Exit code 1 when the rules were not kept, or with --verify when the certificate does not match;',
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
    checkOutput(args, 'certificate');
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
