import { append } from '#shared/lists.ts';
import { memberLines, propertyLines, typeLines } from './vocabulary-data.ts';

interface TypeEntry {
  readonly parents: readonly string[];
  readonly supersededBy: string | null;
}

interface PropertyEntry {
  readonly domains: readonly string[];
  readonly ranges: readonly string[];
  readonly supersededBy: string | null;
}

/** The vocabulary of schema.org: which types and properties there are, and what goes with what. Names are bare ('Product'). */
export class Vocabulary {
  readonly #types = new Map<string, TypeEntry>();
  readonly #properties = new Map<string, PropertyEntry>();
  readonly #members = new Map<string, readonly string[]>();
  readonly #ancestors = new Map<string, ReadonlySet<string>>();
  #lowerCase: Map<string, string> | null = null;
  readonly #choices = new Map<string, ReadonlySet<string>>();

  constructor(lines: { readonly types: string; readonly properties: string; readonly members: string }) {
    for (const [name, parents, after] of fieldsOf(lines.types)) {
      this.#types.set(name, { parents: listOf(parents), supersededBy: supersedes(after) });
    }
    for (const [name, domains, ranges, after] of fieldsOf(lines.properties)) {
      this.#properties.set(name, { domains: listOf(domains), ranges: listOf(ranges), supersededBy: supersedes(after) });
    }
    for (const [name, ...members] of fieldsOf(lines.members)) this.#members.set(name, members);
  }

  hasType(name: string): boolean {
    return this.#types.has(name);
  }

  /** The type that has this name when upper and lower case are the same; null for none. */
  typeIgnoringCase(name: string): string | null {
    this.#lowerCase ??= new Map([...this.#types.keys()].map(type => [type.toLowerCase(), type]));
    return this.#lowerCase.get(name.toLowerCase()) ?? null;
  }

  hasProperty(name: string): boolean {
    return this.#properties.has(name);
  }

  /** The term that should be used instead of this type or property; null when it is current or not known. */
  supersededBy(name: string): string | null {
    return (this.#types.get(name) ?? this.#properties.get(name))?.supersededBy ?? null;
  }

  /** The type itself and all types above it. */
  ancestors(type: string): ReadonlySet<string> {
    const known = this.#ancestors.get(type);
    if (known) return known;
    const all = new Set<string>();
    const pending = [type];
    for (let each = pending.pop(); each !== undefined; each = pending.pop()) {
      if (all.has(each)) continue;
      all.add(each);
      append(pending, this.#types.get(each)?.parents ?? []);
    }
    if (this.#types.has(type)) this.#ancestors.set(type, all);
    return all;
  }

  /** Whether the type is `ancestor` or one of its subtypes. */
  isA(type: string, ancestor: string): boolean {
    return this.ancestors(type).has(ancestor);
  }

  /** Whether the property is for this type or a type above it. */
  fits(property: string, type: string): boolean {
    const entry = this.#properties.get(property);
    if (!entry) return false;
    const above = this.ancestors(type);
    return entry.domains.some(domain => above.has(domain));
  }

  /** Types that the property is for. */
  domains(property: string): readonly string[] {
    return this.#properties.get(property)?.domains ?? [];
  }

  /** Types that the property's values may have. */
  ranges(property: string): readonly string[] {
    return this.#properties.get(property)?.ranges ?? [];
  }

  /** Members of an enumeration and of the enumerations below it; empty where schema.org names none. */
  choices(enumeration: string): ReadonlySet<string> {
    const known = this.#choices.get(enumeration);
    if (known) return known;
    const all = new Set<string>();
    for (const [name, members] of this.#members) {
      if (this.isA(name, enumeration)) for (const member of members) all.add(member);
    }
    this.#choices.set(enumeration, all);
    return all;
  }
}

type Fields = readonly [string, ...string[]];

function fieldsOf(lines: string): Fields[] {
  return lines
    .trim()
    .split('\n')
    .map(line => line.split(' ') as unknown as Fields);
}

function listOf(field: string | undefined): readonly string[] {
  return field ? field.split(',') : [];
}

function supersedes(field: string | undefined): string | null {
  return field?.startsWith('>') ? field.slice(1) : null;
}

let bundled: Vocabulary | null = null;

/** Crawlscope's bundled vocabulary, loaded on first use. */
export function bundledVocabulary(): Vocabulary {
  bundled ??= new Vocabulary({ types: typeLines, properties: propertyLines, members: memberLines });
  return bundled;
}
