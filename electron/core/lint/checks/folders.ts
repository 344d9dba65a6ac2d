import { beginningWith, type CrawlView } from '../crawl-view.ts';
import { type Check, type CrawlCheck, valueSpan } from '../diagnostic.ts';
import { nobody } from '../hurts.ts';
import type { LintGroup, Source, SourceLine } from '../source.ts';

/** The folder whose own page a Disallow closes: `/data/`, `/data/*`, and `/data/$` for that page alone. */
const closedFolder = ({ kind, value }: SourceLine): string | null =>
  kind === 'disallow' ? (/^(\/(?:[^*$]{0,2000}\/)?)[*$]?$/.exec(value)?.[1] ?? null) : null;

/** A folder that an Allow opens. */
const openFolder = ({ kind, value }: SourceLine): string | null =>
  kind === 'allow' ? (/^(\/[^*$]{1,2000}\/)\*?$/.exec(value)?.[1] ?? null) : null;

interface Nested {
  readonly rule: SourceLine;
  readonly parent: string;
  readonly folder: string;
}

/** Folders that are open inside a folder whose page is closed, each with the nearest such parent. */
function nestedFolders(group: LintGroup): Nested[] {
  const parents = new Set(group.rules.flatMap(rule => closedFolder(rule) ?? []));
  if (parents.size === 0) return [];
  return group.rules.flatMap(rule => {
    const folder = openFolder(rule);
    if (folder === null) return [];
    for (let end = folder.lastIndexOf('/', folder.length - 2); end >= 0; end = folder.lastIndexOf('/', end - 1)) {
      const parent = folder.slice(0, end + 1);
      if (parents.has(parent)) return [{ rule, parent, folder }];
      if (end === 0) break;
    }
    return [];
  });
}

const short = (path: string): string => (path.length > 100 ? `${path.slice(0, 99)}…` : path);

export const folderChecks: readonly Check[] = [
  {
    id: 'P-FOLDER',
    title: 'Open folder inside a closed one',
    severity: 'I',
    on: 'group',
    why: 'A crawler finds folders through the links of their parent’s page. If that page is closed, it never discovers them there.',
    fix: 'Link to the folder from an open page, or list its pages in a sitemap',
    fixes: null,
    source: 'Esri/geoportal-server wiki: harvesting web accessible folders',
    hurts: nobody,
    find: group =>
      nestedFolders(group).map(({ rule, parent, folder }) => ({
        says: `${short(folder)} is open, but the page of ${short(parent)} that would link to it is not`,
        at: valueSpan(rule),
      })),
  },
];

/** Programs that generate pages; the article of 1997 names CGI. */
const CGI = /\/cgi(-bin|-win|-local)?\/|\.(cgi|fcgi|pl|exe|dll)(\/|\?|$)/i;
/** Ours: a few addresses with parameters are no sign of generated pages. */
const MANY_WITH_PARAMETERS = 5;

export const folderCrawlChecks: readonly CrawlCheck[] = [
  {
    id: 'C-FOLDER',
    title: 'Open folder that the crawl did not find',
    severity: 'W',
    on: 'crawl',
    why: 'Its parent’s page is closed and nothing else leads there, so crawlers never discover the folder.',
    fix: 'Link to the folder from an open page, or list its pages in a sitemap',
    fixes: null,
    source: 'Esri/geoportal-server wiki: harvesting web accessible folders',
    hurts: nobody,
    find: (view, source) => undiscovered(view, source),
  },
  {
    id: 'C-GENERATED',
    title: 'Generated pages are open',
    severity: 'I',
    on: 'crawl',
    why: 'A program makes these pages from its parameters. From a list of results they may fail, and there may be any number.',
    fix: 'Close the program’s path, or the parameters that make no page of their own',
    fixes: null,
    source: 'An article on robots of 1997; Ours: what counts as generated',
    hurts: nobody,
    find: view => {
      const open = view.urls.filter(({ allowed, row }) => allowed && row.status === 200);
      const cgi = open.filter(({ path }) => CGI.test(path));
      const withQuery = open.filter(({ path }) => path.includes('?') && !CGI.test(path));
      const found = [...cgi, ...(withQuery.length >= MANY_WITH_PARAMETERS ? withQuery : [])];
      const [first] = found;
      const parts = [
        ...(cgi.length > 0 ? [`${cgi.length} of CGI programs`] : []),
        ...(withQuery.length >= MANY_WITH_PARAMETERS ? [`${withQuery.length} with parameters`] : []),
      ];
      return first
        ? {
            says: `${found.length} of ${open.length} open pages are generated (${parts.join(', ')}), such as ${short(first.row.url)}`,
          }
        : null;
    },
  },
];

function undiscovered(view: CrawlView, source: Source) {
  const used = new Set(view.file.groups.flatMap(group => group.rules.map(({ line }) => line)));
  return source.groups
    .flatMap(nestedFolders)
    .filter(({ rule }) => used.has(rule.number))
    .filter(({ folder }) => view.judge(view.facts.origin + folder).allowed && beginningWith(view.paths, folder).length === 0)
    .map(({ rule, folder, parent }) => ({
      says: `Of ${view.paths.length} paths of the crawl none is in ${short(folder)}; the page of ${short(parent)} is closed`,
      at: valueSpan(rule),
    }));
}
