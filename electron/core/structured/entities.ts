import { append } from '#shared/lists.ts';
import type { StructuredData, StructuredItem, StructuredValue } from '#shared/model/structured-data.ts';

/** Items of one page that describe the same thing: they have the same id. An item without an id is a separate thing. */
export interface Entity {
  /** Indexes of the items, in page order. */
  readonly items: readonly number[];
  readonly types: readonly string[];
  values(property: string): readonly StructuredValue[];
}

/** The things that a page describes, by item and by id. Resolves references between items and blocks. */
export class Entities {
  readonly #data: StructuredData;
  readonly #byId = new Map<string, number[]>();
  readonly #known = new Map<string, Entity>();

  constructor(data: StructuredData) {
    this.#data = data;
    data.items.forEach((item, index) => {
      if (item.id === undefined || item.id === '') return;
      const same = this.#byId.get(item.id);
      if (same) same.push(index);
      else this.#byId.set(item.id, [index]);
    });
  }

  ofItem(index: number): Entity {
    const id = this.#data.items[index]?.id;
    const same = id === undefined ? undefined : this.#byId.get(id);
    return same && id !== undefined ? this.#merged(id, same) : entityOf(this.#data.items, [index]);
  }

  /**
   * The thing that a value refers to or contains; null for plain values, and for references to things that the page
   * does not describe.
   */
  ofValue(value: StructuredValue): Entity | null {
    if (typeof value !== 'object' || value === null) return null;
    if ('item' in value) return this.ofItem(value.item);
    const same = this.#byId.get(value.ref);
    return same ? this.#merged(value.ref, same) : null;
  }

  #merged(id: string, items: readonly number[]): Entity {
    const known = this.#known.get(id);
    if (known) return known;
    const entity = entityOf(this.#data.items, items);
    this.#known.set(id, entity);
    return entity;
  }
}

function entityOf(all: readonly StructuredItem[], items: readonly number[]): Entity {
  const types = new Set<string>();
  const properties = new Map<string, StructuredValue[]>();
  for (const index of items) {
    const item = all[index];
    if (!item) continue;
    for (const type of item.types) types.add(type);
    for (const { name, values } of item.properties) {
      const before = properties.get(name);
      if (before) append(before, values);
      else properties.set(name, [...values]);
    }
  }
  return { items, types: [...types], values: property => properties.get(property) ?? [] };
}

/** Whether a value says anything: empty text does not. */
export function saysSomething(value: StructuredValue): boolean {
  return value !== null && value !== '';
}
