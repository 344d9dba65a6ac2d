import type { StructuredData, StructuredItem, StructuredProperty, StructuredValue } from '#shared/model/structured-data.ts';
import { type Findings, someOf } from './findings.ts';
import { isBareName, schemaName } from './names.ts';
import { type Expectation, expectationOf } from './ranges.ts';
import { hasForm } from './value-forms.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Actions may describe their input and output by properties with these endings (schema.org, "Actions"). */
const ACTION_SUFFIX = /-(?:input|output)$/;

/** Compares types, properties and values of each item with schema.org. Items of other vocabularies are left alone. */
export function checkVocabulary(data: StructuredData, vocabulary: Vocabulary, findings: Findings): void {
  data.items.forEach((item, index) => {
    if (item.unknownVocabulary) return;
    const types = item.types.filter(isBareName);
    const place = { block: item.block, item: index, at: item.at };
    const known: string[] = [];
    for (const type of types) {
      const successor = vocabulary.supersededBy(type);
      if (successor !== null) findings.add({ check: 'superseded', ...place, type, expected: [successor] });
      if (vocabulary.hasType(type)) known.push(type);
      else findings.add({ check: 'unknown_type', ...place, type, expected: similarNames(type, vocabulary) });
    }
    // Where one type is not known, a property may belong to it.
    if (known.length === 0 || known.length < item.types.length) return;
    for (const property of item.properties) checkProperty({ item, index, property, types: known }, vocabulary, findings);
  });
}

interface PropertyOfItem {
  readonly item: StructuredItem;
  readonly index: number;
  readonly property: StructuredProperty;
  readonly types: readonly string[];
}

function checkProperty(of: PropertyOfItem, vocabulary: Vocabulary, findings: Findings): void {
  const { item, index, property, types } = of;
  if (!isBareName(property.name) || property.name.startsWith('^')) return;
  const name = property.name.replace(ACTION_SUFFIX, '');
  const place = { block: item.block, item: index, at: item.at, type: types.join(' '), property: property.name };
  if (!types.some(type => vocabulary.fits(name, type))) {
    findings.add({ check: 'unknown_property', ...place, expected: someOf(vocabulary.domains(name)) });
    return;
  }
  const successor = vocabulary.supersededBy(name);
  if (successor !== null) findings.add({ check: 'superseded', ...place, expected: [successor] });
  if (name !== property.name) return;
  const expectation = expectationOf(name, vocabulary);
  if (!expectation) return;
  for (const value of property.values) {
    const text = faultyText(value, expectation);
    if (text === null) continue;
    findings.add({ check: 'bad_value', ...place, value: text, ...wanted(expectation) });
  }
}

/** A value that is none of what is expected, as text; null for a right one, for items and for text that was cut. */
function faultyText(value: StructuredValue, expectation: Expectation): string | null {
  if (value === null || (typeof value === 'object' && 'item' in value)) return null;
  const plain = typeof value === 'object' ? value.ref : value;
  const choice = typeof plain === 'string' ? (schemaName(plain) ?? plain) : String(plain);
  if (expectation.choices?.has(choice)) return null;
  // A reference may lead to an item that is described elsewhere.
  if (typeof value === 'object') return null;
  if (typeof plain === 'string' && plain.endsWith('…')) return null;
  if (expectation.forms.some(form => hasForm(plain, form))) return null;
  return String(plain);
}

function wanted(expectation: Expectation): { form: Expectation['forms'][number]; expected?: string[] } {
  const [form] = expectation.forms;
  if (expectation.choices === null) return { form: form ?? 'choice' };
  return { form: form ?? 'choice', expected: someOf(expectation.choices) };
}

/** The type that differs from this one by case only. */
function similarNames(type: string, vocabulary: Vocabulary): string[] {
  const same = vocabulary.typeIgnoringCase(type);
  return same === null ? [] : [same];
}
