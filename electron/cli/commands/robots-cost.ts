import type { CostFile } from '#engine/rendering/cost-file.ts';
import { printable } from '../../export/text-width.ts';
import { type Command, jsonOption } from '../command.ts';
import { exit, usage } from '../exit.ts';
import { jsonDocument } from '../json.ts';
import { Interrupted, runSteps } from '../run-steps.ts';
import { blockedCostText } from '../text/blocked-cost.ts';
import { urlFromWithin } from '../url-argument.ts';
import { requireFile } from '../with-session.ts';

type CostWish = Parameters<CostFile['cost']>[0];

const shownTemplates = 5;

function noSuchTemplate(file: CostFile, path: string, template: string): string {
  const known = file.templates(shownTemplates + 1);
  const shown = known.slice(0, shownTemplates).map(name => `“${printable(name)}”`);
  const are =
    known.length === 0
      ? 'No page of the file was rendered.'
      : `Templates with rendered pages: ${shown.join(', ')}${known.length > shownTemplates ? ' and more' : ''}.`;
  return `no page of the template “${printable(template)}” was rendered in ${path}. ${are}`;
}

/** The pages that the options name. Refuses a URL that the file does not have. */
function wishOf(
  file: CostFile,
  path: string,
  { url, template }: { readonly url: string | undefined; readonly template: string | undefined },
): CostWish {
  if (template !== undefined) return { template };
  if (url === undefined) return 'all';
  const wanted = urlFromWithin(url, file.startUrl());
  return file.isSeen(wanted) ? { url: wanted } : usage(`${path} has not seen ${printable(wanted)}.`);
}

export const robotsCost: Command = {
  name: 'robots cost',
  summary:
    'what resources that robots.txt blocks cost rendered pages: links, pages reached only this way, text, canonical, noindex',
  takes: 'F.crawl',
  positionals: { min: 1, max: 1 },
  options: {
    url: { value: 'URL', help: 'this page only; a path such as /about belongs to the site of the first start URL' },
    template: { value: 'TEMPLATE', help: 'pages of this template only, as the view renderings names it' },
    ...jsonOption,
  },
  notes: [
    'Compares two renderings of a page: robots.txt obeyed, and its blocked resources allowed (crawlscope render F.crawl URL --freed).',
    'Pages without the second rendering are unknown, so counts say “at least”. Nothing is fetched and nothing is written.',
  ],
  examples: ['crawlscope robots cost site.crawl', 'crawlscope robots cost site.crawl --url https://example.com/ --json'],
  async run(args, io) {
    const [path = ''] = args.positionals;
    const [url, template] = [args.one('url'), args.one('template')];
    if (url !== undefined && template !== undefined)
      return usage('robots cost: --url and --template exclude each other; use one of them.');
    requireFile(path);
    const { openCosts } = await import('#engine/rendering/cost-file.ts');
    const file = openCosts(path);
    try {
      const wish = wishOf(file, path, { url, template });
      const cost = await runSteps(io, file.cost(wish), done => `${path}: ${done} pages read`);
      if (cost.rendered === 0 && template !== undefined) usage(noSuchTemplate(file, path, template));
      const notRendered = url !== undefined && wish !== 'all' && 'url' in wish ? wish.url : undefined;
      await io.stdout.write(args.has('json') ? jsonDocument(cost) : blockedCostText(cost, notRendered));
      return exit.done;
    } catch (error) {
      if (error instanceof Interrupted) return exit.unfinished;
      throw error;
    } finally {
      file.close();
    }
  },
};
