import { mostTotalBytes } from '#shared/limit-words.ts';
import type { BodiesKept } from '#shared/model/bodies.ts';
import { type Arguments, wholeNumber } from '../arguments.ts';
import { type Command, jsonOption } from '../command.ts';
import { exit, usage } from '../exit.ts';
import { jsonDocument } from '../json.ts';
import { MIB } from '../limit-settings.ts';
import { parseMoment } from '../moment.ts';
import { withProgress } from '../with-progress.ts';
import { openForWriting } from '../with-session.ts';

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`;

/** The newest bodies that stay; undefined: none. */
function keptOf(args: Arguments): BodiesKept | undefined {
  const newest = wholeNumber(args, 'keep', 0, 100_000_000);
  const mib = wholeNumber(args, 'keep-size', 0, mostTotalBytes / MIB);
  if (newest !== undefined && mib !== undefined) usage('bodies drop: give --keep or --keep-size, not both.');
  if (newest !== undefined) return { newest };
  return mib === undefined ? undefined : { bytes: mib * MIB };
}

export const bodiesDrop: Command = {
  name: 'bodies drop',
  summary: 'drop stored pages and keep what is known of them: verdicts, facts, links, findings, hashes and sizes',
  takes: 'F.crawl (--all | --older AGE | --where FILTER | --keep N | --keep-size MIB)',
  positionals: { min: 1, max: 1 },
  options: {
    all: { value: '', help: 'of all URLs' },
    older: { value: 'AGE', help: 'of requests longer ago than 30d or 12h, or before a day (2026-11-01, UTC)' },
    where: { value: 'FILTER', help: 'of the URLs that a filter finds, such as "status:200 inurl:/blog/"' },
    keep: { value: 'N', help: 'of all those but the newest N' },
    'keep-size': { value: 'MIB', help: 'of all those but the newest that take N MiB in the file, compressed' },
    'dry-run': { value: '', help: 'only say how many' },
    ...jsonOption,
  },
  notes: [
    'Without its body a page has no source view; search, custom searches and extractions, and comparisons of texts say “not stored” for it, and the audit',
    'of the file counts its verdicts as not recomputable. Documents and screenshots of rendered pages count as bodies, and resources of pages are URLs of',
    'their own; what renderings found out stays. Bodies of robots.txt stay: verdicts cite their lines. A body that another request or',
    'rendering also brought stays with it. Nothing brings a body back, except requesting or rendering the page again. Make a copy first: crawlscope snapshot.',
    '--keep and --keep-size keep the bodies that were requested last. With --older or --where they choose among those. Bodies of robots.txt do not count.',
  ],
  examples: [
    'crawlscope bodies drop site.crawl --older 90d',
    'crawlscope bodies drop site.crawl --keep-size 500',
    'crawlscope bodies drop site.crawl --where "-inurl:/shop/" --dry-run',
  ],
  async run(args, io) {
    const [path = ''] = args.positionals;
    const [older, where] = [args.one('older'), args.one('where')];
    const keep = keptOf(args);
    if (!args.has('all') && older === undefined && where === undefined && keep === undefined)
      return usage(
        'bodies drop: say which: --all, --older AGE, --where FILTER, --keep N or --keep-size MIB. See: crawlscope bodies drop --help',
      );
    if (args.has('all') && keep !== undefined)
      return usage('bodies drop: --all keeps nothing. Leave it out to keep the newest (--keep, --keep-size).');
    if (args.has('all') && (older !== undefined || where !== undefined))
      return usage('bodies drop: --all leaves nothing for --older and --where to choose. Give one or the other.');
    const before = older === undefined ? null : parseMoment('--older', older, Date.now());
    const session = await openForWriting(io, path);
    try {
      const wish = { before, filter: where ?? null, keep };
      if (args.has('dry-run')) {
        const { bodies, bytes } = session.countBodies(wish);
        await io.stdout.write(
          args.has('json')
            ? jsonDocument({ bodies, bytes })
            : `${bodies} bodies with ${megabytes(bytes)} would be dropped. Nothing was changed.\n`,
        );
        return exit.done;
      }
      const dropped = await withProgress(io, report =>
        session.dropBodies(wish, (done, total, phase) =>
          report(
            total > 0 ? done / total : 0,
            phase === 'drop'
              ? `${path}: ${done} of ${total} bodies`
              : `${path}: ${Math.floor((100 * done) / total)} % of the freed space removed`,
          ),
        ),
      );
      const { bodies, bytes, isCancelled, fileBytes, isSmaller } = dropped;
      if (args.has('json')) await io.stdout.write(jsonDocument(dropped));
      else
        await io.stdout.write(
          `${bodies} bodies${isCancelled ? '' : ` with ${megabytes(bytes)}`} dropped. The file has ${megabytes(fileBytes.after)}, before ${megabytes(fileBytes.before)}.${
            isSmaller || bodies === 0 ? '' : ' It keeps the freed space for later pages.'
          }\n`,
        );
      return isCancelled ? exit.unfinished : exit.done;
    } finally {
      await session.close();
    }
  },
};
