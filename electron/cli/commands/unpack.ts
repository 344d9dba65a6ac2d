import type { Command } from '../command.ts';
import { exit, usage } from '../exit.ts';
import type { Io } from '../io.ts';
import { requireFile } from '../with-session.ts';

const progressEveryMs = 200;

/** Null: Ctrl+C ended it. */
async function unpackWithProgress(io: Io, path: string, target: string) {
  const { unpackInSlices } = await import('#engine/exports/unpack.ts');
  let isCancelled = false;
  const unhook = io.onInterrupt(() => {
    isCancelled = true;
  });
  const started = performance.now();
  let said = 0;
  try {
    return await unpackInSlices(path, target, ({ done, total }) => {
      const now = performance.now();
      if (io.stderr.isTerminal && done > 0 && now - said > progressEveryMs) {
        said = now;
        const left = Math.ceil((((now - started) / done) * (total - done)) / 1_000);
        void io.stderr.write(`\r${path}: ${done} of about ${total} rows, about ${left} s left\u001b[K`);
      }
      return isCancelled ? 'cancel' : 'go-on';
    });
  } finally {
    unhook();
    if (io.stderr.isTerminal) await io.stderr.write('\r\u001b[K');
  }
}

export const unpack: Command = {
  name: 'unpack',
  summary: 'write a copy that any SQLite client reads: links and page facts as plain tables',
  takes: 'F.crawl --out COPY.db',
  positionals: { min: 1, max: 1 },
  options: { out: { value: 'COPY', help: 'the file to write; it must not exist' } },
  notes: [
    'A crawl file has links and page facts packed. The copy has them as the tables link, link_facts and page, with the views links and',
    'link_targets over them. It is several times as large as the crawl file. crawlscope itself does not open it.',
  ],
  examples: [
    'crawlscope unpack site.crawl --out site.db',
    'sqlite3 site.db "select to_url, count(*) from links group by to_url"',
  ],
  async run(args, io) {
    const [path = ''] = args.positionals;
    const target = args.one('out');
    if (target === undefined) return usage('unpack: --out COPY is missing. See: crawlscope unpack --help');
    requireFile(path);
    const copy = await unpackWithProgress(io, path, target);
    if (copy === null) {
      await io.stderr.write('Cancelled. Nothing was written.\n');
      return exit.unfinished;
    }
    await io.stderr.write(`Wrote ${target}: ${copy.rows} rows, ${Math.ceil(copy.bytes / 1_000_000)} MB.\n`);
    return exit.done;
  },
};
