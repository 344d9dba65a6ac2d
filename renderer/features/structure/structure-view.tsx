import { useState } from 'react';
import { type GraphListId, graphListIds, graphListInfo } from '#shared/model/graph-lists.ts';
import { useNav } from '../../bridge/app-context.ts';
import { useStatus } from '../../bridge/hooks.ts';
import { GraphState, NoGraph } from '../../domain/graph-state.tsx';
import { useGraph } from '../../domain/use-graph.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Directories } from './directories.tsx';
import { GraphList } from './graph-list.tsx';

const MapPicture = lazyPart(async () => (await import('./pictures/map-picture.tsx')).MapPictureView);
const BarsPicture = lazyPart(async () => (await import('./pictures/bars-picture.tsx')).BarsPictureView);
const GraphPicture = lazyPart(async () => (await import('./pictures/graph/graph-picture.tsx')).GraphPictureView);

const pictures = {
  map: { label: 'Map', about: 'Directories as areas: the more pages, the larger. A click goes into a directory.' },
  depths: { label: 'Depths', about: 'Internal pages by the fewest links from a start URL.' },
  sections: { label: 'Sections', about: 'Internal pages by the first folder of their path, and what was decided about them.' },
  graph: {
    label: 'Graph',
    about: 'Pages in rings: each as far from the centre as it has links from a start URL.',
  },
  times: { label: 'Over time', about: 'What the servers responded, and when.' },
} as const;
type PictureId = keyof typeof pictures;
const isPicture = (id: PictureId | GraphListId): id is PictureId => Object.hasOwn(pictures, id);

/** How the site is put together: pictures of it, directories, redirects, orphans, clusters, and pages that others depend on. */
export function StructureView() {
  const nav = useNav();
  // A view that is not on screen reads nothing.
  const graph = useGraph(nav.view === 'structure' ? 'start' : 'look');
  const status = useStatus();
  const [shown, setShown] = useState<PictureId | GraphListId>('tree');
  const { state, error, retry } = graph;
  if (error && state === null) return <Problem text={`The links could not be read: ${error}`} retry={retry} />;
  if (status?.urls === 0) return <div className="empty">There are no links yet. Start the crawl.</div>;
  const { about } = isPicture(shown) ? pictures[shown] : graphListInfo(shown);
  const chip = (id: PictureId | GraphListId, label: string) => (
    <button
      key={id}
      type="button"
      className="chip"
      data-testid={`structure-${id}`}
      aria-pressed={id === shown}
      onClick={() => setShown(id)}
    >
      {label}
    </button>
  );
  return (
    <div className="structure">
      <GraphState graph={graph} />
      <div className="toolbar structure-choice">
        <div role="toolbar" aria-label="Pictures">
          <span className="muted">Pictures</span>
          {(Object.keys(pictures) as PictureId[]).map(id => chip(id, pictures[id].label))}
        </div>
        <div role="toolbar" aria-label="Lists">
          <span className="muted">Lists</span>
          {graphListIds.map(id => chip(id, graphListInfo(id).label))}
        </div>
      </div>
      {state && state.run > 0 ? (
        <>
          <p className="list-about muted clip" title={about}>
            {about}
          </p>
          <Shown key={`${shown} ${state.run}`} id={shown} />
        </>
      ) : (
        <NoGraph graph={graph} />
      )}
    </div>
  );
}

function Shown({ id }: { readonly id: PictureId | GraphListId }) {
  if (id === 'map') return <MapPicture />;
  if (id === 'graph') return <GraphPicture />;
  if (isPicture(id)) return <BarsPicture picture={id} />;
  return id === 'tree' ? <Directories /> : <GraphList list={id} />;
}
