// npm run bench            crawl speed: our engine in two tiers, the bare fetch loop and two npm crawlers, on one virtual site
// npm run bench -- scale   one crawl of many URLs: memory, speed over time, resuming
// Options are listed by --help. Everything on loopback; nothing is written outside .cache/bench.
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { ensureInstalled, runMain, Stop, say } from '../run/bootstrap.mjs';
import { crawlBench } from './crawl-bench.mjs';
import { scratch, startSite } from './measure.mjs';
import { benchOptions } from './options.mjs';
import { scaleBench } from './scale-bench.mjs';
import { shapes } from './site.mjs';
import { machineLine, profileTable, scaleTable, speedTable } from './tables.mjs';

const help = `npm run bench [-- options]
  --pages N         pages of the virtual site (default 10000)
  --connections N   connections at once (default 32)
  --tiers T1,T2     T1: URLs, facts, links, decisions; T2: bodies as well
  --site DIR        crawl a folder of HTML files instead of the virtual site
  --url URL         crawl this site on loopback instead
  --peer-pages N    pages the npm crawlers may take (default 2000)
  --no-peers        leave them out
  --profile         also profile T1 and show where the time goes
  --json FILE       write the numbers
npm run bench -- scale [--urls N] [--connections N] [--json FILE]`;

/** A site that runs already: nothing is known of its costs. */
const foreignSite = url => ({ url, counts: async () => ({ private: 0, cpuUs: 0 }), close: async () => undefined });

async function siteOf(values, pages) {
  if (values.url) {
    const { hostname } = new URL(values.url);
    if (hostname !== '127.0.0.1' && hostname !== 'localhost')
      throw new Stop('--url must be on loopback: the benchmark knows no politeness.');
    return foreignSite(values.url);
  }
  if (!values.site) return startSite('synthetic', pages, 'ordinary');
  if (!statSync(values.site, { throwIfNoEntry: false })?.isDirectory()) throw new Stop(`--site ${values.site} is no folder.`);
  return startSite('folder', values.site);
}

await runMain(async () => {
  ensureInstalled();
  if (Number(process.versions.node.split('.')[0]) < 24)
    throw new Stop('the benchmark needs Node 24: start it with npm run bench.');
  const given = benchOptions(
    help,
    {
      pages: { type: 'string', default: '10000' },
      urls: { type: 'string', default: '200000' },
      connections: { type: 'string', default: '32' },
      tiers: { type: 'string', default: 'T1,T2' },
      site: { type: 'string' },
      url: { type: 'string' },
      'peer-pages': { type: 'string', default: '2000' },
      'no-peers': { type: 'boolean' },
      profile: { type: 'boolean' },
      json: { type: 'string' },
    },
    true,
  );
  const { values, positionals } = given;
  if (positionals.some((word, at) => at > 0 || word !== 'scale'))
    throw new Stop(`there is no benchmark named ${positionals.join(' ')}: see npm run bench -- --help`);
  mkdirSync(scratch, { recursive: true });
  const connections = given.number('connections');
  const tiers = given.words('tiers', ['T1', 'T2']);
  const machine = {
    node: process.version,
    cpu: cpus()[0]?.model ?? '',
    cores: cpus().length,
    memory: totalmem(),
    at: new Date().toISOString(),
  };
  const text = [machineLine(machine), ''];
  let result;
  if (positionals[0] === 'scale') {
    const urls = given.number('urls');
    result = await scaleBench({ urls, connections, shape: shapes.tiny });
    text.push(scaleTable(result));
  } else {
    const pages = given.number('pages');
    if (!values.site && !values.url) say('no --site DIR given: the virtual site only');
    const site = await siteOf(values, pages);
    const synthetic = !values.site && !values.url;
    try {
      result = await crawlBench(site, {
        pages,
        connections,
        synthetic,
        tiers,
        peers: !values['no-peers'],
        peerPages: given.number('peer-pages'),
        profile: values.profile ?? false,
        timeoutMs: 600_000,
        fix: values.site
          ? `Put an index.html with links into ${values.site}, or name the folder that has one.`
          : 'Give --url the address of a page with links.',
      });
    } finally {
      await site.close();
    }
    text.push(speedTable(result.rows));
    if (result.profile) text.push('', profileTable(result.profile));
  }
  process.stdout.write(`${text.join('\n')}\n`);
  if (values.json) writeFileSync(values.json, `${JSON.stringify({ machine, ...result }, null, 2)}\n`);
});
