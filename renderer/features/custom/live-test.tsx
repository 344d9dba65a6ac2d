import { useState } from 'react';
import type { Rule, RuleTest } from '#shared/model/rules.ts';
import { useActions } from '../../bridge/app-context.ts';
import { Foreign } from '../../ui/text/foreign.tsx';
import { countWords, plural } from '../../ui/text/format.ts';

interface Props {
  readonly rule: Rule;
  /** The page to try; '' for none. */
  readonly url: string;
  readonly onUrl: (url: string) => void;
  readonly test: RuleTest | undefined;
  readonly error: string;
}

const shownAtFirst = 10;

/** What the rule finds on one page, as it is worded now. */
export function LiveTest({ rule, url, onUrl, test, error }: Props) {
  return (
    <section className="live-test" aria-label="Try it on a page">
      <h3>Try it on a page</h3>
      <input
        className="field"
        aria-label="Page to try"
        placeholder="Select a page in URLs, or enter its address: example.com/shoes"
        spellCheck={false}
        value={url}
        onChange={event => onUrl(event.target.value)}
      />
      <div aria-live="polite" data-testid="live-test">
        <Result rule={rule} url={url} test={test} error={error} />
      </div>
    </section>
  );
}

function Result({ rule, url, test, error }: Omit<Props, 'onUrl'>) {
  const { go } = useActions();
  const [isWhole, setWhole] = useState(false);
  if (error) return <p className="tone-bad">{error}</p>;
  if (rule.kind === 'check' || rule.kind === 'segment')
    return <p className="muted">Save it to see which URLs it finds: a {rule.kind} looks at all URLs together.</p>;
  if (url === '') return <p className="muted">Values and their places appear here while you type.</p>;
  if (!test) return <p className="muted">Looking at the page…</p>;
  if (Object.keys(test.problems).length > 0) return <p className="muted">Correct the fields above first.</p>;
  if (test.outcome === null) return <p className="tone-warn">{test.note}</p>;
  const { state, count, values, problem } = test.outcome;
  if (state === 'too-slow') return <p className="tone-warn">Too slow: it took longer than 2 s on this page.</p>;
  if (state === 'failed')
    return (
      <p className="tone-bad">
        It failed on this page: <Foreign text={problem} />
      </p>
    );
  if (count === 0) return <p>Nothing found on this page.</p>;
  const shown = isWhole ? values : values.slice(0, shownAtFirst);
  return (
    <>
      <p>
        <b>{rule.kind === 'search' ? plural(count, 'hit') : plural(count, 'value')}</b>
        {count > values.length && ` (the first ${countWords(values.length)} are kept)`}
      </p>
      <ol className="rule-values">
        {shown.map(({ value, bytes, isCut }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: values have no other name than their place
          <li key={at}>
            <Foreign className="selectable" text={value === '' ? '(empty)' : value} />
            {isCut && <span className="muted"> …</span>}
            {bytes && (
              <button
                type="button"
                className="link"
                onClick={() => go({ do: 'open', target: { view: 'source', url: test.url, start: bytes[0], end: bytes[1] } })}
              >
                bytes {countWords(bytes[0])}–{countWords(bytes[1])}
              </button>
            )}
          </li>
        ))}
      </ol>
      {values.length > shown.length && (
        <button type="button" className="btn small" onClick={() => setWhole(true)}>
          Show all {countWords(values.length)}
        </button>
      )}
    </>
  );
}
