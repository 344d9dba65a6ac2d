import { type Command, jsonOption } from '../command.ts';
import { exit, usage } from '../exit.ts';
import { jsonDocument } from '../json.ts';
import { replayOptions, replayQuery } from '../replay-options.ts';
import { profileOf } from '../robots-choice.ts';
import { fixText } from '../text/robots-fix.ts';
import { urlFromWithin } from '../url-argument.ts';
import { withSession } from '../with-session.ts';

const mostUrls = 1_000;

export const robotsFix: Command = {
  name: 'robots fix',
  summary: 'the smallest edit of robots.txt that allows or disallows exactly the given URLs, as a diff, with proof',
  takes: 'F.crawl [URL…]',
  positionals: { min: 1, max: 1 + mostUrls },
  options: {
    free: { value: '', help: 'allow the URLs' },
    block: { value: '', help: 'disallow the URLs' },
    where: { value: 'EXPR', help: 'instead of URLs: all URLs that match this filter, such as inurl:/shop/' },
    ...replayOptions,
    ...jsonOption,
  },
  notes: [
    'URL may be a path on the site of the first start URL, and does not have to be in the crawl.',
    'Every stored URL of the origin is checked again with the edit. Nothing is written.',
    'Exit code 2: no URL matches --where.',
    'Exit code 1: no edit changes exactly these URLs; the closest one is shown, with the other URLs it would change.',
  ],
  examples: [
    'crawlscope robots fix site.crawl --free https://example.com/private/press',
    "crawlscope robots fix site.crawl --block --where 'inurl:sort='",
  ],
  async run(args, io) {
    const [path = '', ...texts] = args.positionals;
    const where = args.one('where');
    if (args.has('free') === args.has('block')) return usage('robots fix: give --free or --block.');
    if (texts.length > 0 === (where !== undefined)) return usage('robots fix: give URLs, or --where EXPR.');
    const named = args.one('profile');
    const query = replayQuery(args);
    return await withSession(io, path, async session => {
      const profile = named === undefined ? '' : profileOf(session, named).id;
      const base = session.settings().seeds[0];
      const source = query.version === undefined ? null : session.replay(query);
      const origin = source?.origin ?? (query.origin === undefined ? '' : new URL(query.origin).origin);
      const fix = await session.handlers['robots.fix']({
        origin,
        goal: args.has('free') ? 'free' : 'block',
        ...(where === undefined ? { urls: texts.map(text => urlFromWithin(text, base)) } : { filter: where }),
        side: { version: source?.version.id ?? null, text: null, profile },
      });
      if (where !== undefined && fix.chosen === 0)
        usage(
          `robots fix: no URL of this crawl matches “${where}”. Widen the filter; crawlscope urls ${path} --where … lists what it finds.`,
        );
      await io.stdout.write(args.has('json') ? jsonDocument(fix) : fixText(fix));
      return fix.outcome === 'exact' || (fix.outcome === 'already' && fix.chosen > fix.elsewhere) ? exit.done : exit.checkFailed;
    });
  },
};
