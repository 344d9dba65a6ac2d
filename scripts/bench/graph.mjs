// How long link scores, paths and dominators of a large crawl take, and in how much memory: node scripts/bench/graph.mjs [URLs] [links]
// [F.crawl]. Generated links, as a site has them: a navigation on all pages, sections, links to near pages. With a crawl file: that file.
import { UrlTable } from '#core/audit/url-table.ts';
import { crawlLinks } from '#core/graph/crawl-links.ts';
import { dominatorsOf } from '#core/graph/dominators.ts';
import { linkScores } from '#core/graph/link-score.ts';
import { distancesFrom, nearerRows } from '#core/graph/paths.ts';
import { siteGraph } from '#core/graph/site-graph.ts';
import { finish } from '#core/steps.ts';

const [urls = 1_000_000, links = 20_000_000] = process.argv.slice(2, 4).map(Number);
const file = process.argv[4];
const megabytes = bytes => `${Math.round(bytes / 1e6)} MB`;
let longest = 0;

/** Runs work and prints how long it took, with the longest piece and the memory of the process. */
function timed(name, steps) {
  const started = performance.now();
  const cpu = process.cpuUsage();
  longest = 0;
  let last = started;
  const result = finish(
    (function* () {
      for (;;) {
        const step = steps.next();
        longest = Math.max(longest, performance.now() - last);
        last = performance.now();
        if (step.done) return step.value;
        yield step.value;
      }
    })(),
  );
  const took = Math.round(performance.now() - started);
  const { user, system } = process.cpuUsage(cpu);
  console.log(
    `${name.padEnd(28)}${String(took).padStart(8)} ms (processor ${Math.round((user + system) / 1_000)} ms), longest piece ${Math.round(longest)} ms, ${megabytes(process.memoryUsage().rss)}`,
  );
  return result;
}

function generatedTable() {
  const table = new UrlTable(urls);
  const row = {
    ...{
      originId: 1,
      class: 'page',
      state: 'done',
      reason: 'fetched',
      status: 200,
      mime: 'text/html',
      mayFetch: 'yes',
      mayList: 'yes',
    },
    ...{
      linksFollowed: 'yes',
      noindex: false,
      nofollow: false,
      depth: 3,
      inlinks: 20,
      inSitemaps: 0,
      bytes: 20_000,
      totalMs: 20,
      attempts: 1,
    },
    check: '',
  };
  for (let id = 1; id <= urls; id++)
    table.add({
      ...row,
      ...{
        id,
        url: `https://example.com/section-${id % 97}/page-${id}`,
        canonicalId: id % 50 === 0 ? id - 1 : id,
        redirectId: id % 40 === 0 ? id - 2 : 0,
      },
    });
  return table;
}

function* generatedSteps() {
  const each = Math.round(links / urls);
  const page = { from: 0, count: each, to: new Int32Array(each), passes: new Uint8Array(each).fill(1) };
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  for (let id = 1; id <= urls; id++) {
    page.from = id;
    for (let at = 0; at < each; at++) {
      const kind = at % 4;
      if (kind === 0) page.to[at] = 1 + ((at * 131) % Math.min(urls, 500));
      else if (kind === 1) page.to[at] = 1 + Math.floor(random() ** 3 * urls);
      else page.to[at] = Math.min(urls, Math.max(1, id + Math.floor((random() - 0.3) * 2_000)));
    }
    yield page;
  }
}

if (file !== undefined) {
  const { openGraphFile } = await import('#engine/graph/graph-file.ts');
  const opened = openGraphFile(file);
  const made = timed(file, crawlLinks(opened.source));
  console.log(`${made.table.size} URLs, ${made.steps.to.length} links, ${made.scores.rounds} rounds`);
  opened.close();
} else {
  const table = generatedTable();
  console.log(`${urls} URLs, ${links} links; the table of URLs: ${megabytes(process.memoryUsage().rss)}`);
  const graph = timed('links', siteGraph(table, ['https://example.com/section-1/page-1'], generatedSteps()));
  const scores = timed('link scores', linkScores(graph));
  const distances = timed('distances', distancesFrom(graph.steps, graph.seeds));
  timed('dominators', dominatorsOf(graph.steps, graph.seeds));
  const started = performance.now();
  nearerRows(graph.steps, distances, urls - 1, 50);
  console.log(`${graph.steps.to.length} different links, ${scores.rounds} rounds, change ${scores.change.toExponential(1)}`);
  console.log(`alternatives of one URL: ${Math.round(performance.now() - started)} ms`);
}
