import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { GraphNode, GraphPicture, NodeLinks } from '#shared/model/graph-picture.ts';
import { useActions } from '../../../../bridge/app-context.ts';
import { client } from '../../../../bridge/client.ts';
import { messageOf, useCall, useDebounced } from '../../../../bridge/hooks.ts';
import { ExportButton } from '../../../../domain/export-button.tsx';
import { BlockList } from '../../../../ui/grid/block-list.tsx';
import { useBlocks } from '../../../../ui/grid/use-blocks.ts';
import type { GridColumn } from '../../../../ui/grid/virtual-grid.tsx';
import { Problem } from '../../../../ui/problem.tsx';
import { type SideSize, SplitPane } from '../../../../ui/split-pane.tsx';
import { Foreign } from '../../../../ui/text/foreign.tsx';
import { countWords, plural, shortUrl, statusTone } from '../../../../ui/text/format.ts';
import { GraphmlButton } from '../../graphml-button.tsx';
import { type GraphColour, graphColours, huesOf } from './model.ts';
import { useDrawing } from './use-drawing.ts';

const tableSize: SideSize = { usual: '34%', least: 200, most: 75 };
const stackedBelow = 620;
const typedMs = 300;
const hoverMs = 40;
const step = 0.12;
const closer = 1.4;

/** The crawl as a graph: rings of depth around the start URL, and its pages as a list. */
export function GraphPictureView() {
  const { data, error, retry } = useCall('graph.picture', {});
  if (error) return <Problem text={`The graph could not be drawn: ${error}`} retry={retry} />;
  if (!data) return <div className="empty">Laying out the graph…</div>;
  if (data.ids.length === 0) return <div className="empty">No internal page is stored.</div>;
  return <Drawn picture={data} />;
}

/** Which nodes match a filter: null for all. */
function useMatching(filter: string, size: number) {
  const [found, setFound] = useState<{ readonly bits: Uint8Array; readonly places: Int32Array } | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let stale = false;
    const look = async (): Promise<void> => {
      if (filter.trim() === '') {
        setFound(null);
        setProblem('');
        return;
      }
      try {
        const { places, problem: wrong } = await client.call('graph.matching', { filter });
        if (stale) return;
        setProblem(wrong);
        if (wrong !== '') return;
        const bits = new Uint8Array(size);
        for (const place of places) bits[place] = 1;
        setFound({ bits, places });
      } catch (reason) {
        if (!stale) setProblem(messageOf(reason));
      }
    };
    void look();
    return () => {
      stale = true;
    };
  }, [filter, size]);
  return { found, problem };
}

interface Chosen {
  readonly place: number;
  readonly links: NodeLinks;
}

function Drawn({ picture }: { readonly picture: GraphPicture }) {
  const { go } = useActions();
  const [colour, setColour] = useState<GraphColour>('status');
  const [typed, setTyped] = useState('');
  const { found, problem } = useMatching(useDebounced(typed, typedMs), picture.ids.length);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [hover, setHover] = useState<{ readonly node: GraphNode; readonly x: number; readonly y: number } | null>(null);
  const [failure, setFailure] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const names = useCallback(async (places: readonly number[]) => client.call('graph.nodes', { places: [...places] }), []);
  const choose = useCallback(async (place: number) => {
    try {
      const links = await client.call('graph.around', { place });
      setChosen({ place, links });
      setFailure('');
    } catch (reason) {
      setFailure(messageOf(reason));
    }
  }, []);
  const inspect = async (place: number): Promise<void> => {
    void choose(place);
    const [node] = await names([place]);
    if (node) go({ do: 'inspect', url: node.url });
  };
  const shownChosen = useMemo(
    () => (chosen ? { place: chosen.place, around: [...chosen.links.from, ...chosen.links.to] } : null),
    [chosen],
  );
  const { drawing, means } = useDrawing(
    box,
    picture,
    { colour, matching: found?.bits ?? null, chosen: shownChosen },
    {
      onHover: (place, x, y) => {
        clearTimeout(timer.current);
        if (place < 0) {
          setHover(null);
          return;
        }
        timer.current = window.setTimeout(() => {
          void names([place]).then(
            ([node]) => node && setHover({ node, x, y }),
            () => undefined,
          );
        }, hoverMs);
      },
      onPick: place => void inspect(place),
    },
  );
  const onKey = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || !drawing) return;
    const moves: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => drawing.pan(-step, 0),
      ArrowRight: () => drawing.pan(step, 0),
      ArrowUp: () => drawing.pan(0, -step),
      ArrowDown: () => drawing.pan(0, step),
      '+': () => drawing.zoom(closer),
      '-': () => drawing.zoom(1 / closer),
      '0': () => drawing.whole(),
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  };
  const { hues, counts } = useMemo(() => huesOf(picture, colour), [picture, colour]);
  const drawn = picture.ids.length;
  return (
    <div className="picture" data-testid="picture-graph" data-means={means} data-state={drawing ? 'drawn' : 'drawing'}>
      <div className="toolbar toolbar-line picture-bar">
        <input
          className="field small graph-filter"
          type="search"
          placeholder="Show only: status:404 or text in the URL"
          aria-label="Filter of the graph"
          data-testid="graph-filter"
          value={typed}
          maxLength={2_000}
          onChange={({ target }) => setTyped(target.value)}
        />
        {problem || failure ? (
          <span className="tone-bad clip" role="alert">
            <Foreign text={problem || failure} />
          </span>
        ) : (
          <span className="muted num clip" data-testid="picture-note" aria-live="polite">
            {found && `${countWords(found.places.length)} of `}
            {drawn < picture.total
              ? `${countWords(drawn)} of ${plural(picture.total, 'page')}: those with the highest link score`
              : plural(drawn, 'page')}
          </span>
        )}
        <span className="spacer" />
        <label>
          Colour{' '}
          <select
            className="field small"
            data-testid="graph-colour"
            value={colour}
            onChange={({ target }) => setColour(target.value as GraphColour)}
          >
            {Object.entries(graphColours).map(([key, label]) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          className="btn small"
          aria-label="Zoom in"
          title="Zoom in (+)"
          onClick={() => drawing?.zoom(closer)}
        >
          +
        </button>
        <button
          type="button"
          className="btn small"
          aria-label="Zoom out"
          title="Zoom out (−)"
          onClick={() => drawing?.zoom(1 / closer)}
        >
          −
        </button>
        <button type="button" className="btn small" title="Show all of it (0)" onClick={() => drawing?.whole()}>
          All
        </button>
        <GraphmlButton />
        <ExportButton
          offer={{
            ...{ label: 'Link scores', count: null, shown: null },
            list: { kind: 'graph', list: 'scores', sort: 'score', descending: true },
          }}
        />
      </div>
      <SplitPane
        name="picture-graph"
        label="Size of the list"
        size={tableSize}
        narrow={{ below: stackedBelow, use: 'rows' }}
        main={
          <figure className="figure">
            <div
              className="graph-box"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys move the view
              tabIndex={0}
              role="application"
              aria-label="Crawl graph. Arrow keys move it, + and − zoom, 0 shows all. The list beside it has the pages."
              data-testid="graph-box"
              onKeyDown={onKey}
            >
              <div className="graph-drawing" ref={box} />
              {hover && <HoverNote {...hover} />}
              {!drawing && <div className="empty">Drawing…</div>}
            </div>
            <figcaption className="legend">
              {hues.map(({ label, variable, filter }, at) =>
                (counts[at] ?? 0) === 0 ? null : (
                  <button
                    key={label}
                    type="button"
                    className="link legend-entry"
                    disabled={filter === ''}
                    title={filter === '' ? undefined : `Show only: ${filter}`}
                    onClick={() => setTyped(typed === filter ? '' : filter)}
                  >
                    <i className={`hue ${variable.slice(2)}`} /> {label}{' '}
                    <span className="num">{countWords(counts[at] ?? 0)}</span>
                  </button>
                ),
              )}
              <span>Further out: more links from the start. Larger: higher link score. Lines: a shortest path.</span>
              {chosen && (
                <span className="num" data-testid="graph-chosen">
                  Chosen page: {countWords(chosen.links.fromTotal)} drawn pages link to it, it links to{' '}
                  {countWords(chosen.links.toTotal)}.
                </span>
              )}
            </figcaption>
          </figure>
        }
        side={
          <Nodes
            key={found ? 'some' : 'all'}
            picture={picture}
            places={found?.places ?? null}
            names={names}
            onSelect={place => {
              setHover(null);
              void choose(place);
              drawing?.goTo(place);
            }}
            onOpen={place => void inspect(place)}
          />
        }
      />
    </div>
  );
}

function HoverNote({ node, x, y }: { readonly node: GraphNode; readonly x: number; readonly y: number }) {
  return (
    <div className="graph-hover" style={{ left: x + 12, top: y + 12 }} data-testid="graph-hover">
      <Foreign text={node.url} />
      <span className="muted num">
        {node.status === null ? 'no response' : `status ${node.status}`} · depth {node.depth ?? '–'} · score{' '}
        {node.score?.toFixed(1) ?? '–'}
      </span>
    </div>
  );
}

interface NodesProps {
  readonly picture: GraphPicture;
  /** The places that are listed; null: all. */
  readonly places: Int32Array | null;
  readonly names: (places: readonly number[]) => Promise<readonly GraphNode[]>;
  readonly onSelect: (place: number) => void;
  readonly onOpen: (place: number) => void;
}

/** The drawn pages as a list: a row shows its links in the picture, and opens in the inspector. */
function Nodes({ picture, places, names, onSelect, onOpen }: NodesProps) {
  const base = picture.labels[0] ?? '';
  const total = places?.length ?? picture.ids.length;
  const load = useCallback(
    async (from: number, limit: number) => {
      const end = Math.min(total, from + limit);
      const wanted = places
        ? [...places.subarray(from, end)]
        : Array.from({ length: Math.max(0, end - from) }, (_, at) => from + at);
      return { total, rows: wanted.length === 0 ? [] : await names(wanted) };
    },
    [places, total, names],
  );
  const list = useBlocks<GraphNode>(load);
  const columns = useMemo<readonly GridColumn<GraphNode>[]>(
    () => [
      {
        ...{ key: 'url', label: 'URL', width: 160, grow: true },
        cell: ({ url }) => <Foreign title={url} text={shortUrl(url, base)} />,
      },
      {
        ...{ key: 'status', label: 'Status', width: 66, end: true },
        cell: ({ status }) => String(status ?? '–'),
        tone: ({ status }) => `tone-${statusTone(status)}`,
      },
      { key: 'depth', label: 'Depth', width: 62, end: true, cell: ({ depth }) => String(depth ?? '–') },
      { key: 'score', label: 'Score', width: 62, end: true, cell: ({ score }) => score?.toFixed(1) ?? '–' },
    ],
    [base],
  );
  return (
    <BlockList
      label="Drawn pages"
      testId="graph-nodes"
      list={list}
      columns={columns}
      what="The pages"
      empty="No drawn page matches this filter."
      onOpen={({ place }) => onOpen(place)}
      onSelect={({ place }) => onSelect(place)}
    />
  );
}
