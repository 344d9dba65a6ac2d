const SCHEMA_BASE = /^https?:\/\/(?:www\.)?schema\.org\/?#?/i;
const ABSOLUTE = /^[a-z][a-z0-9+.-]*:/i;

/** The bare name of a schema.org IRI ('Product' of 'http://schema.org/Product'); null for any other IRI. */
export function schemaName(iri: string): string | null {
  const base = SCHEMA_BASE.exec(iri);
  return base && iri.length > base[0].length ? iri.slice(base[0].length) : null;
}

/** Whether this names schema.org as a vocabulary or context: http or https, with or without www, '/' and '#'. */
export function isSchemaOrg(iri: string): boolean {
  const base = SCHEMA_BASE.exec(iri);
  return base !== null && (iri.length === base[0].length || /^docs\/jsonldcontext\.json(?:ld)?$/.test(iri.slice(base[0].length)));
}

export function isAbsoluteIri(text: string): boolean {
  return ABSOLUTE.test(text);
}

/** Whether a name of a `StructuredItem` belongs to schema.org: those are bare, all others are IRIs. */
export function isBareName(name: string): boolean {
  return !name.includes(':') && !name.includes('/');
}
