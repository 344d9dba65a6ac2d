import { useEffect, useState } from 'react';
import type { GraphMaking } from '#shared/model/graph.ts';
import type { GraphListId } from '#shared/model/graph-lists.ts';
import { client } from '../../bridge/client.ts';
import { countWords } from '../../ui/text/format.ts';

/** Most lists are there by then. */
const firstMs = 150;
const pollMs = 250;

/** How far a list is that is not here yet, with what stops it. */
export function ListProgress({ list }: { readonly list: GraphListId }) {
  const [state, setState] = useState<GraphMaking | null>(null);
  useEffect(() => {
    let timer = 0;
    let isOver = false;
    const look = (): void => {
      client.call('graph.making', { list }).then(
        found => {
          if (isOver) return;
          setState(found);
          timer = window.setTimeout(look, pollMs);
        },
        // The call for the rows tells what is wrong.
        () => undefined,
      );
    };
    timer = window.setTimeout(look, firstMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [list]);
  if (!state) return <>Reading…</>;
  const { done, total, etaMs } = state;
  const left = etaMs === null ? '' : `, about ${Math.max(1, Math.round(etaMs / 1_000))} s left`;
  return (
    <>
      {total === 0 ? 'Reading…' : `Reading the links: ${countWords(done)} of ${countWords(total)} URLs${left}`}{' '}
      <button
        type="button"
        className="btn small"
        onClick={() => void client.call('graph.stopList', { list }).catch(() => undefined)}
      >
        Stop
      </button>
    </>
  );
}
