import { useState } from 'react';
import { type GraphListId, graphListIds, graphListInfo } from '#shared/model/graph-lists.ts';
import { useNav } from '../../bridge/app-context.ts';
import { useStatus } from '../../bridge/hooks.ts';
import { GraphState, NoGraph } from '../../domain/graph-state.tsx';
import { useGraph } from '../../domain/use-graph.ts';
import { Problem } from '../../ui/problem.tsx';
import { Directories } from './directories.tsx';
import { GraphList } from './graph-list.tsx';

/** How the site is put together: directories, redirects, orphans, clusters, and pages that others depend on. */
export function StructureView() {
  const nav = useNav();
  // A view that is not on screen reads nothing.
  const graph = useGraph(nav.view === 'structure' ? 'start' : 'look');
  const status = useStatus();
  const [list, setList] = useState<GraphListId>('tree');
  const { state, error, retry } = graph;
  if (error && state === null) return <Problem text={`The links could not be read: ${error}`} retry={retry} />;
  if (status?.urls === 0) return <div className="empty">There are no links yet. Start the crawl.</div>;
  const { about } = graphListInfo(list);
  return (
    <div className="structure">
      <GraphState graph={graph} />
      <div className="toolbar toolbar-line" role="toolbar" aria-label="Lists">
        {graphListIds.map(id => (
          <button
            key={id}
            type="button"
            className="chip"
            data-testid={`structure-${id}`}
            aria-pressed={id === list}
            onClick={() => setList(id)}
          >
            {graphListInfo(id).label}
          </button>
        ))}
      </div>
      {state && state.run > 0 ? (
        <>
          <p className="list-about muted">{about}</p>
          {list === 'tree' ? <Directories key={state.run} /> : <GraphList key={`${list} ${state.run}`} list={list} />}
        </>
      ) : (
        <NoGraph graph={graph} />
      )}
    </div>
  );
}
