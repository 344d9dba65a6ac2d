import { useCallback, useState } from 'react';
import type { ReplaySide } from '#shared/model/replay.ts';
import { useActions } from '../../../bridge/app-context.ts';
import { client } from '../../../bridge/client.ts';
import { useBlocks } from '../../../ui/grid/use-blocks.ts';
import { type GridColumn, VirtualGrid } from '../../../ui/grid/virtual-grid.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Foreign } from '../../../ui/text/foreign.tsx';
import { plural, shortUrl } from '../../../ui/text/format.ts';
import type { CoveredPick } from './marks.ts';

interface Props {
  readonly origin: string;
  readonly side: ReplaySide;
  readonly pick: CoveredPick;
  /** Changes when there may be more URLs. */
  readonly progress: number;
  readonly onClose: () => void;
}

/** The URLs a line decides, or those it matches while another one decides. */
export function CoveredList({ origin, side, pick, progress, onClose }: Props) {
  const { go } = useActions();
  const [selected, setSelected] = useState(-1);
  const { line, matches } = pick;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a crawl that moved on may have found more
  const load = useCallback(
    async (from: number, limit: number) => {
      const page = await client.call('replay.covered', { origin, side, line, matches, from, limit });
      return { total: page.total, rows: page.urls };
    },
    [origin, side, line, matches, progress],
  );
  const { total, rowAt, onRange, error, retry } = useBlocks<string>(load);
  const columns: readonly GridColumn<string>[] = [
    { key: 'url', label: 'URL', width: 240, grow: true, cell: url => <Foreign title={url} text={shortUrl(url, `${origin}/`)} /> },
  ];
  const open = (index: number): void => {
    const url = rowAt(index);
    if (url !== undefined) go({ do: 'inspect', url });
  };
  const what = total === undefined ? 'URLs' : plural(total, 'URL');
  return (
    <section
      className="url-side"
      aria-label="URLs of a line"
      data-testid="covered"
      onKeyDown={event => event.key === 'Escape' && onClose()}
    >
      <header className="url-side-head">
        <h3 className="num" aria-live="polite">
          {line === 0
            ? `${what} decided by no line`
            : matches
              ? `${what} line ${line} matches, and others decide`
              : `${what} decided by line ${line}`}
        </h3>
        <button type="button" className="btn quiet small" aria-label="Close the list" title="Close (Esc)" onClick={onClose}>
          ✕
        </button>
      </header>
      {error && <Problem text={`The URLs could not be read: ${error}`} retry={retry} />}
      {total === 0 && <div className="empty">No stored URL.</div>}
      {total !== 0 && (
        <VirtualGrid
          label="URLs of the line"
          testId="covered-urls"
          columns={columns}
          count={total ?? 0}
          rowAt={rowAt}
          onRange={onRange}
          selected={selected}
          onSelect={setSelected}
          onOpen={open}
        />
      )}
    </section>
  );
}
