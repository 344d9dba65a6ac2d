import { useCallback } from 'react';
import { titleOf } from '#shared/explain/describe.ts';
import { resultLabels } from '#shared/explain/signal-words.ts';
import type { CellCrawler, SignalCell, SignalChoice, SignalTableView } from '#shared/model/signals.ts';
import type { UrlRow } from '#shared/model/url-columns.ts';
import { useActions } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { ExportButton } from '../../domain/export-button.tsx';
import { urlColumn } from '../../domain/url-column.tsx';
import { BlockList } from '../../ui/grid/block-list.tsx';
import { useBlocks } from '../../ui/grid/use-blocks.ts';
import type { GridColumn } from '../../ui/grid/virtual-grid.tsx';
import { Foreign, foreignText } from '../../ui/text/foreign.tsx';
import { countWords, plural, statusTone } from '../../ui/text/format.ts';
import { resultTones } from './cell-columns.tsx';

interface Props {
  readonly view: SignalTableView;
  readonly cell: SignalCell;
}

const everything: SignalChoice = { where: [], conflict: null };

const columns: readonly GridColumn<UrlRow>[] = [
  urlColumn({ urlOf: row => row.url, width: 260, base: '' }),
  {
    key: 'status',
    label: 'Status',
    width: 64,
    end: true,
    cell: row => String(row.status ?? '–'),
    tone: row => `tone-${statusTone(row.status)}`,
  },
  { key: 'inlinks', label: 'Links in', width: 80, end: true, cell: row => countWords(row.inlinks) },
  { key: 'canonical', label: 'Canonical', width: 180, cell: row => foreignText(row.canonical ?? '') },
  { key: 'title', label: 'Title', width: 160, cell: row => foreignText(row.title ?? '') },
  { key: 'reason', label: 'Decision', width: 150, cell: row => titleOf(row.reason) },
];

interface Alike extends Pick<CellCrawler, 'result' | 'why' | 'rule'> {
  readonly profiles: readonly string[];
}

/** Crawlers that make the same of a cell for the same reason share a row. */
function alike({ crawlers }: SignalCell): readonly Alike[] {
  const rows = new Map<string, Alike>();
  for (const { profile, result, why, rule } of crawlers) {
    const key = JSON.stringify([result, why, rule]);
    rows.set(key, { profiles: [...(rows.get(key)?.profiles ?? []), profile], result, why, rule });
  }
  return [...rows.values()];
}

/** One combination of signals: its conflicts, what each engine makes of it and why, and its URLs. */
export function CellDetail({ view, cell }: Props) {
  const { go } = useActions();
  const { list, conflicts, crawlers } = view;
  const { id } = cell;
  const load = useCallback(
    (from: number, limit: number) => client.call('signals.urls', { list, cell: id, choice: everything, from, limit }),
    [list, id],
  );
  const rows = useBlocks<UrlRow>(load);
  const found = conflicts.filter(conflict => cell.conflicts.includes(conflict.id));
  const nameOf = (profile: string): string => crawlers.find(each => each.id === profile)?.name ?? profile;
  return (
    <section className="signal-detail" aria-label="The chosen combination">
      <header className="selectable" data-testid="signal-detail">
        <div>
          <h2>{plural(cell.urls, 'URL')}</h2>
          <ExportButton
            label="Export these URLs…"
            offer={{
              label: 'URLs with these signals',
              list: { kind: 'signal-urls', list, cell: id, choice: everything },
              count: cell.urls,
              shown: null,
            }}
          />
        </div>
        {found.length > 0 && (
          <ul className="signal-conflicts" aria-label="Conflicts">
            {found.map(({ id: conflict, name, why, fix, source, rank }) => (
              <li key={conflict} data-rank={rank}>
                <b>{name}.</b> {why} <span>{fix}</span> <span className="muted">{source}.</span>
              </li>
            ))}
          </ul>
        )}
        <ul className="signal-engines" aria-label="What each engine makes of it">
          {alike(cell).map(({ profiles, result, why, rule }) => (
            <li key={profiles.join(' ')}>
              <span>{profiles.map(nameOf).join(', ')}</span>
              <span className={`chip ${resultTones[result]}`}>{resultLabels[result]}</span>
              <span>
                <Foreign text={why} />
                {rule !== '' && (
                  <span className="muted">
                    {' '}
                    <bdi>{rule}</bdi>
                  </span>
                )}
              </span>
            </li>
          ))}
        </ul>
        {cell.urls > 1 && (
          <p className="muted">
            The sentences are about the first URL: <Foreign text={cell.example} />
          </p>
        )}
      </header>
      <BlockList
        label="URLs with these signals"
        testId="signal-urls"
        list={rows}
        columns={columns}
        what="The URLs"
        onOpen={({ url }) => go({ do: 'inspect', url })}
      />
    </section>
  );
}
