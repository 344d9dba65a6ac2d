import { useCallback, useMemo, useState } from 'react';
import { type FieldChange, type FieldCounts, type FieldWay, fieldOf } from '#shared/model/compare-fields.ts';
import { useActions } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { useDebounced, useStatus } from '../../bridge/hooks.ts';
import { ExportButton } from '../../domain/export-button.tsx';
import { urlColumn } from '../../domain/url-column.tsx';
import { BlockList } from '../../ui/grid/block-list.tsx';
import { useBlocks } from '../../ui/grid/use-blocks.ts';
import type { GridColumn } from '../../ui/grid/virtual-grid.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { countWords, plural } from '../../ui/text/format.ts';
import { meanWords, shareWords, valueWords, waysOf, wayWords } from './field-words.ts';

interface Props {
  readonly run: number;
  readonly counts: FieldCounts;
}

/** One field: which way its values went, and the URLs with both values. */
export function FieldDetail({ run, counts }: Props) {
  const { go } = useActions();
  const { id, differ } = counts;
  const [way, setWay] = useState<FieldWay | null>(null);
  const [text, setText] = useState('');
  const contains = useDebounced(text.trim(), 250);
  const load = useCallback(
    (from: number, limit: number) => client.call('comparison.fieldUrls', { run, field: id, way, contains, from, limit }),
    [run, id, way, contains],
  );
  const base = useStatus()?.seeds[0] ?? '';
  const columns = useMemo(() => columnsOf(id, base), [id, base]);
  const list = useBlocks<FieldChange>(load);
  const field = fieldOf(id);
  const shown = way === null ? differ : counts.ways[way];
  return (
    <section className="sitemap">
      <header className="robots-head selectable" data-testid="field-detail">
        <h2 className="num">
          <Foreign text={field?.label ?? id} />: {countWords(differ)} {shareWords(counts)}
        </h2>
        <p className="muted num">
          <Foreign text={field?.help ?? ''} />. {meanWords(counts)}
        </p>
        <div className="chips num" role="group" aria-label="Only values that">
          {waysOf(counts).map(({ way: each, urls }) => (
            <button
              key={each}
              type="button"
              className="chip"
              aria-pressed={way === each}
              onClick={() => setWay(way === each ? null : each)}
            >
              {countWords(urls)} {wayWords[each]}
            </button>
          ))}
        </div>
      </header>
      <div className="toolbar toolbar-line">
        <input
          className="field"
          type="text"
          aria-label="Only URLs and values that contain"
          placeholder="Contains…"
          value={text}
          data-testid="field-contains"
          onChange={event => setText(event.target.value)}
        />
        {contains !== '' && list.total !== undefined && (
          <span className="muted num">
            {countWords(list.total)} of {plural(shown, 'URL')}
          </span>
        )}
        <ExportButton
          disabled={differ === 0}
          label="Export these URLs…"
          offer={{
            label: `URLs that differ in ${field?.label ?? id}`,
            list: { kind: 'compared-field', run, field: id, way, contains },
            count: contains === '' ? shown : (list.total ?? null),
            shown: null,
          }}
        />
      </div>
      <BlockList
        key={`${way} ${contains}`}
        label="URLs that differ"
        testId="field-urls"
        list={list}
        columns={columns}
        what="The URLs"
        empty={differ === 0 ? 'Both crawls have the same value for every URL.' : 'No URL and no value contains this.'}
        onOpen={({ url }) => go({ do: 'inspect-compared', url })}
      />
    </section>
  );
}

function columnsOf(id: string, base: string): readonly GridColumn<FieldChange>[] {
  const value = (read: (row: FieldChange) => string | number | null) => (row: FieldChange) => {
    const found = read(row);
    return found === null || found === '' ? (
      <span className="muted">none</span>
    ) : (
      <Foreign text={valueWords(id, found)} title={valueWords(id, found)} />
    );
  };
  const isNumber = fieldOf(id)?.kind === 'number';
  const width = isNumber ? 96 : 220;
  const url = urlColumn<FieldChange>({ urlOf: row => row.url, width: 160, base });
  // Hashes tell a reader nothing.
  if (id === 'text') return [url, { key: 'change', label: 'Change', width: 240, cell: row => row.change || wayWords[row.way] }];
  return [
    url,
    { key: 'before', label: 'Before', width, end: isNumber, cell: value(row => row.before) },
    { key: 'after', label: 'After', width, end: isNumber, cell: value(row => row.after) },
    {
      key: 'change',
      label: 'Change',
      width: 96,
      end: isNumber,
      cell: row => row.change || wayWords[row.way],
      tone: () => 'num',
    },
  ];
}
