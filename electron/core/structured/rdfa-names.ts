import { isAbsoluteIri, schemaName } from './names.ts';

/** Prefixes that every RDFa page may use without declaring them (RDFa Core Initial Context), as far as pages use them. */
const INITIAL: Readonly<Record<string, string>> = {
  schema: 'https://schema.org/',
  og: 'http://ogp.me/ns#',
  dc: 'http://purl.org/dc/terms/',
  dc11: 'http://purl.org/dc/elements/1.1/',
  dcterms: 'http://purl.org/dc/terms/',
  foaf: 'http://xmlns.com/foaf/0.1/',
  gr: 'http://purl.org/goodrelations/v1#',
  owl: 'http://www.w3.org/2002/07/owl#',
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  rdfa: 'http://www.w3.org/ns/rdfa#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  rev: 'http://purl.org/stuff/rev#',
  sioc: 'http://rdfs.org/sioc/ns#',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  v: 'http://rdf.data-vocabulary.org/#',
  vcard: 'http://www.w3.org/2006/vcard/ns#',
  xhv: 'http://www.w3.org/1999/xhtml/vocab#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
};
/** Prefixes of one attribute beyond this number are not looked at. */
const MOST_PREFIXES = 50;

/** Vocabulary and prefixes that apply to an element. */
export interface RdfaNames {
  readonly vocab: string | null;
  readonly prefixes: ReadonlyMap<string, string>;
  readonly parent: RdfaNames | null;
}

export const noRdfaNames: RdfaNames = { vocab: null, prefixes: new Map(), parent: null };

/** The names inside an element with these attributes. */
export function declareNames(outer: RdfaNames, vocab: string | null, prefix: string | null): RdfaNames {
  if (vocab === null && prefix === null) return outer;
  const prefixes = new Map<string, string>();
  const tokens = (prefix ?? '').split(/\s+/, 2 * MOST_PREFIXES + 1).filter(token => token !== '');
  for (let i = 0; i + 1 < tokens.length; i += 2) {
    const name = (tokens[i] as string).toLowerCase();
    if (name.endsWith(':') && name.length > 1) prefixes.set(name.slice(0, -1), tokens[i + 1] as string);
  }
  // An empty vocab takes the vocabulary away.
  return { vocab: vocab === null ? outer.vocab : vocab.trim() || null, prefixes, parent: outer };
}

/** What a word of `typeof` or `property` means: a bare schema.org name or an IRI; null when no vocabulary applies. */
export function rdfaMeaning(word: string, names: RdfaNames): string | null {
  const colon = word.indexOf(':');
  if (colon < 0) {
    if (names.vocab === null) return null;
    const base = names.vocab;
    // "https://schema.org" without its slash is accepted too.
    return short(/^https?:\/\/(?:www\.)?schema\.org$/i.test(base) ? `${base}/${word}` : base + word);
  }
  const base = prefixOf(word.slice(0, colon).toLowerCase(), names);
  if (base !== undefined && !word.startsWith('//', colon + 1)) return short(base + word.slice(colon + 1));
  return isAbsoluteIri(word) ? short(word) : null;
}

function prefixOf(prefix: string, names: RdfaNames): string | undefined {
  let scope: RdfaNames | null = names;
  // Bounded by the depth of elements that declare prefixes.
  for (let hops = 0; scope && hops < 100; hops++) {
    const found = scope.prefixes.get(prefix);
    if (found !== undefined) return found;
    scope = scope.parent;
  }
  return Object.hasOwn(INITIAL, prefix) ? INITIAL[prefix] : undefined;
}

function short(iri: string): string {
  return schemaName(iri) ?? iri;
}
