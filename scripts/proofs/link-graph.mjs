#!/usr/bin/env node
// node scripts/proofs/link-graph.mjs F.crawl…: link scores, depths and dominators of crawl files equal those of networkx (Debian:
// python3-networkx). The Python program reads a copy that `unpack` writes, so it shares no code with Crawlscope.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const files = process.argv.slice(2);
if (files.length === 0) {
  console.error('Usage: node scripts/proofs/link-graph.mjs F.crawl…');
  process.exit(2);
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (error) throw error;
  return status ?? 1;
}

const crawlscope = (...args) => {
  if (run(process.execPath, [join(root, 'scripts/run/crawlscope.cjs'), ...args]) !== 0)
    throw new Error(`crawlscope ${args.join(' ')}`);
};

let failed = 0;
for (const file of files) {
  const folder = mkdtempSync(join(tmpdir(), 'link-graph-'));
  try {
    const [copy, graph, dominators] = ['copy.db', 'graph.graphml', 'dominators.jsonl'].map(name => join(folder, name));
    crawlscope('unpack', file, '--out', copy);
    crawlscope('graph', file, '--out', graph);
    crawlscope('graph', file, '--list', 'dominators', '--out', dominators);
    console.log(file);
    failed += run('python3', [join(import.meta.dirname, 'link-graph.py'), copy, graph, dominators]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
process.exit(failed === 0 ? 0 : 1);
