import type { ColumnType } from './export.ts';

/** The lists about the links of a crawl: window, command line and exports have the same columns. */

/** How a cell is shown. `count`, `status`, `bytes` and `ms` are whole numbers, `score` has one decimal, `share` is at most 1, `flag` is true or false. */
export type GraphColumnKind = 'url' | 'text' | 'count' | 'status' | 'score' | 'share' | 'flag' | 'bytes' | 'ms' | 'time';

export interface GraphColumn {
  /** In files and on the command line. */
  readonly name: string;
  readonly label: string;
  readonly kind: GraphColumnKind;
  /** What it means, where the label does not say it all. */
  readonly about?: string;
}

export interface GraphListInfo {
  readonly id: string;
  readonly label: string;
  /** What a row is, and which rows there are. */
  readonly about: string;
  readonly columns: readonly GraphColumn[];
  /** The first order: the name of a column. */
  readonly sort: string;
  readonly descending: boolean;
}

const url = (name: string, label: string, about?: string): GraphColumn => column(name, label, 'url', about);
const count = (name: string, label: string, about?: string): GraphColumn => column(name, label, 'count', about);
const flag = (name: string, label: string, about?: string): GraphColumn => column(name, label, 'flag', about);
const text = (name: string, label: string, about?: string): GraphColumn => column(name, label, 'text', about);

function column(name: string, label: string, kind: GraphColumnKind, about?: string): GraphColumn {
  return about === undefined ? { name, label, kind } : { name, label, kind, about };
}

const status = column('status', 'Status', 'status');
const indexable = flag(
  'indexable',
  'Indexable',
  'a page with status 2xx that may be fetched and listed, without a canonical elsewhere',
);
const score = column('score', 'Link score', 'score', '0 to 100: PageRank on a logarithmic scale');
const depth = count('depth', 'Depth', 'fewest links from a start URL');
const inlinks = count('inlinks', 'Links in', 'other pages that link to it, nofollow included, and redirects');

export const graphLists = [
  {
    id: 'tree',
    label: 'Directories',
    about: 'Every directory with internal URLs. Its numbers include those of the directories below it.',
    sort: 'directory',
    descending: false,
    columns: [
      text('directory', 'Directory'),
      count('level', 'Level', '0 for a site'),
      count('urls', 'URLs'),
      count('fetched', 'Fetched', 'with a response'),
      count('indexable', 'Indexable', 'pages that search engines may index'),
      count('client_errors', '4xx'),
      count('server_errors', '5xx'),
      column('bytes', 'Bytes', 'bytes', 'decoded size of all bodies'),
      column('mean_ms', 'Mean time', 'ms', 'mean duration of the requests'),
      { ...inlinks, about: 'sum of the links in of its URLs' },
    ],
  },
  {
    id: 'chains',
    label: 'Redirect chains',
    about:
      'Every URL that redirects, followed to its end: one row for each hop, with what its own host’s robots.txt says about it.',
    sort: 'hops',
    descending: true,
    columns: [
      url('start', 'Start'),
      count('hops', 'Hops'),
      flag('loop', 'Loop', 'the chain returns to one of its URLs'),
      url('final_url', 'End', 'empty for a loop'),
      column('final_status', 'End status', 'status'),
      count('hop', 'Hop', '1 for the start'),
      url('url', 'URL'),
      status,
      url('redirect_to', 'Redirects to'),
      text('robots', 'robots.txt', 'yes, no or unknown: whether the URL of this hop may be fetched'),
      count('robots_line', 'Line', 'line of robots.txt that decided; 0: no line'),
      count('robots_version', 'Version', 'number of the robots.txt version that decided, from 1 for each host'),
      column('robots_seen_at', 'Version seen', 'time', 'when this version was first received'),
      column('delay_ms', 'Delay', 'ms', 'crawl delay that the host’s robots.txt requests'),
      count('delay_line', 'Delay line', 'line of robots.txt with the delay; 0: none'),
    ],
  },
  {
    id: 'orphans',
    label: 'Orphans',
    about: 'Internal URLs that no other URL links or redirects to, and URLs that only such URLs lead to.',
    sort: 'url',
    descending: false,
    columns: [
      url('url', 'URL'),
      text(
        'source',
        'Known from',
        'sitemap: only a sitemap lists it; list: a start URL of several; reference: only a canonical, hreflang or similar names it; orphans: only orphans lead to it',
      ),
      status,
      indexable,
      count('in_sitemaps', 'In sitemaps', 'sitemap entries that name it'),
      inlinks,
      score,
    ],
  },
  {
    id: 'scores',
    label: 'Link scores',
    about:
      'Internal URLs with a link score, each with its rank. URLs that redirect, or name another page as canonical, have none.',
    sort: 'score',
    descending: true,
    columns: [
      url('url', 'URL'),
      score,
      column('rank', 'Rank', 'share', 'PageRank: a share of 1'),
      status,
      indexable,
      depth,
      inlinks,
    ],
  },
  {
    id: 'dominators',
    label: 'Dominators',
    about:
      'URLs without which others would vanish: all paths of links and redirects from the start URLs to those go through them.',
    sort: 'behind',
    descending: true,
    columns: [
      url('url', 'URL'),
      count('behind', 'URLs behind', 'that only it leads to'),
      count('behind_indexable', 'Indexable behind', 'indexable pages among them'),
      status,
      depth,
      score,
      text('may_fetch', 'robots.txt', 'yes, no or unknown: whether it may be fetched'),
      url('nearest', 'Behind', 'the nearest URL that all paths to it go through'),
    ],
  },
  {
    id: 'canonicals',
    label: 'Canonical clusters',
    about: 'Pages whose canonical is another URL, followed to the end.',
    sort: 'cluster',
    descending: true,
    columns: [
      url('url', 'URL'),
      url('canonical', 'Canonical'),
      count('hops', 'Hops', 'canonicals from the page to the end'),
      url('end', 'End', 'empty for a loop'),
      column('end_status', 'End status', 'status'),
      { ...indexable, name: 'end_indexable', label: 'End indexable' },
      flag('loop', 'Loop'),
      count('cluster', 'Cluster', 'pages with the same end, the end included'),
    ],
  },
  {
    id: 'hreflang',
    label: 'hreflang clusters',
    about: 'Pages that hreflang connects, directly or through others. The rows of a cluster stand together.',
    sort: 'members',
    descending: true,
    columns: [
      count('cluster', 'Cluster', 'number of the cluster, from 1'),
      count('members', 'Members', 'URLs of the cluster'),
      url('url', 'URL'),
      text('languages', 'Languages', 'codes by which pages of the cluster name it'),
      status,
      indexable,
      count('names', 'Names', 'other members that it names'),
      count('named_by', 'Named by', 'other members that name it'),
      count('unanswered', 'Not returned', 'members that it names and that do not name it'),
    ],
  },
  {
    id: 'anchors',
    label: 'Anchor texts',
    about: 'Texts of the links to each internal URL (a, area).',
    sort: 'links',
    descending: true,
    columns: [
      url('target', 'Target'),
      text('text', 'Text', 'empty: no text'),
      count('links', 'Links'),
      count('pages', 'Pages', 'different pages with such a link'),
      count('nofollow', 'nofollow', 'links of them with nofollow'),
    ],
  },
  {
    id: 'bad-links',
    label: 'Links to problems',
    about:
      'Links to broken, blocked, noindex and redirecting internal URLs, by their place in the template: one fix for each row.',
    sort: 'pages',
    descending: true,
    columns: [
      text('problem', 'Problem', 'broken, blocked, noindex or redirect'),
      text('place', 'Place in the template', 'path of elements to the link; empty: not stored'),
      url('target', 'Target'),
      status,
      count('links', 'Links'),
      count('pages', 'Pages', 'different pages with such a link'),
      url('example', 'Example', 'the first page with such a link'),
    ],
  },
] as const satisfies readonly GraphListInfo[];

export type GraphListId = (typeof graphLists)[number]['id'];
export const graphListIds = graphLists.map(({ id }) => id) as [GraphListId, ...GraphListId[]];

/** The list of this id. */
export const graphListInfo = (id: GraphListId): GraphListInfo =>
  (graphLists as readonly GraphListInfo[]).find(each => each.id === id) as GraphListInfo;

const types: Readonly<Record<GraphColumnKind, ColumnType>> = {
  url: 'text',
  text: 'text',
  count: 'integer',
  status: 'integer',
  score: 'number',
  share: 'number',
  flag: 'boolean',
  bytes: 'integer',
  ms: 'integer',
  time: 'time',
};

/** The columns of a list as exports have them. */
export const graphExportColumns = (id: GraphListId): { readonly name: string; readonly type: ColumnType }[] =>
  graphListInfo(id).columns.map(({ name, kind }) => ({ name, type: types[kind] }));
