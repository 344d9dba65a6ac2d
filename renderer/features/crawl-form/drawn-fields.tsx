import { useId } from 'react';
import { http2Words, orderWords, renderWords, thirdPartyWords, throttleWords } from '#shared/explain/setting-words.ts';
import { crawlOrders, http2Uses, type IpFamily, renderThirdParties } from '#shared/model/crawl.ts';
import { renderDevices, renderScopes, renderThrottles } from '#shared/model/rendering.ts';
import { Field, FieldNote } from '../../ui/field.tsx';
import { type FieldGroup, type FieldSpec, follows, scopes } from './field-spec.ts';
import { type FormValues, type Preset, presetOf, presets, presetValues } from './form-values.ts';

export interface FormState {
  readonly form: FormValues;
  readonly change: (part: Partial<FormValues>) => void;
  /** Problems by the name of the setting. */
  readonly problems: Readonly<Record<string, string>>;
}

/** The fields of a group, drawn from its table. */
export function DrawnFields({ group, state }: { readonly group: FieldGroup; readonly state: FormState }) {
  return (
    <div className="fields" data-columns={group.columns}>
      {group.fields.map(spec => (
        <DrawnField key={spec.setting} spec={spec} state={state} />
      ))}
    </div>
  );
}

function DrawnField({ spec, state }: { readonly spec: FieldSpec; readonly state: FormState }) {
  const { form, change, problems } = state;
  switch (spec.kind) {
    case 'scope': {
      const look = { label: spec.label, hint: spec.hint ?? '', choices: scopes };
      return <ChoiceField {...look} value={form.scope} onChange={scope => change({ scope })} />;
    }
    case 'follow': {
      const look = {
        label: spec.label,
        hint: spec.hint ?? '',
        choices: follows,
        testId: 'follow',
        problem: problems[spec.setting],
      };
      return <ChoiceField {...look} value={form.follow} onChange={follow => change({ follow })} />;
    }
    case 'family':
      return <FamilyField label={spec.label} value={form.ipFamily} onChange={ipFamily => change({ ipFamily })} />;
    case 'http2': {
      const look = { label: spec.label, hint: spec.hint ?? '', choices: versions, testId: 'http2' };
      return <ChoiceField {...look} value={form.http2} onChange={http2 => change({ http2 })} />;
    }
    case 'order': {
      const look = { label: spec.label, hint: spec.hint ?? '', choices: orders, testId: 'crawl-order' };
      return <ChoiceField {...look} value={form.crawlOrder} onChange={crawlOrder => change({ crawlOrder })} />;
    }
    case 'render': {
      const look = { label: spec.label, hint: spec.hint ?? '', choices: scopesOfRendering, testId: 'render' };
      return (
        <ChoiceField {...look} value={form.render} onChange={render => change({ render })} problem={problems[spec.setting]} />
      );
    }
    case 'render-device': {
      const look = { label: spec.label, hint: spec.hint ?? '', choices: devices, testId: 'render-device' };
      return <ChoiceField {...look} value={form.renderDevice} onChange={renderDevice => change({ renderDevice })} />;
    }
    case 'throttle': {
      const look = { label: spec.label, hint: spec.hint ?? '', choices: throttles, testId: 'render-throttle' };
      return <ChoiceField {...look} value={form.renderThrottle} onChange={renderThrottle => change({ renderThrottle })} />;
    }
    case 'third-party': {
      const look = { label: spec.label, hint: spec.hint ?? '', choices: thirdParties, testId: 'render-third-party' };
      return <ChoiceField {...look} value={form.renderThirdParty} onChange={renderThirdParty => change({ renderThirdParty })} />;
    }
    case 'preset':
      return <PresetField label={spec.label} form={form} change={change} />;
    case 'flag':
      return <FlagField spec={spec} isOn={form[spec.name]} onChange={isOn => change({ [spec.name]: isOn })} />;
    case 'text': {
      const { kind: _, name, setting, ...look } = spec;
      return <Field {...look} value={form[name]} onChange={value => change({ [name]: value })} problem={problems[setting]} />;
    }
  }
}

interface FlagProps {
  readonly spec: Extract<FieldSpec, { readonly kind: 'flag' }>;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function FlagField({ spec: { label, hint }, isOn, onChange }: FlagProps) {
  const id = useId();
  return (
    <div>
      <label className="check">
        <input
          type="checkbox"
          checked={isOn}
          aria-describedby={hint === undefined ? undefined : id}
          onChange={event => onChange(event.target.checked)}
        />
        {label}
      </label>
      {hint !== undefined && (
        <span className="hint" id={id}>
          {hint}
        </span>
      )}
    </div>
  );
}

interface PresetProps {
  readonly label: string;
  readonly form: FormValues;
  readonly change: FormState['change'];
}

/** What the crawl is for: fills in the fields that belong to it. */
function PresetField({ label, form, change }: PresetProps) {
  const id = useId();
  const preset = presetOf(form);
  return (
    <div className="stacked">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="field"
        data-testid="preset"
        aria-describedby={`${id}-note`}
        value={preset ?? ''}
        onChange={event => change(presetValues(event.target.value as Preset))}
      >
        {presets.map(each => (
          <option key={each.value} value={each.value}>
            {each.label}
          </option>
        ))}
        {preset === null && <option value="">Custom</option>}
      </select>
      <FieldNote id={id} problem={undefined}>
        {presets.find(each => each.value === preset)?.hint ?? 'As set below under Advanced.'}
      </FieldNote>
    </div>
  );
}

interface FamilyProps {
  readonly label: string;
  readonly value: IpFamily;
  readonly onChange: (family: IpFamily) => void;
}

function FamilyField({ label, value, onChange }: FamilyProps) {
  const id = useId();
  return (
    <div className="stacked">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="field" value={value} onChange={event => onChange(event.target.value as IpFamily)}>
        <option value="any">IPv4 and IPv6</option>
        <option value="4">IPv4 only</option>
        <option value="6">IPv6 only</option>
      </select>
    </div>
  );
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

const versions = http2Uses.map(value => ({ value, label: capital(http2Words[value]) }));
const orders = crawlOrders.map(value => ({ value, label: capital(orderWords[value]) }));
const scopesOfRendering = renderScopes.map(value => ({ value, label: capital(renderWords[value]) }));
const devices = renderDevices.map(value => ({ value, label: capital(value) }));
const throttles = renderThrottles.map(value => ({ value, label: capital(throttleWords[value]) }));
const thirdParties = renderThirdParties.map(value => ({ value, label: capital(thirdPartyWords[value]) }));

interface ChoiceProps<V extends string> {
  readonly label: string;
  readonly hint: string;
  readonly choices: readonly { readonly value: V; readonly label: string }[];
  readonly value: V;
  readonly onChange: (value: V) => void;
  readonly problem?: string | undefined;
  readonly testId?: string;
}

/** One of a few values, with a hint below. */
function ChoiceField<V extends string>({ label, hint, choices, value, onChange, problem, testId }: ChoiceProps<V>) {
  const id = useId();
  return (
    <div className="stacked">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="field"
        data-testid={testId}
        aria-describedby={`${id}-note`}
        value={value}
        onChange={event => onChange(event.target.value as V)}
      >
        {choices.map(each => (
          <option key={each.value} value={each.value}>
            {each.label}
          </option>
        ))}
      </select>
      <FieldNote id={id} problem={problem}>
        {hint}
      </FieldNote>
    </div>
  );
}
