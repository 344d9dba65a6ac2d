import { useId } from 'react';
import type { Obedience, SiteRule } from '#shared/model/crawl.ts';
import { FieldNote } from '../../ui/field.tsx';
import { keyed } from '../../ui/keyed.ts';
import { consentOf, type SiteRulesValue } from './site-rules-value.ts';

interface Props {
  readonly value: SiteRulesValue;
  readonly onChange: (value: SiteRulesValue) => void;
  readonly problem: string | undefined;
}

const choices: readonly { readonly robots: Obedience; readonly label: string }[] = [
  { robots: 'never', label: 'never obey' },
  { robots: 'always', label: 'always obey' },
  { robots: 'inherit', label: 'like the profile' },
];

/** Sites where robots.txt binds more or less than the profile says. */
export function SiteRulesField({ value, onChange, problem }: Props) {
  const id = useId();
  const { rules, others, consent } = value;
  const stated = consentOf(value);
  const put = (index: number, rule: SiteRule | null): void =>
    onChange({ ...value, rules: rules.flatMap((each, at) => (at !== index ? [each] : rule ? [rule] : [])) });
  return (
    <fieldset className="stacked site-rules" data-testid="site-rules">
      <legend>robots.txt rules per site</legend>
      {keyed(rules, () => 'rule').map(({ key, item: rule }, index) => (
        <div key={key} className="site-rule">
          <input
            className="field"
            aria-label="Site"
            data-testid="site-rule-pattern"
            placeholder="example.com, *.example.com, https://example.com:8443"
            spellCheck={false}
            value={rule.pattern}
            onChange={event => put(index, { ...rule, pattern: event.target.value })}
          />
          <select
            className="field"
            aria-label="robots.txt there"
            data-testid="site-rule-robots"
            value={rule.robots}
            onChange={event => put(index, { ...rule, robots: event.target.value as Obedience })}
          >
            {choices.map(({ robots, label }) => (
              <option key={robots} value={robots}>
                {label}
              </option>
            ))}
          </select>
          <button
            type="button"
            className="btn quiet small"
            aria-label={`Remove rule ${index + 1}`}
            onClick={() => put(index, null)}
          >
            ✕
          </button>
        </div>
      ))}
      <div className="site-rule-foot">
        <button
          type="button"
          className="btn small"
          data-testid="add-site-rule"
          onClick={() => onChange({ ...value, rules: [...rules, { pattern: '', robots: 'never' }] })}
        >
          Add a site…
        </button>
        <label className="inline">
          Other sites:{' '}
          <select
            className="field"
            data-testid="site-rule-others"
            value={others}
            onChange={event => onChange({ ...value, others: event.target.value as Obedience, consent: false })}
          >
            <option value="inherit">like the profile</option>
            <option value="always">always obey</option>
            <option value="never">never obey, on any host</option>
          </select>
        </label>
      </div>
      {stated !== '' && (
        <label className="check">
          <input
            type="checkbox"
            data-testid="site-rule-consent"
            checked={consent}
            onChange={event => onChange({ ...value, consent: event.target.checked })}
          />
          {stated}
        </label>
      )}
      <FieldNote id={id} problem={problem}>
        Never obey: Crawlscope reads and cites robots.txt and keeps its Crawl-delay, but fetches blocked URLs. Always obey: both
        RFC 9309 and the profile must allow a URL. The first rule that matches a site applies, else the choice for other sites.
      </FieldNote>
    </fieldset>
  );
}
