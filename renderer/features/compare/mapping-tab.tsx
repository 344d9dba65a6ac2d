import { useState } from 'react';
import type { ComparisonMapping } from '#shared/model/comparison-details.ts';
import { type MappingCounts, type MappingKind, type MappingRule, mostMappingRules } from '#shared/model/url-mapping.ts';
import { useActions } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { messageOf, useCall } from '../../bridge/hooks.ts';
import { Problem } from '../../ui/problem.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { countWords, percent, plural } from '../../ui/text/format.ts';

const kinds: readonly { readonly kind: MappingKind; readonly label: string; readonly from: string; readonly to: string }[] = [
  { kind: 'host', label: 'Host', from: 'staging.example.com', to: 'www.example.com' },
  { kind: 'prefix', label: 'Prefix', from: 'https://example.com/shop/', to: 'https://example.com/store/' },
  { kind: 'rewrite', label: 'RE2 pattern', from: '/product\\.php\\?id=(\\d+)$', to: '/p/$1' },
];

interface Props {
  readonly run: number;
  readonly onApplied: () => void;
}

/** How URLs of the first crawl are written in the second, with a test that counts. */
export function MappingTab({ run, onApplied }: Props) {
  const { data, error, retry } = useCall('comparison.mapping', {});
  if (error) return <Problem text={`The mapping could not be read: ${error}`} retry={retry} />;
  if (!data) return <div className="empty">Reading the mapping…</div>;
  return <Editor key={JSON.stringify(data)} run={run} stored={data} onApplied={onApplied} onTaken={retry} />;
}

interface EditorProps extends Props {
  readonly stored: ComparisonMapping;
  readonly onTaken: () => void;
}

interface Row extends MappingRule {
  readonly id: number;
}

function Editor({ run, stored, onApplied, onTaken }: EditorProps) {
  const { toast } = useActions();
  const [rows, setRows] = useState<readonly Row[]>(() =>
    (stored.rules.length === 0 ? [{ kind: 'host' as const, from: '', to: '' }] : stored.rules).map((rule, id) => ({
      ...rule,
      id,
    })),
  );
  const [keepPairs, setKeepPairs] = useState(true);
  const [counts, setCounts] = useState<MappingCounts | null>(null);
  const [problem, setProblem] = useState('');
  const [isTesting, setTesting] = useState(false);
  const rules = rows
    .filter(({ from }) => from.trim() !== '')
    .map(({ kind, from, to }) => ({ kind, from: from.trim(), to: to.trim() }));
  const change = (id: number, part: Partial<MappingRule>): void => {
    setRows(rows.map(row => (row.id === id ? { ...row, ...part } : row)));
    setCounts(null);
  };
  const test = async (): Promise<void> => {
    setTesting(true);
    setProblem('');
    try {
      setCounts(await client.call('comparison.testMapping', { run, rules, keepPairs }));
    } catch (reason) {
      setProblem(messageOf(reason));
    } finally {
      setTesting(false);
    }
  };
  const apply = async (): Promise<void> => {
    try {
      await client.call('comparison.setMapping', { rules, keepPairs });
      onApplied();
    } catch (reason) {
      setProblem(messageOf(reason));
    }
  };
  const take = async (): Promise<void> => {
    try {
      if ((await client.call('comparison.takeMapping', {})) === null) return;
      onTaken();
      onApplied();
    } catch (reason) {
      setProblem(messageOf(reason));
    }
  };
  const save = async (): Promise<void> => {
    try {
      const file = await client.call('comparison.saveMapping', {});
      if (file) toast(`Saved “${file.name}” in ${file.folder}`);
    } catch (reason) {
      toast(`The mapping was not saved: ${messageOf(reason)}`, 'problem');
    }
  };
  return (
    <form
      className="compare-mapping"
      data-testid="mapping"
      onSubmit={event => {
        event.preventDefault();
        void test();
      }}
    >
      <p className="muted">
        For sites that moved, such as staging and live: how a URL of the first crawl is written in the second one. The first rule
        that fits a URL applies; pairs of a file apply before rules. Canonicals, redirects and links of the first crawl are
        mapped, too.
      </p>
      <ul className="mapping-rules" aria-label="Rules">
        {rows.map(({ id, kind, from, to }, at) => {
          const sample = kinds.find(each => each.kind === kind);
          return (
            <li key={id}>
              <select
                className="field"
                aria-label={`Kind of rule ${at + 1}`}
                value={kind}
                onChange={event => change(id, { kind: event.target.value as MappingKind })}
              >
                {kinds.map(each => (
                  <option key={each.kind} value={each.kind}>
                    {each.label}
                  </option>
                ))}
              </select>
              <input
                className="field mono"
                aria-label={`Rule ${at + 1}: first crawl`}
                placeholder={sample?.from}
                spellCheck={false}
                value={from}
                data-testid={`mapping-from-${at}`}
                onChange={event => change(id, { from: event.target.value })}
              />
              <span aria-hidden="true">→</span>
              <input
                className="field mono"
                aria-label={`Rule ${at + 1}: second crawl`}
                placeholder={sample?.to}
                spellCheck={false}
                value={to}
                data-testid={`mapping-to-${at}`}
                onChange={event => change(id, { to: event.target.value })}
              />
              <button
                type="button"
                className="btn small quiet"
                aria-label={`Remove rule ${at + 1}`}
                onClick={() => setRows(rows.filter(row => row.id !== id))}
              >
                ×
              </button>
              <span className="muted num">{counts ? `fits ${plural(counts.byRule[at] ?? 0, 'URL')}` : ''}</span>
            </li>
          );
        })}
      </ul>
      {stored.pairs > 0 && (
        <label>
          <input type="checkbox" checked={keepPairs} onChange={event => setKeepPairs(event.target.checked)} /> Use the{' '}
          {plural(stored.pairs, 'pair')} of the file
        </label>
      )}
      <div className="compare-actions">
        <button
          type="button"
          className="btn small"
          disabled={rows.length >= mostMappingRules}
          onClick={() => setRows([...rows, { kind: 'host', from: '', to: '', id: Math.max(-1, ...rows.map(row => row.id)) + 1 }])}
        >
          Add a rule
        </button>
        <button type="submit" className="btn small" disabled={isTesting} data-testid="mapping-test">
          {isTesting ? 'Testing…' : 'Test'}
        </button>
        <button type="button" className="btn small primary" data-testid="mapping-apply" onClick={() => void apply()}>
          Compare with this mapping
        </button>
        <button type="button" className="btn small" onClick={() => void take()}>
          Open JSON or CSV…
        </button>
        <button
          type="button"
          className="btn small"
          disabled={stored.rules.length === 0 && stored.pairs === 0}
          onClick={() => void save()}
        >
          Save as JSON…
        </button>
      </div>
      {problem && <Problem text={problem} />}
      {counts && <Counts counts={counts} />}
    </form>
  );
}

function Counts({ counts }: { readonly counts: MappingCounts }) {
  const { before, after, mapped, matched, doubles, unmatchedBefore, unmatchedAfter, examples } = counts;
  return (
    <section className="mapping-counts selectable" data-testid="mapping-counts">
      <p className="num" aria-live="polite">
        <b>{countWords(mapped)}</b> of {plural(before, 'URL')} of the first crawl are mapped. <b>{countWords(matched)}</b> (
        {percent(matched, before)}) are in the second crawl, which has {countWords(after)}.
        {doubles > 0 && ` ${countWords(doubles)} more lead to a URL that another one has matched.`}
      </p>
      <Examples head="Matched by the mapping" total={null} pairs={examples} />
      <Examples head="First crawl, unmatched" total={before - matched} pairs={unmatchedBefore} />
      <Examples head="Second crawl, unmatched" total={after - matched} pairs={unmatchedAfter.map(url => [url, url] as const)} />
    </section>
  );
}

interface ExamplesProps {
  readonly head: string;
  readonly total: number | null;
  readonly pairs: readonly (readonly [string, string])[];
}

function Examples({ head, total, pairs }: ExamplesProps) {
  if (pairs.length === 0) return null;
  return (
    <div>
      <h3 className="num">
        {head}
        {total !== null && `: ${plural(total, 'URL')}`}
        {total !== null && total > pairs.length && <span className="muted">, the first {pairs.length}</span>}
      </h3>
      <ul>
        {pairs.map(([url, to]) => (
          <li key={url} className="mono wrap">
            <Foreign text={url} />
            {to !== url && (
              <>
                {' → '}
                <Foreign text={to} />
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
