import type { RuleFinding } from '#shared/model/rules.ts';
import { useActions } from '../../bridge/app-context.ts';
import { useCall } from '../../bridge/hooks.ts';
import { useRules } from '../../domain/use-rules.ts';
import { Foreign } from '../../ui/text/foreign.tsx';
import { countWords } from '../../ui/text/format.ts';

const missingWords: Readonly<Record<Exclude<RuleFinding['missing'], '' | 'not-applicable'>, string>> = {
  'no-body': 'not checkable: the body is not stored',
  waiting: 'not looked at yet',
  'not-allowed': 'not allowed yet: the rule came with the file',
};

/** What custom searches and extractions found on the page, all values in their order. */
export function CustomFacts({ url }: { readonly url: string }) {
  const { view } = useRules();
  const hasRules = view?.rules.some(({ rule }) => rule.kind === 'search' || rule.kind === 'extraction') ?? false;
  const { data } = useCall('rules.ofUrl', hasRules ? { url } : null, view?.run.done ?? 0);
  const told = data?.filter(({ missing }) => missing !== 'not-applicable') ?? [];
  if (told.length === 0) return null;
  return (
    <section className="fact-group" data-testid="custom-facts">
      <h3>Custom</h3>
      <dl className="facts">
        {told.map(({ rule, outcome, missing }) => (
          <div key={rule.name}>
            <dt>{rule.name}</dt>
            <dd>
              {outcome ? (
                <Found url={url} outcome={outcome} />
              ) : (
                missing !== '' && missing !== 'not-applicable' && missingWords[missing]
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Found({ url, outcome }: { readonly url: string; readonly outcome: NonNullable<RuleFinding['outcome']> }) {
  const { go } = useActions();
  if (outcome.state === 'too-slow') return 'too slow on this page';
  if (outcome.state === 'failed') return <Foreign text={`failed: ${outcome.problem}`} />;
  if (outcome.count === 0) return 'nothing found';
  return (
    <ol className="rule-values">
      {outcome.values.map(({ value, bytes }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: values have no other name than their place
        <li key={at}>
          <Foreign text={value === '' ? '(empty)' : value} />
          {bytes && (
            <button
              type="button"
              className="link"
              onClick={() => go({ do: 'open', target: { view: 'source', url, start: bytes[0], end: bytes[1] } })}
            >
              in the source
            </button>
          )}
        </li>
      ))}
      {outcome.count > outcome.values.length && (
        <li className="muted">and {countWords(outcome.count - outcome.values.length)} more</li>
      )}
    </ol>
  );
}
