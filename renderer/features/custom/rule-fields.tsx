import { useId } from 'react';
import { rulePopulations } from '#shared/model/rule-limits.ts';
import type { ExtractionRule, OwnCheckRule, Rule, SearchRule, SegmentRule } from '#shared/model/rules.ts';
import { Field, FieldNote } from '../../ui/field.tsx';
import { populationWords } from './rule-words.ts';

interface Props<R extends Rule> {
  readonly rule: R;
  readonly onChange: (rule: R) => void;
  /** Problems by field. */
  readonly problems: Readonly<Record<string, string>>;
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [T, string])[];
  readonly onChange: (value: T) => void;
}

function Choice<T extends string>({ label, value, options, onChange }: ChoiceProps<T>) {
  const id = useId();
  return (
    <div className="stacked">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="field" value={value} onChange={event => onChange(event.target.value as T)}>
        {options.map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
      <FieldNote id={id} problem={undefined}>
        {null}
      </FieldNote>
    </div>
  );
}

/** The fields of a rule, by its kind. */
export function RuleFields({ rule, onChange, problems }: Props<Rule>) {
  return (
    <div className="rule-fields">
      <Field
        label="Name"
        value={rule.name}
        onChange={name => onChange({ ...rule, name })}
        problem={problems['name']}
        hint="Part of the column and the filter: lower-case letters, digits, - and _"
        testId="rule-name"
        focus
      />
      {rule.kind === 'search' && <SearchFields rule={rule} onChange={onChange} problems={problems} />}
      {rule.kind === 'extraction' && <ExtractionFields rule={rule} onChange={onChange} problems={problems} />}
      {rule.kind === 'check' && <CheckFields rule={rule} onChange={onChange} problems={problems} />}
      {rule.kind === 'segment' && <SegmentFields rule={rule} onChange={onChange} problems={problems} />}
    </div>
  );
}

function UrlsField({
  value,
  onChange,
  problem,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problem: string | undefined;
}) {
  return (
    <Field
      label="Only URLs that match"
      value={value}
      onChange={onChange}
      problem={problem}
      placeholder="/product/"
      hint="RE2 pattern; empty for all pages"
    />
  );
}

function SearchFields({ rule, onChange, problems }: Props<SearchRule>) {
  const change = (part: Partial<SearchRule>): void => onChange({ ...rule, ...part });
  return (
    <>
      <Field
        label="Search for"
        value={rule.find}
        onChange={find => change({ find })}
        problem={problems['find']}
        placeholder={rule.syntax === 're2' ? 'UA-\\d+-\\d+' : 'googletagmanager.com'}
        hint={rule.syntax === 're2' ? 'RE2 pattern: no look-ahead, no back-references' : 'Exact text'}
        testId="rule-expression"
      />
      <Choice
        label="As"
        value={rule.syntax}
        options={[
          ['text', 'Text'],
          ['re2', 'Pattern (RE2)'],
        ]}
        onChange={syntax => change({ syntax })}
      />
      <Choice
        label="In"
        value={rule.where}
        options={[
          ['source', 'Source of the page'],
          ['text', 'Text that a reader sees'],
        ]}
        onChange={where => change({ where })}
      />
      <Choice
        label="An issue is a page that"
        value={rule.hit}
        options={[
          ['contains', 'contains it'],
          ['absent', 'does not contain it'],
        ]}
        onChange={hit => change({ hit })}
      />
      <Choice
        label="Upper and lower case"
        value={rule.letterCase}
        options={[
          ['ignore', 'are the same'],
          ['match', 'are different'],
        ]}
        onChange={letterCase => change({ letterCase })}
      />
      <UrlsField value={rule.urls} onChange={urls => change({ urls })} problem={problems['urls']} />
    </>
  );
}

const placeholders = {
  css: '.price',
  xpath: '//meta[@name="author"]/@content',
  re2: '"sku":"(\\w+)"',
  json: '$.offers[*].price',
};
const expressionHints = {
  css: 'CSS selector',
  xpath: 'XPath 3.1; also functions such as count(//img)',
  re2: 'RE2 pattern in the source',
  json: 'JSON path (RFC 9535)',
};

function ExtractionFields({ rule, onChange, problems }: Props<ExtractionRule>) {
  const change = (part: Partial<ExtractionRule>): void => onChange({ ...rule, ...part });
  const isTree = rule.by === 'css' || rule.by === 'xpath';
  return (
    <>
      <Choice
        label="Extract by"
        value={rule.by}
        options={[
          ['css', 'CSS selector'],
          ['xpath', 'XPath'],
          ['re2', 'Pattern (RE2)'],
          ['json', 'JSON path'],
        ]}
        onChange={by => change({ by })}
      />
      <Field
        label="Expression"
        value={rule.expression}
        onChange={expression => change({ expression })}
        problem={problems['expression']}
        placeholder={placeholders[rule.by]}
        hint={expressionHints[rule.by]}
        testId="rule-expression"
      />
      {isTree && (
        <Choice
          label="Take"
          value={rule.take}
          options={[
            ['text', 'Text'],
            ['attribute', 'An attribute'],
            ['html', 'Source inside'],
            ['count', 'Number of matches'],
          ]}
          onChange={take => change({ take })}
        />
      )}
      {isTree && rule.take === 'attribute' && (
        <Field
          label="Attribute"
          value={rule.attribute}
          onChange={attribute => change({ attribute })}
          problem={problems['attribute']}
          placeholder="href"
        />
      )}
      {rule.by === 're2' && (
        <Field
          label="Group"
          value={String(rule.group)}
          onChange={typed => change({ group: Math.min(99, Math.trunc(Number(typed)) || 0) })}
          problem={problems['group']}
          hint="0 for the whole match"
        />
      )}
      {rule.by === 'json' && (
        <Choice
          label="In"
          value={rule.json}
          options={[
            ['ld', 'JSON-LD scripts'],
            ['scripts', 'All JSON scripts'],
            ['response', 'JSON responses'],
          ]}
          onChange={json => change({ json })}
        />
      )}
      <UrlsField value={rule.urls} onChange={urls => change({ urls })} problem={problems['urls']} />
    </>
  );
}

function CheckFields({ rule, onChange, problems }: Props<OwnCheckRule>) {
  const change = (part: Partial<OwnCheckRule>): void => onChange({ ...rule, ...part });
  return (
    <>
      <Field
        label="Title"
        value={rule.title}
        onChange={title => change({ title })}
        problem={problems['title']}
        placeholder="Product page without a price"
        hint="As Issues shows it; empty for the name"
      />
      <Choice
        label="Found by"
        value={rule.by}
        options={[
          ['filter', 'Filter'],
          ['sql', 'SQL'],
        ]}
        onChange={by => change({ by })}
      />
      <Choice
        label="Among"
        value={rule.population}
        options={rulePopulations.map(name => [name, populationWords[name]] as const)}
        onChange={population => change({ population })}
      />
      <Field
        label={rule.by === 'filter' ? 'It is a hit if the URL matches' : 'It is a hit if this returns the URL'}
        value={rule.expression}
        onChange={expression => change({ expression })}
        problem={problems['expression']}
        rows={rule.by === 'sql' ? 5 : 2}
        placeholder={
          rule.by === 'sql' ? 'SELECT url, title FROM urls WHERE length(title) > 70' : 'segment:products extract.price:none'
        }
        hint={
          rule.by === 'sql'
            ? 'One SELECT that returns url; other columns are evidence. It only reads, and ends after 30 s.'
            : 'The filter language of URLs'
        }
        testId="rule-expression"
      />
      <Choice
        label="Type"
        value={rule.type}
        options={[
          ['issue', 'Issue'],
          ['warning', 'Warning'],
          ['opportunity', 'Opportunity'],
        ]}
        onChange={type => change({ type })}
      />
      <Choice
        label="Priority"
        value={rule.priority}
        options={[
          ['H', 'High'],
          ['M', 'Medium'],
          ['L', 'Low'],
        ]}
        onChange={priority => change({ priority })}
      />
      <Field label="Why it matters" value={rule.why} onChange={why => change({ why })} problem={problems['why']} rows={2} />
      <Field label="What to do" value={rule.fix} onChange={fix => change({ fix })} problem={problems['fix']} rows={2} />
    </>
  );
}

function SegmentFields({ rule, onChange, problems }: Props<SegmentRule>) {
  const change = (part: Partial<SegmentRule>): void => onChange({ ...rule, ...part });
  return (
    <>
      <Choice
        label="URLs that match"
        value={rule.by}
        options={[
          ['filter', 'A filter'],
          ['patterns', 'One of these patterns'],
        ]}
        onChange={by => change({ by })}
      />
      <Field
        label={rule.by === 'filter' ? 'Filter' : 'Patterns, one a line'}
        value={rule.expression}
        onChange={expression => change({ expression })}
        problem={problems['expression']}
        rows={rule.by === 'filter' ? 2 : 5}
        placeholder={rule.by === 'filter' ? 'site:example.com/blog/ depth:<4' : '/blog/\n/news/'}
        hint={rule.by === 'filter' ? 'The filter language of URLs' : 'RE2 patterns; one that matches is enough'}
        testId="rule-expression"
      />
    </>
  );
}
