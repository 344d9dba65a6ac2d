import { useActions } from '../../bridge/app-context.ts';
import { Hint } from '../../ui/hint.tsx';

/** Writes the whole link graph as GraphML: the command of the menu, beside the lists that are written as tables. */
export function GraphmlButton() {
  const { command } = useActions();
  return (
    <Hint text="The whole link graph, URLs and links, for Gephi, yEd and networkx">
      <button type="button" className="btn small" data-testid="graphml-button" onClick={() => command('graphml')}>
        GraphML…
      </button>
    </Hint>
  );
}
