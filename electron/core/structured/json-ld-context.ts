import { type JsonNode, JsonObject } from './json-parser.ts';
import { isAbsoluteIri, isSchemaOrg, schemaName } from './names.ts';

/** What a name means: a keyword ('@type'), a bare schema.org name or an IRI. Null: not known. */
export type Meaning = string | null;

const SCHEMA = 'https://schema.org/';
/** A term may be defined by another; a chain longer than this is a loop. */
const LONGEST_CHAIN = 8;

interface Layer {
  terms: Map<string, string>;
  vocab: string | null;
  /** The schema.org context: it also defines `id` and `type` and the prefix `schema`. */
  schema: boolean;
  /** A @context was given, whatever it says. */
  given: boolean;
  unknown: string[];
  cleared: boolean;
}

/**
 * As much of a JSON-LD context as can be known without the network: schema.org's, @vocab, prefixes and terms given in place. Each
 * other remote context is named in `unknown`, because it could change what any name means.
 */
export class JsonLdContext {
  readonly #parent: JsonLdContext | null;
  readonly #layer: Layer;
  /** Cache of names, because the same ones occur in each item. */
  readonly #known = new Map<string, Meaning>();

  constructor(parent: JsonLdContext | null, layer: Layer) {
    this.#parent = parent;
    this.#layer = layer;
  }

  /** The context where none is given. */
  static none(): JsonLdContext {
    return new JsonLdContext(null, { terms: new Map(), vocab: null, schema: false, given: false, unknown: [], cleared: false });
  }

  get given(): boolean {
    return this.#layer.given;
  }

  get unknown(): readonly string[] {
    return this.#layer.unknown;
  }

  /** The context inside an object with this `@context`. */
  with(value: JsonNode): JsonLdContext {
    const { vocab, schema, unknown } = this.#layer;
    const layer: Layer = { terms: new Map(), vocab, schema, given: true, unknown: [...unknown], cleared: false };
    const lists: JsonNode[] = Array.isArray(value) ? [...(value as readonly JsonNode[])] : [value];
    for (const part of lists) this.#addPart(layer, part);
    return new JsonLdContext(this, layer);
  }

  #addPart(layer: Layer, part: JsonNode): void {
    if (part === null) {
      Object.assign(layer, { terms: new Map(), vocab: null, schema: false, unknown: [], cleared: true });
    } else if (typeof part === 'string') {
      if (isSchemaOrg(part.trim())) {
        layer.schema = true;
        layer.vocab = SCHEMA;
      } else if (layer.unknown.length < 10) layer.unknown.push(part);
    } else if (part instanceof JsonObject) {
      for (const [key, value] of part.entries) this.#addEntry(layer, key, value);
    }
  }

  #addEntry(layer: Layer, key: string, value: JsonNode): void {
    if (key === '@vocab') {
      if (value === null) layer.vocab = null;
      else if (typeof value === 'string' && isSchemaOrg(value)) layer.vocab = SCHEMA;
      else if (typeof value === 'string') layer.vocab = value;
    } else if (key === '@import' && typeof value === 'string') {
      this.#addPart(layer, value);
    } else if (!key.startsWith('@')) {
      const id = value instanceof JsonObject ? value.entries.get('@id') : value;
      // Null takes a term's meaning away; a definition without @id keeps the meaning that the vocabulary gives.
      if (typeof id === 'string') layer.terms.set(key, id);
      else if (id === null) layer.terms.set(key, '');
    }
  }

  #term(name: string): string | undefined {
    let context: JsonLdContext | null = this;
    while (context) {
      const found = context.#layer.terms.get(name);
      if (found !== undefined) return found;
      if (context.#layer.cleared) return undefined;
      context = context.#parent;
    }
    return undefined;
  }

  /** What a property name or type means here. */
  meaning(name: string): Meaning {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const meaning = this.#expand(name, 0);
    this.#known.set(name, meaning);
    return meaning;
  }

  #expand(name: string, chain: number): Meaning {
    if (name.startsWith('@')) return name;
    const term = chain < LONGEST_CHAIN ? this.#term(name) : undefined;
    if (term === '') return null;
    if (term !== undefined && term !== name) return this.#expand(term, chain + 1);
    if (this.#layer.schema && (name === 'id' || name === 'type')) return `@${name}`;
    const colon = name.indexOf(':');
    if (colon > 0) {
      const prefix = name.slice(0, colon);
      const rest = name.slice(colon + 1);
      if (!rest.startsWith('//')) {
        const base = this.#prefix(prefix);
        if (base !== undefined) return shortForm(base + rest);
      }
      return isAbsoluteIri(name) ? shortForm(name) : null;
    }
    if (this.#layer.vocab === SCHEMA) return name;
    return this.#layer.vocab === null ? null : shortForm(this.#vocabIri() + name);
  }

  #prefix(prefix: string): string | undefined {
    const term = this.#term(prefix);
    if (term === undefined || term === '') return prefix === 'schema' && this.#layer.schema ? SCHEMA : undefined;
    return isSchemaOrg(term) ? SCHEMA : term;
  }

  /** `@vocab` may itself be a prefix, such as `schema:`. */
  #vocabIri(): string {
    const vocab = this.#layer.vocab ?? '';
    const base = vocab.endsWith(':') ? this.#prefix(vocab.slice(0, -1)) : undefined;
    return base ?? vocab;
  }
}

function shortForm(iri: string): string {
  return schemaName(iri) ?? iri;
}
