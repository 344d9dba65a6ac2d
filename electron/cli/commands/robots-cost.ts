import { type Command, jsonOption } from '../command.ts';
import { exit, usage } from '../exit.ts';
import { jsonDocument } from '../json.ts';
import { Interrupted, runSteps } from '../run-steps.ts';
import { blockedCostText } from '../text/blocked-cost.ts';
import { urlFrom } from '../url-argument.ts';
import { requireFile } from '../with-session.ts';

export const robotsCost: Command = {
  name: 'robots cost',
  summary: 'what resources that robots.txt blocks cost rendered pages: links, pages reached only so, text, canonical, noindex',
  takes: 'F.crawl',
  positionals: { min: 1, max: 1 },
  options: {
    url: { value: 'URL', help: 'this page only' },
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
      const wish = url !== undefined ? { url: urlFrom(url) } : template !== undefined ? { template } : 'all';
      const cost = await runSteps(io, file.cost(wish), done => `${path}: ${done} pages read`);
      await io.stdout.write(args.has('json') ? jsonDocument(cost) : blockedCostText(cost));
      return exit.done;
    } catch (error) {
      if (error instanceof Interrupted) return exit.unfinished;
      throw error;
    } finally {
      file.close();
    }
  },
};
