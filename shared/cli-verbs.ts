/**
 * First words that make the installed program a command-line tool without a window. A test compares them with the
 * existing commands (`electron/cli/registry.ts`), which the shell must not import.
 */
export const cliVerbs: ReadonlySet<string> = new Set([
  'crawl',
  'resume',
  'status',
  'info',
  'urls',
  'links',
  'graph',
  'signals',
  'audit',
  'export',
  'search',
  'unpack',
  'snapshot',
  'repair',
  'robots',
  'rules',
  'report',
  'certificate',
  'compare',
  'trend',
  'profiles',
  'sitemap',
  'sitemaps',
  'issues',
  'sql',
  'help',
  '--version',
  '--help',
]);
