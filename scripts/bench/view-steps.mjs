// What `views.mjs` opens, in this order: each step does one thing and waits for what it shows.

/** In the view on screen: a view that was left stays in the document. */
const pane = 'main.body [data-active="true"]';
const rows = `${pane} .grid-row [role=gridcell]`;
/** Lines that tell honestly how far a longer work is. */
const working = `${pane} .work-line, ${pane} .empty`;
const testId = name => `[data-testid="${name}"]`;

/**
 * A step. `a >>> b` selects in the shadow root of `a`. `click`: selector of what is clicked; or `type`: [selector, text], with Enter; or `choose`: [selector, value] of a list. `rows`: the
 * selector of what must be there in the end; `changed`: its text must differ from before; `text`: and have this (a pattern). `shows`:
 * what tells of progress until then. `slow`: works longer in the background, by design: waits for up to as many seconds.
 */
const step = (name, what) => ({ name, rows, shows: working, changed: false, text: '', slow: 30, ...what });

const view = (name, what = {}) => step(`view ${name}`, { click: testId(`view-${name}`), ...what });
/** The number of a list, and what is in its place while it is made. */
const count = `${pane} .toolbar .count`;
const found = { rows: `${count}[data-late="false"]`, changed: true, shows: `${count}[data-late="true"]` };
const filtered = filter => [
  step(`URLs: filter ${filter}`, {
    type: [`${pane} .toolbar .filter`, filter],
    ...found,
  }),
  step('URLs: no filter', { type: [`${pane} .toolbar .filter`, ''], ...found }),
];
const sorted = label =>
  step(`URLs: order by ${label}`, {
    clickText: [`${pane} .head-button`, label],
    changed: true,
    shows: `${count}[data-late="true"]`,
  });
const structure = (name, what = {}) => step(`structure: ${name}`, { click: testId(`structure-${name}`), ...what });
const inspector = (name, what) =>
  step(`inspector: ${name}`, { click: testId(`tab-${name}`), shows: '', rows: `.inspector-body[data-tab="${name}"] *`, ...what });
const robots = (name, what) => step(`robots: ${name}`, { click: testId(`robots-tab-${name}`), ...what });

export const steps = [
  view('overview', { rows: '.tile', shows: '' }),
  view('urls', { shows: `${count}[data-late="true"]` }),
  ...[
    'status:404',
    'inurl:router',
    'title:garden',
    'harbour',
    'blocked:yes',
    'in:sitemap inlinks:0',
    'depth:3..5 type:html',
  ].flatMap(filtered),
  ...['URL', 'Title', 'Size', 'Links in', 'Status'].map(sorted),
  ...['resource', 'all', 'page'].map(name => step(`URLs: class ${name}`, { click: testId(`class-${name}`), ...found })),
  step('URLs: groups by folder', {
    choose: [testId('group-by'), 'folder'],
    shows: `${testId('group-pane')} p`,
    rows: `${testId('group-grid')} .grid-row [role=gridcell]`,
  }),
  step('URLs: groups by status', {
    choose: [testId('group-by'), 'status'],
    shows: `${testId('group-pane')} p`,
    rows: `${testId('group-grid')} .grid-row [role=gridcell]`,
    changed: true,
  }),
  step('URLs: no groups', { choose: [testId('group-by'), ''], rows }),
  step('inspector: opens, why', {
    open: `${pane} .grid-row [role=gridcell]`,
    rows: testId('inspector-headline'),
    shows: testId('inspector'),
  }),
  inspector('timeline', { rows: testId('timeline') }),
  inspector('issues', {}),
  inspector('crawlers', { rows: testId('matrix-row'), shows: '.inspector-body .empty' }),
  inspector('facts', {}),
  inspector('links', { rows: `${testId('link-grid')} .grid-row [role=gridcell]` }),
  inspector('headers', {}),
  inspector('source', {}),
  inspector('rendered', {}),
  step('inspector: closes', { click: '[aria-label="Close the inspector"]', rows }),
  view('robots', { rows: `${testId('robots-source')} >>> .cm-line` }),
  robots('file', { rows: testId('coverage-sums') }),
  robots('draft', { rows: `${testId('draft')} .robots-editor >>> .cm-line` }),
  step('robots: a line in the draft, to its counts', {
    editor: [`${testId('draft')} .robots-editor >>> .cm-content`, '\nDisallow: /guides/'],
    rows: testId('draft-changes'),
    changed: true,
    shows: `${testId('draft-checking')}, ${testId('draft-effect')} .empty`,
  }),
  robots('reading', { rows: testId('reading-line') }),
  robots('lint', { rows: `${pane} ${testId('lint-finding')}, ${pane} ${testId('lint-empty')}` }),
  robots('assertions', { rows: testId('assertions') }),
  robots('versions', { rows: testId('versions-panel') }),
  view('disagreements', { slow: 120, rows: `${testId('disagreement-summary')}[data-state="done"]` }),
  step('disagreements: one crawler against another', {
    click: testId('crawler-pair'),
    rows: testId('disagreement-summary'),
    changed: true,
    slow: 120,
  }),
  view('sitemaps', { rows: testId('sitemap-coverage') }),
  step('sitemaps: a file', {
    click: `${testId('sitemap-tree')} li:nth-of-type(2) button`,
    or: `${testId('sitemap-tree')} button:nth-of-type(2)`,
    rows: `${testId('sitemap-grid')} .grid-row [role=gridcell]`,
  }),
  step('sitemaps: counts of a file', { rows: `${testId('sitemap-counts')} button` }),
  view('compare', { rows: `${testId('compare-choose')}` }),
  view('custom', { rows: `${pane} *` }),
  view('search', { rows: `${pane} form` }),
  step('search: first matches', {
    type: [`${pane} form .filter`, 'river'],
    rows: `${testId('search-grid')} .grid-row [role=gridcell]`,
    shows: testId('search-state'),
    slow: 60,
  }),
  step('search: stopped', { clickText: [`${pane} button`, 'Stop'], rows: testId('search-state'), shows: '' }),
  view('sql', { rows: `${testId('sql-schema')} *` }),
  view('signals', { rows: `${testId('signal-cells')} .grid-row [role=gridcell]`, slow: 120 }),
  step('signals: URLs of a cell', { rows: `${testId('signal-urls')} .grid-row [role=gridcell]` }),
  step('signals: all counted', { rows: `${testId('signal-summary')}[data-state="done"]`, slow: 180 }),
  step('signals: one conflict', {
    click: `${testId('signal-conflicts')} li:nth-of-type(3) button`,
    rows: testId('signal-summary'),
    changed: true,
  }),
  view('structure', { rows: `${testId('structure-list')} .grid-row [role=gridcell]`, slow: 240 }),
  ...['chains', 'orphans', 'scores', 'canonicals', 'hreflang', 'anchors', 'bad-links', 'dominators'].map(name =>
    structure(name, {
      rows: `${testId('structure-list')} .grid-row [role=gridcell], ${pane} .under .empty`,
      shows: testId('structure-count'),
      slow: 120,
    }),
  ),
  structure('map', { rows: `${testId('tree-map')} g` }),
  structure('depths', { rows: `${testId('bar-chart')} rect` }),
  structure('sections', { rows: `${testId('bar-chart')} rect` }),
  structure('times', { rows: `${testId('bar-chart')} rect` }),
  structure('graph', { rows: `${testId('picture-graph')}[data-state="drawn"]`, slow: 60 }),
  structure('scores', { rows: `${testId('structure-list')} .grid-row [role=gridcell]` }),
  view('urls'),
  ...filtered('score:>50'),
  view('issues', { rows: `${pane} ${testId('check-row')}`, slow: 300 }),
  step('issues: audited', { rows: `${testId('audit-line')}[data-state="done"]`, slow: 400 }),
  step('issues: a check with most hits', { clickText: [testId('check-row'), 'Page on plain HTTP'], rows, changed: true }),
  view('overview', { rows: testId('top-finding'), shows: '.tile' }),
  ...['urls', 'issues', 'robots', 'disagreements', 'sitemaps', 'compare', 'custom', 'structure', 'signals', 'search', 'sql'].map(
    name => ({
      ...view(name, { rows: `${pane} *` }),
      name: `view ${name}, again`,
    }),
  ),
];
