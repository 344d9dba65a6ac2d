import type { Command } from './command.ts';

/** A command as the overview lists it; its module is loaded only when it runs, so that start-up stays short. */
export interface Entry {
  readonly name: string;
  readonly summary: string;
  load(): Promise<Command>;
}

export const entries: readonly Entry[] = [
  { name: 'crawl', summary: 'crawl a site into a .crawl file', load: async () => (await import('./commands/crawl.ts')).crawl },
  { name: 'resume', summary: 'continue an unfinished crawl', load: async () => (await import('./commands/resume.ts')).resume },
  {
    name: 'status',
    summary: 'state, counts by decision, hosts',
    load: async () => (await import('./commands/status.ts')).status,
  },
  {
    name: 'info',
    summary: 'why a URL was or was not fetched, with evidence',
    load: async () => (await import('./commands/info.ts')).info,
  },
  {
    name: 'scope',
    summary: 'try scope, patterns and URL rules before a crawl changes them',
    load: async () => (await import('./commands/scope.ts')).scope,
  },
  {
    name: 'trend',
    summary: 'several crawls of a site by date',
    load: async () => (await import('./commands/trend.ts')).trend,
  },
  { name: 'urls', summary: 'list URLs, filtered', load: async () => (await import('./commands/urls.ts')).urls },
  {
    name: 'render',
    summary: 'render stored pages in a browser, with screenshot or HTML',
    load: async () => (await import('./commands/render.ts')).render,
  },
  {
    name: 'search',
    summary: 'find text in stored pages, their source or titles',
    load: async () => (await import('./commands/search.ts')).search,
  },
  { name: 'links', summary: 'list links', load: async () => (await import('./commands/links.ts')).links },
  {
    name: 'graph',
    summary: 'link graph with scores; paths, dominators, chains, orphans, clusters',
    load: async () => (await import('./commands/graph.ts')).graph,
  },
  {
    name: 'export',
    summary: 'bulk exports: links to errors, redirect chains, images, …',
    load: async () => (await import('./commands/export.ts')).exportCommand,
  },
  {
    name: 'unpack',
    summary: 'a copy that any SQLite client reads',
    load: async () => (await import('./commands/unpack.ts')).unpack,
  },
  {
    name: 'snapshot',
    summary: 'a copy of the crawl as it is now',
    load: async () => (await import('./commands/snapshot.ts')).snapshot,
  },
  {
    name: 'repair',
    summary: 'a new file with all that can be read of a damaged one',
    load: async () => (await import('./commands/repair.ts')).repair,
  },
  {
    name: 'bodies drop',
    summary: 'drop stored pages, keep verdicts and facts',
    load: async () => (await import('./commands/bodies-drop.ts')).bodiesDrop,
  },
  {
    name: 'robots decide',
    summary: 'decide URLs by a robots.txt',
    load: async () => (await import('./commands/robots-decide.ts')).robotsDecide,
  },
  {
    name: 'robots batch',
    summary: 'decide JSON Lines from standard input',
    load: async () => (await import('./commands/robots-batch.ts')).robotsBatch,
  },
  {
    name: 'robots parse',
    summary: 'a robots.txt line by line as a crawler interprets it',
    load: async () => (await import('./commands/robots-parse.ts')).robotsParse,
  },
  {
    name: 'robots lint',
    summary: 'diagnostics of a robots.txt',
    load: async () => (await import('./commands/robots-lint.ts')).robotsLint,
  },
  {
    name: 'robots disagreements',
    summary: 'URLs of a crawl on which crawlers differ',
    load: async () => (await import('./commands/robots-disagreements.ts')).robotsDisagreements,
  },
  {
    name: 'robots import',
    summary: 'add old versions of robots.txt',
    load: async () => (await import('./commands/robots-import.ts')).robotsImport,
  },
  {
    name: 'robots check',
    summary: 'request robots.txt again and record new versions',
    load: async () => (await import('./commands/robots-check.ts')).robotsCheck,
  },
  {
    name: 'robots versions',
    summary: 'what each version changed, since when a URL is blocked',
    load: async () => (await import('./commands/robots-versions.ts')).robotsVersions,
  },
  {
    name: 'robots whatif',
    summary: 'check a draft against a stored crawl',
    load: async () => (await import('./commands/robots-whatif.ts')).robotsWhatif,
  },
  {
    name: 'robots cost',
    summary: 'what blocked resources cost rendered pages',
    load: async () => (await import('./commands/robots-cost.ts')).robotsCost,
  },
  {
    name: 'robots coverage',
    summary: 'what each line decides',
    load: async () => (await import('./commands/robots-coverage.ts')).robotsCoverage,
  },
  {
    name: 'robots fix',
    summary: 'the smallest edit that allows or disallows exactly the given URLs',
    load: async () => (await import('./commands/robots-fix.ts')).robotsFix,
  },
  {
    name: 'robots shorten',
    summary: 'a shorter file with the same verdict for every URL',
    load: async () => (await import('./commands/robots-shorten.ts')).robotsShorten,
  },
  {
    name: 'robots assert',
    summary: 'check robots.txt against assertions',
    load: async () => (await import('./commands/robots-assert.ts')).robotsAssert,
  },
  {
    name: 'report site',
    summary: 'a whole crawl as a document to hand over',
    load: async () => (await import('./commands/report-site.ts')).reportSite,
  },
  {
    name: 'report url',
    summary: 'everything about one URL as an HTML document',
    load: async () => (await import('./commands/report-url.ts')).reportUrl,
  },
  {
    name: 'report rule',
    summary: 'one line of robots.txt as an HTML document',
    load: async () => (await import('./commands/report-rule.ts')).reportRule,
  },
  {
    name: 'certificate',
    summary: 'how politely hosts were crawled; verify a certificate',
    load: async () => (await import('./commands/certificate.ts')).certificate,
  },
  {
    name: 'compare',
    summary: 'compare two crawls: what changed, grouped by cause',
    load: async () => (await import('./commands/compare.ts')).compare,
  },
  {
    name: 'settings',
    summary: 'the settings of a crawl as a file for other crawls',
    load: async () => (await import('./commands/settings.ts')).settings,
  },
  {
    name: 'settings diff',
    summary: 'what differs between the settings of two crawls',
    load: async () => (await import('./commands/settings.ts')).settingsDiff,
  },
  {
    name: 'profiles',
    summary: 'crawler profiles and how each interprets robots.txt',
    load: async () => (await import('./commands/profiles.ts')).profilesCommand,
  },
  {
    name: 'profiles add',
    summary: 'store a crawler profile of your own',
    load: async () => (await import('./commands/profiles-change.ts')).profilesAdd,
  },
  {
    name: 'profiles remove',
    summary: 'remove a profile of your own',
    load: async () => (await import('./commands/profiles-change.ts')).profilesRemove,
  },
  {
    name: 'sitemaps',
    summary: 'sitemap files, entries, coverage',
    load: async () => (await import('./commands/sitemaps.ts')).sitemaps,
  },
  {
    name: 'sitemap check',
    summary: 'check a sitemap or a sitemap index',
    load: async () => (await import('./commands/sitemap-check.ts')).sitemapCheck,
  },
  {
    name: 'sitemap make',
    summary: 'write sitemap files from a crawl',
    load: async () => (await import('./commands/sitemap-make.ts')).sitemapMake,
  },
  {
    name: 'signals',
    summary: 'combinations of robots.txt, directives, canonical and sitemaps',
    load: async () => (await import('./commands/signals.ts')).signals,
  },
  {
    name: 'sitemap diff',
    summary: 'compare the sitemaps of two crawls, or two sitemaps',
    load: async () => (await import('./commands/sitemap-diff.ts')).sitemapDiff,
  },
  {
    name: 'audit',
    summary: 'recompute the verdicts of a file and check its invariants',
    load: async () => (await import('./commands/audit.ts')).audit,
  },
  { name: 'issues', summary: 'checks with counts', load: async () => (await import('./commands/issues.ts')).issues },
  {
    name: 'issues ignore add',
    summary: 'ignore a check, or URLs',
    load: async () => (await import('./commands/issues-ignore.ts')).issuesIgnoreAdd,
  },
  {
    name: 'issues ignore list',
    summary: 'list or export ignore rules',
    load: async () => (await import('./commands/issues-ignore.ts')).issuesIgnoreList,
  },
  {
    name: 'issues ignore remove',
    summary: 'remove ignore rules',
    load: async () => (await import('./commands/issues-ignore.ts')).issuesIgnoreRemove,
  },
  {
    name: 'issues ignore import',
    summary: 'take over ignore rules',
    load: async () => (await import('./commands/issues-ignore.ts')).issuesIgnoreImport,
  },
  {
    name: 'rules list',
    summary: 'custom searches, extractions, checks and segments, with counts',
    load: async () => (await import('./commands/rules.ts')).rulesList,
  },
  {
    name: 'rules import',
    summary: 'add custom rules to a crawl from a JSON file',
    load: async () => (await import('./commands/rules.ts')).rulesImport,
  },
  {
    name: 'rules export',
    summary: 'write the custom rules of a crawl as a JSON file',
    load: async () => (await import('./commands/rules.ts')).rulesExport,
  },
  {
    name: 'rules remove',
    summary: 'remove custom rules from a crawl',
    load: async () => (await import('./commands/rules.ts')).rulesRemove,
  },
  {
    name: 'rules allow',
    summary: 'allow the custom rules that came with a file',
    load: async () => (await import('./commands/rules.ts')).rulesAllow,
  },
  {
    name: 'rules run',
    summary: 'run searches and extractions on stored pages',
    load: async () => (await import('./commands/rules-run.ts')).rulesRun,
  },
  {
    name: 'rules test',
    summary: 'what rules find on one stored page',
    load: async () => (await import('./commands/rules-run.ts')).rulesTest,
  },
  { name: 'sql', summary: 'a read-only SQL query', load: async () => (await import('./commands/sql.ts')).sql },
];
