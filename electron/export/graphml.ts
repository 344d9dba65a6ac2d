import type { Cell } from './cell.ts';
import { xml } from './xml.ts';

/** A value of a node or an edge: its name, and its type as GraphML calls it. */
interface Key {
  readonly name: string;
  readonly type: 'string' | 'int' | 'double' | 'boolean';
}

const nodeKeys: readonly Key[] = [
  { name: 'url', type: 'string' },
  { name: 'status', type: 'int' },
  { name: 'depth', type: 'int' },
  { name: 'score', type: 'double' },
  { name: 'rank', type: 'double' },
  { name: 'indexable', type: 'boolean' },
];
const edgeKeys: readonly Key[] = [
  { name: 'kind', type: 'string' },
  { name: 'nofollow', type: 'boolean' },
  { name: 'count', type: 'int' },
];

export interface GraphmlNode {
  readonly id: number;
  /** In the order of the keys: url, status, depth, score, rank, indexable. A null is left out. */
  readonly values: readonly Cell[];
}
export interface GraphmlEdge {
  readonly from: number;
  readonly to: number;
  /** kind, nofollow, count. */
  readonly values: readonly Cell[];
}

const keyLines = (keys: readonly Key[], of: 'node' | 'edge'): string =>
  keys.map(({ name, type }) => `  <key id="${of}-${name}" for="${of}" attr.name="${name}" attr.type="${type}"/>\n`).join('');

const data = (keys: readonly Key[], of: 'node' | 'edge', values: readonly Cell[]): string =>
  keys
    .map(({ name }, at) => {
      const value = values[at] ?? null;
      return value === null ? '' : `<data key="${of}-${name}">${xml(String(value))}</data>`;
    })
    .join('');

/** A graph as GraphML, piece by piece (GraphML Primer, "Declaring GraphML-Attributes"). Nodes are named n and their id. */
export function* graphml(nodes: Iterable<GraphmlNode>, edges: Iterable<GraphmlEdge>): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
${keyLines(nodeKeys, 'node')}${keyLines(edgeKeys, 'edge')}  <graph id="links" edgedefault="directed">
`;
  for (const { id, values } of nodes) yield `    <node id="n${id}">${data(nodeKeys, 'node', values)}</node>\n`;
  for (const { from, to, values } of edges)
    yield `    <edge source="n${from}" target="n${to}">${data(edgeKeys, 'edge', values)}</edge>\n`;
  yield '  </graph>\n</graphml>\n';
}
