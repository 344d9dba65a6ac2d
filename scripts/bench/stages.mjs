// Where the CPU time of a crawl goes, from a V8 profile. The time of every function counts for the stage of its
// folder. Time in Node's own and native code counts for the stage that called it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const stageOf = [
  [/\/electron\/fetcher\/|\/undici\//, 'fetch'],
  [/\/electron\/core\/html\//, 'parse'],
  [/\/electron\/storage\/|\/better-sqlite3\//, 'store'],
  [/\/electron\/(core|engine)\/|\/shared\//, 'decide'],
];

/** Microseconds a page by stage, and the functions that cost most. */
export function stagesOf(folder, pages) {
  const name = readdirSync(folder).find(file => file.endsWith('.cpuprofile'));
  const profile = JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const nodes = new Map(profile.nodes.map(node => [node.id, node]));
  const parents = new Map();
  for (const node of profile.nodes) for (const child of node.children ?? []) parents.set(child, node.id);
  const own = new Map();
  for (const [i, id] of profile.samples.entries()) own.set(id, (own.get(id) ?? 0) + profile.timeDeltas[i]);
  const ownStage = node => {
    const { functionName, url } = node.callFrame;
    if (functionName === '(idle)') return 'idle';
    if (functionName === '(garbage collector)') return 'garbage collection';
    return stageOf.find(([pattern]) => pattern.test(url))?.[1];
  };
  const stages = { fetch: 0, parse: 0, decide: 0, store: 0, 'garbage collection': 0, other: 0, idle: 0 };
  const functions = new Map();
  for (const [id, us] of own) {
    let stage;
    for (let at = id; at !== undefined && stage === undefined; at = parents.get(at)) {
      stage = ownStage(nodes.get(at));
      // Node reads sockets with none of our functions on the stack.
      if (stage === undefined && /^node:(internal\/stream|net|internal\/js_stream)/.test(nodes.get(at).callFrame.url))
        stage = 'fetch';
    }
    stages[stage ?? 'other'] += us / pages;
    const { functionName, url, lineNumber } = nodes.get(id).callFrame;
    const where = `${functionName || '(anonymous)'} ${url.replace(/^.*\/(electron|shared|node_modules)\//, '$1/')}:${lineNumber + 1}`;
    functions.set(where, (functions.get(where) ?? 0) + us / pages);
  }
  return { stages, functions: [...functions].sort((a, b) => b[1] - a[1]).slice(0, 40) };
}
