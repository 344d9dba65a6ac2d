import { useEffect, useRef } from 'react';
import { GraphState } from '../../domain/graph-state.tsx';
import { useGraph } from '../../domain/use-graph.ts';
import { Problem } from '../../ui/problem.tsx';

/** How far link scores are, for a list that uses them. It has the links read if that was not done. `onRead`: scores are new. */
export function ScoreLine({ onRead }: { readonly onRead: () => void }) {
  const graph = useGraph('start');
  const { state, error, again } = graph;
  const run = state?.run ?? 0;
  const seen = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each reading
  useEffect(() => {
    if (run === seen.current) return;
    seen.current = run;
    onRead();
  }, [run]);
  if (error !== '') return <Problem text={`The link scores could not be computed: ${error}`} retry={graph.retry} />;
  if (run === 0 && state?.state === 'failed')
    return <Problem text={`The link scores could not be computed: ${state.problem}`} retry={again} />;
  if (run === 0 && state?.state === 'cancelled')
    return <Problem text="Reading the links was stopped, so there are no link scores." retry={again} />;
  return <GraphState graph={graph} />;
}
