import { RpcError } from '#shared/rpc/errors.ts';
import type { Command } from '../command.ts';
import { exit } from '../exit.ts';
import { madeNow, reportOptions, writeReport } from '../report-output.ts';
import { profileOf } from '../robots-choice.ts';
import { urlFromWithin } from '../url-argument.ts';
import { withSession } from '../with-session.ts';

export const reportUrl: Command = {
  name: 'report url',
  summary: 'everything the crawl knows about one URL as a stand-alone HTML document: verdicts, lines, bytes, headers, hashes',
  takes: 'F.crawl URL',
  positionals: { min: 2, max: 2 },
  options: {
    profile: { value: 'P', help: 'compare this crawler only (default: all known ones)', repeatable: true },
    ...reportOptions,
  },
  notes: [
    'URL may be a path such as /about on the site of the first start URL.',
    'For a URL that is not in the crawl, the document shows a prediction, marked as such.',
    'The document has no script and loads nothing. Text from the site is shown as plain text.',
  ],
  examples: [
    'crawlscope report url site.crawl https://example.com/private/a --out dossier.html',
    'crawlscope report url site.crawl /about --profile googlebot --profile bingbot --out about.html',
  ],
  async run(args, io) {
    const [path = '', text = ''] = args.positionals;
    return await withSession(io, path, async session => {
      const profiles = args.all('profile').map(id => profileOf(session, id).id);
      const url = await urlAsked(text, session.settings().seeds[0], async asked => {
        const { seen } = await session.handlers['url.explain']({ url: asked });
        return seen;
      });
      const wanted = { kind: 'url', url, ...(profiles.length > 0 ? { profiles } : {}) } as const;
      await writeReport(args, io, await session.report(wanted, madeNow(args)));
      return exit.done;
    });
  },
};

/** The URL as typed; as it is written if it is not an HTTP URL but the file has it. */
async function urlAsked(text: string, seed: string | undefined, seen: (url: string) => Promise<boolean>): Promise<string> {
  try {
    return urlFromWithin(text, seed);
  } catch (error) {
    if (error instanceof RpcError && error.code === 'bad_request' && (await seen(text))) return text;
    throw error;
  }
}
