/** The commands of the window as the palette lists them, with their keys. */
export interface ListedCommand {
  /** As `useCommands` and the menu name it. */
  readonly name: string;
  readonly label: string;
  /** '' for none. */
  readonly keys: string;
  /** It needs an open file. */
  readonly needsFile: boolean;
}

const always = (name: string, label: string, keys = ''): ListedCommand => ({ name, label, keys, needsFile: false });
const withFile = (name: string, label: string, keys = ''): ListedCommand => ({ name, label, keys, needsFile: true });

export const listedCommands: readonly ListedCommand[] = [
  always('new', 'New crawl…', 'Ctrl N'),
  always('open', 'Open a crawl file…', 'Ctrl O'),
  always('open-recent', 'Recent files…', 'Ctrl Shift O'),
  always('demo', 'Crawl the demo site'),
  always('repair', 'Repair a damaged crawl file…'),
  always('profiles', 'Crawler profiles…', 'Ctrl Shift P'),
  always('shortcuts', 'Keyboard shortcuts', '?'),
  always('about', 'About Crawlscope'),
  withFile('view:overview', 'Go to Overview', 'Ctrl 1'),
  withFile('view:urls', 'Go to URLs', 'Ctrl 2'),
  withFile('view:issues', 'Go to Issues', 'Ctrl 3'),
  withFile('view:robots', 'Go to Robots', 'Ctrl 4'),
  withFile('view:disagreements', 'Go to Disagreements', 'Ctrl 5'),
  withFile('view:sitemaps', 'Go to Sitemaps', 'Ctrl 6'),
  withFile('view:compare', 'Go to Compare', 'Ctrl 7'),
  withFile('view:custom', 'Go to Custom rules', 'Ctrl 8'),
  withFile('view:structure', 'Go to Structure', 'Ctrl 9'),
  withFile('view:signals', 'Go to Signals', 'Ctrl Shift G'),
  withFile('search', 'Search the stored pages', 'Ctrl G'),
  withFile('sql', 'Query the crawl with SQL', 'Ctrl Shift L'),
  withFile('open-omnibox', 'Look up a URL or filter', 'Ctrl K'),
  withFile('find', 'Filter the URLs', 'Ctrl F'),
  withFile('build-filter', 'Build a filter…', 'Ctrl Shift F'),
  withFile('toggle-inspector', 'Show or hide the inspector', 'Ctrl I'),
  withFile('assert', 'Add the verdicts on the selected rows to the assertions', 'Ctrl Shift A'),
  withFile('compare', 'Compare with another crawl…', 'Ctrl Shift D'),
  withFile('export', 'Export a list…', 'Ctrl E'),
  withFile('report', 'Report for a client…'),
  withFile('make-sitemap', 'Make a sitemap…'),
  withFile('save-as', 'Save as…', 'Ctrl Shift S'),
  withFile('snapshot', 'Save a copy, also while crawling…'),
  withFile('har', 'Export the requests as HAR…'),
  withFile('graphml', 'Export the link graph as GraphML…'),
  withFile('unpack', 'Write an unpacked copy…'),
  withFile('check-file', 'Check this file…'),
  withFile('drop-bodies', 'Drop stored pages…'),
  withFile('close-file', 'Close the file', 'Ctrl W'),
  withFile('crawl:pause', 'Pause the crawl'),
  withFile('crawl:resume', 'Resume the crawl'),
  withFile('crawl:stop', 'Stop the crawl'),
  withFile('crawl:try-network', 'Try the network again'),
  withFile('crawl:again', 'Crawl again with these settings…'),
  withFile('crawl:continue', 'Continue with a higher limit…'),
  withFile('crawl:scope', 'URLs of this crawl: scope, patterns, parameters…'),
  withFile('crawl:site-rules', 'Site rules…'),
];

/** Fewer is nearer; null: the letters are not in the label in this order. */
function distance(label: string, typed: string): number | null {
  const text = label.toLowerCase();
  const whole = text.indexOf(typed);
  if (whole >= 0) return whole === 0 || text[whole - 1] === ' ' ? whole / 1_000 : 1 + whole / 1_000;
  let [at, gaps] = [-1, 0];
  for (const letter of typed) {
    if (letter === ' ') continue;
    const next = text.indexOf(letter, at + 1);
    if (next < 0) return null;
    // The beginning of a word is where people mean it.
    gaps += next === at + 1 ? 0 : text[next - 1] === ' ' ? 0.5 : next - at;
    at = next;
  }
  return 10 + gaps;
}

/** The commands that fit what is typed, nearest first; all of them, in their order, for nothing. */
export function fittingCommands(commands: readonly ListedCommand[], typed: string): readonly ListedCommand[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return commands;
  return commands
    .map(command => ({ command, far: distance(command.label, wanted) }))
    .filter((each): each is { command: ListedCommand; far: number } => each.far !== null)
    .sort((a, b) => a.far - b.far)
    .map(({ command }) => command);
}
