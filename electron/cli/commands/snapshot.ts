import type { Command } from '../command.ts';
import { exit, usage } from '../exit.ts';
import { withProgress } from '../with-progress.ts';
import { requireFile } from '../with-session.ts';

const megabytes = (bytes: number): number => Math.ceil(bytes / 1_000_000);

export const snapshot: Command = {
  name: 'snapshot',
  summary: 'write a copy of the crawl as it is now, also while another process crawls it',
  takes: 'F.crawl --out COPY.crawl',
  positionals: { min: 1, max: 1 },
  options: { out: { value: 'COPY', help: 'the file to write; it must not exist' } },
  notes: [
    'The copy is consistent: it has what was committed when the copy began. The crawl is not stopped and does not wait.',
    'The copy of a crawl that runs is an interrupted crawl: crawlscope resume COPY.crawl continues it.',
  ],
  examples: ['crawlscope snapshot site.crawl --out site-monday.crawl'],
  async run(args, io) {
    const [path = ''] = args.positionals;
    const target = args.one('out');
    if (target === undefined) return usage('snapshot: --out COPY is missing. See: crawlscope snapshot --help');
    requireFile(path);
    const { copyNow } = await import('#engine/exports/copy.ts');
    const copy = await withProgress(io, report =>
      copyNow(path, target, ({ done, total }) =>
        report(total > 0 ? done / total : 0, `${path}: ${megabytes(done)} of ${megabytes(total)} MB`),
      ),
    );
    if (copy === null) {
      await io.stderr.write('Cancelled. Nothing was written.\n');
      return exit.unfinished;
    }
    await io.stderr.write(
      `Wrote ${target}: ${megabytes(copy.bytes)} MB.${copy.wasCrawled ? ' The crawl goes on; the copy can be resumed by itself.' : ''}\n`,
    );
    return exit.done;
  },
};
