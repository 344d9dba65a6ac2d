/**
 * First words that make the installed program a command-line tool without a window. A test holds them equal to the
 * commands that exist (`electron/cli/registry.ts`); the shell may not import those.
 */
export const cliVerbs: ReadonlySet<string> = new Set([
  'crawl',
  'resume',
  'status',
  'info',
  'urls',
  'links',
  'export',
  'robots',
  'rules',
  'report',
  'certificate',
  'compare',
  'profiles',
  'sitemap',
  'sitemaps',
  'issues',
  'sql',
  'help',
  '--version',
  '--help',
]);
