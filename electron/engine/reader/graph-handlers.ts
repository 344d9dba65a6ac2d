import type { Graphs } from '../graph/graphs.ts';
import type { ReaderHandlers } from './reads.ts';

/** The links of the open crawl. */
export const graphHandlers = (graphs: Graphs) =>
  ({
    'graph.start': wanted => graphs.start(wanted),
    'graph.read': () => graphs.read(),
    'graph.cancel': () => graphs.cancel(),
    'graph.list': wanted => graphs.list(wanted),
    'graph.path': ({ url }) => graphs.path(url),
    'graph.bars': wanted => graphs.bars(wanted),
    'graph.map': wanted => graphs.map(wanted),
    'graph.behind': wanted => graphs.behind(wanted),
  }) satisfies ReaderHandlers;
