import { parseQuery } from '#core/query/query.ts';
import type { Graphs } from '../graph/graphs.ts';
import type { ReaderHandlers, Reads } from './reads.ts';
import type { UrlLists } from './url-lists.ts';

/** The links of the open crawl. */
export const graphHandlers = (graphs: Graphs, reads: Pick<Reads, 'live'>, urlLists: Pick<UrlLists, 'ordered'>) =>
  ({
    'graph.start': wanted => graphs.start(wanted),
    'graph.read': () => graphs.read(),
    'graph.cancel': () => graphs.cancel(),
    'graph.list': wanted => graphs.list(wanted),
    'graph.making': wanted => graphs.making(wanted),
    'graph.stopList': wanted => graphs.stopList(wanted),
    'graph.path': ({ url }) => graphs.path(url),
    'graph.bars': wanted => graphs.bars(wanted),
    'graph.picture': () => graphs.picture(),
    'graph.nodes': wanted => graphs.nodes(wanted),
    'graph.around': wanted => graphs.around(wanted),
    'graph.matching': async ({ filter }) => {
      const { terms, problem } = parseQuery(filter, reads.live.operators());
      if (problem) return { places: new Int32Array(0), problem };
      return { places: graphs.placesOf(await urlLists.ordered({ terms, sort: 'depth', descending: false })), problem: '' };
    },
    'graph.map': wanted => graphs.map(wanted),
    'graph.behind': wanted => graphs.behind(wanted),
  }) satisfies ReaderHandlers;
