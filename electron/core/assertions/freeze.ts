import { originOf } from '../url/authority.ts';

/** The present verdict for one URL; `allowed` is null if there is none. */
export interface FrozenVerdict {
  readonly url: string;
  readonly allowed: boolean | null;
}

/**
 * Assertions that expect the current verdicts: a `site` line for every origin, then one `allow` or `deny` per
 * distinct URL, in the order given. URLs without a verdict become comments. `agent` is a crawler as assertions name
 * it.
 */
export function assertionsFor(verdicts: Iterable<FrozenVerdict>, agent: string): string {
  const sites = new Map<string, Set<string>>();
  for (const { url, allowed } of verdicts) {
    const origin = originOf(url)?.key;
    if (origin === undefined) continue;
    let lines = sites.get(origin);
    if (!lines) sites.set(origin, (lines = new Set()));
    const path = pathWithin(url);
    if (allowed === null) lines.add(`# not decided: ${path}`);
    else lines.add(`${allowed ? 'allow' : 'deny'} ${agentWord(agent)} ${path}`);
  }
  return [...sites].map(([origin, lines]) => `site ${origin}\n${[...lines].join('\n')}\n`).join('\n');
}

/** Path and query as stored. A fragment is never requested, and a line cannot contain blanks. */
function pathWithin(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  const rest = start < 0 ? '/' : url.slice(start);
  const hash = rest.indexOf('#');
  return (hash < 0 ? rest : rest.slice(0, hash)).replace(/[\s"]/g, found => encodeURIComponent(found));
}

const agentWord = (agent: string): string => (/[\s,]/.test(agent) ? `"${agent}"` : agent);
