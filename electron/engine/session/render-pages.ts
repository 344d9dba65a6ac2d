import { siteRuleProblem } from '#core/robots/site-rules.ts';
import type { SiteRule } from '#shared/model/crawl.ts';
import { fail } from '#shared/rpc/errors.ts';
import type { Input } from '#shared/rpc/types.ts';
import type { CrawlFile } from './file.ts';
import type { CrawlRun } from './run.ts';

/**
 * Renders stored pages because the user asks for it, and resolves when that has ended. `free`: sites whose robots.txt does not hold back the
 * resources of these renderings, with the user's consent; the settings of the crawl stay.
 */
export async function renderPages(
  { file, run }: { readonly file: CrawlFile; readonly run: CrawlRun },
  { urls, free, allow }: Input<'rendering.start'>,
): Promise<void> {
  const { permissions, name } = file;
  if (!allow && !permissions.mayRenderAsked())
    fail('refused', `${name} was made by another installation. Allow first that a browser runs the scripts of its pages.`);
  const ids = [...new Set(urls)].map(url => file.store.urls.find(url)?.id ?? fail('not_found', `${url} is not in this crawl.`));
  const siteRules = free.map((pattern): SiteRule => ({ pattern, robots: 'never' }));
  const problem = siteRules.map(siteRuleProblem).find(text => text !== '');
  if (problem !== undefined) fail('bad_request', problem);
  if (allow && !permissions.mayRenderAsked()) {
    permissions.allow({ askedRendering: true });
    file.changed();
  }
  const errand = { urls: ids, variant: free.length > 0 ? 'freed' : 'obeying', isOffline: false } as const;
  await run.render(errand, free.length > 0 ? { siteRules } : {});
}
