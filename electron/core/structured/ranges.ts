import type { ValueForm } from '#shared/model/structured-data.ts';
import type { Vocabulary } from './vocabulary.ts';

/** What the text of a property may be. */
export interface Expectation {
  readonly forms: readonly ValueForm[];
  /** Members of enumerations; null when the property takes none. */
  readonly choices: ReadonlySet<string> | null;
}

const FORM_OF: Readonly<Record<string, ValueForm>> = {
  Date: 'date',
  DateTime: 'date',
  Time: 'time',
  Number: 'number',
  Float: 'number',
  Integer: 'integer',
  Boolean: 'boolean',
  URL: 'url',
  Duration: 'duration',
};
/** Text properties whose description on schema.org requires a form. */
const TEXT_FORMS: Readonly<Record<string, ValueForm>> = { priceCurrency: 'currency', currency: 'currency' };

/**
 * What schema.org expects of text given for a property; null when any text will do: its range contains Text, or only
 * items (schema.org accepts text for those too).
 */
export function expectationOf(property: string, vocabulary: Vocabulary): Expectation | null {
  const fixed = Object.hasOwn(TEXT_FORMS, property) ? TEXT_FORMS[property] : undefined;
  if (fixed) return { forms: [fixed], choices: null };
  const forms = new Set<ValueForm>();
  let choices: Set<string> | null = null;
  for (const range of vocabulary.ranges(property)) {
    const form = FORM_OF[range];
    if (form) forms.add(form);
    else if (vocabulary.isA(range, 'Text')) return null;
    else if (vocabulary.isA(range, 'Enumeration')) {
      const members = vocabulary.choices(range);
      // Members of some enumerations come from other vocabularies.
      if (members.size === 0) return null;
      choices = new Set([...(choices ?? []), ...members]);
    }
  }
  return forms.size === 0 && choices === null ? null : { forms: [...forms], choices };
}
