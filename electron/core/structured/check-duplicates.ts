import type { StructuredData, StructuredItem, StructuredValue } from '#shared/model/structured-data.ts';
import { type Findings, someOf } from './findings.ts';

/** Finds things that two blocks describe under the same type and id, with different values for a property that both have. */
export function checkDuplicates(data: StructuredData, findings: Findings): void {
  const first = new Map<string, StructuredItem>();
  data.items.forEach((item, index) => {
    if (item.id === undefined || item.id === '' || item.types.length === 0) return;
    const key = JSON.stringify([item.types, item.id]);
    const before = first.get(key);
    if (!before) {
      first.set(key, item);
      return;
    }
    if (before.block === item.block) return;
    const differing = differences(before, item);
    if (differing.length === 0) return;
    findings.add({
      check: 'duplicate_blocks',
      block: item.block,
      item: index,
      at: item.at,
      type: item.types.join(' '),
      value: item.id,
      expected: someOf(differing),
    });
  });
}

/** Names of the properties that both have with other values. Nested items are not compared. */
function differences(one: StructuredItem, other: StructuredItem): string[] {
  const values = new Map(one.properties.map(({ name, values: list }) => [name, plainKey(list)]));
  return other.properties
    .filter(({ name, values: list }) => {
      const key = plainKey(list);
      const before = values.get(name);
      return before !== undefined && before !== '' && key !== '' && before !== key;
    })
    .map(({ name }) => name);
}

/** The plain values as one text, in any order; '' for none. */
function plainKey(values: readonly StructuredValue[]): string {
  const plain = values
    .filter(value => typeof value !== 'object' || (value !== null && 'ref' in value))
    .map(value => (typeof value === 'object' ? JSON.stringify(value) : String(value)));
  return plain.length === 0 ? '' : JSON.stringify(plain.sort());
}
