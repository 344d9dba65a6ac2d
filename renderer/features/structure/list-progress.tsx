import { useEffect, useState } from 'react';
import type { GraphMaking } from '#shared/model/graph.ts';
import type { GraphListId } from '#shared/model/graph-lists.ts';
import { client } from '../../bridge/client.ts';
import { countWords } from '../../ui/text/format.ts';

/** Most lists are there by then. */
const firstMs = 150;
const pollMs = 250;

interface Props {
  readonly list: GraphListId;
  /** Called with how far the list was when its reading is stopped. */
  readonly onStop: (state: GraphMaking) => void;
}

/** How far a list is that is not here yet, with what stops it. */
export function ListProgress({ list, onStop }: Props) {
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
  const stop = (): void => {
    onStop(state);
    void client.call('graph.stopList', { list }).catch(() => undefined);
  };
  const left = etaMs === null ? '' : `, about ${Math.max(1, Math.round(etaMs / 1_000))} s left`;
  return (
    <>
      {total === 0 ? 'Reading…' : `Reading the links: ${countWords(done)} of ${countWords(total)} URLs${left}`}{' '}
      <button type="button" className="btn small" onClick={stop}>
        Stop
      </button>
    </>
  );
}

/** In place of a list that was stopped. `again` starts it anew. */
export function ListStopped({ state: { done, total }, again }: { readonly state: GraphMaking; readonly again: () => void }) {
  return (
    <div className="empty" role="status" data-testid="list-stopped">
      <span>Stopped.{total > 0 && ` ${countWords(done)} of ${countWords(total)} URLs were read.`}</span>
      <button type="button" className="btn small" onClick={again}>
        Start again
      </button>
    </div>
  );
}
