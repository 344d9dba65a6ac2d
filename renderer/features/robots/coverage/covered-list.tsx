import { useCallback, useMemo } from 'react';
import type { ReplaySide } from '#shared/model/replay.ts';
import { useActions } from '../../../bridge/app-context.ts';
import { client } from '../../../bridge/client.ts';
import { ExportButton } from '../../../domain/export-button.tsx';
import { urlColumn } from '../../../domain/url-column.tsx';
import { BlockList } from '../../../ui/grid/block-list.tsx';
import { useBlocks } from '../../../ui/grid/use-blocks.ts';
import { plural } from '../../../ui/text/format.ts';
import { UrlSide } from '../url-side.tsx';
import type { CoveredPick } from './marks.ts';

interface Props {
  readonly origin: string;
  readonly side: ReplaySide;
  readonly pick: CoveredPick;
  /** Changes when there may be more URLs. */
  readonly progress: number;
  readonly onClose: () => void;
}

function titleOf({ line, matches }: CoveredPick, total: number | undefined): string {
  const what = total === undefined ? 'URLs' : plural(total, 'URL');
  if (line === 0) return `${what} decided by no line`;
  return matches ? `${what} matched by line ${line}, decided by other lines` : `${what} decided by line ${line}`;
}

/** The URLs a line decides, or those it matches while another one decides. */
export function CoveredList({ origin, side, pick, progress, onClose }: Props) {
  const { go } = useActions();
  const { line, matches } = pick;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a crawl that moved on may have found more
  const load = useCallback(
    async (from: number, limit: number) => {
      const page = await client.call('replay.covered', { origin, side, line, matches, from, limit });
      return { total: page.total, rows: page.urls };
    },
    [origin, side, line, matches, progress],
  );
  const list = useBlocks<string>(load);
  const columns = useMemo(() => [urlColumn({ urlOf: (url: string) => url, width: 240, base: `${origin}/` })], [origin]);
  return (
    <UrlSide label="URLs of a line" testId="covered" title={titleOf(pick, list.total)} onClose={onClose}>
      <div className="toolbar toolbar-line">
        <ExportButton
          label="Export these URLs…"
          offer={{
            label: titleOf(pick, list.total),
            list: { kind: 'covered', origin, side, line, matches },
            count: list.total ?? null,
            shown: null,
          }}
        />
      </div>
      <BlockList
        label="URLs of the line"
        testId="covered-urls"
        list={list}
        columns={columns}
        what="The URLs"
        empty="No stored URL."
        onOpen={url => go({ do: 'inspect', url })}
      />
    </UrlSide>
  );
}
