// node scripts/docs/schema-org.mjs RELEASE.jsonld VERSION DATE: writes electron/core/structured/vocabulary-data.ts from a release of
// schema.org's vocabulary. RELEASE.jsonld is data/releases/VERSION/schemaorg-current-https.jsonld of the schemaorg repository; DATE
// is the day of the release. Needs Node 24.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const VOCABULARY_FILE = join(resolve(import.meta.dirname, '../..'), 'electron/core/structured/vocabulary-data.ts');

const listOf = value => (value === undefined ? [] : Array.isArray(value) ? value : [value]);
const PREFIX = 'schema:';
/** Bare names of the schema.org terms among references; other vocabularies are omitted. */
const names = references =>
  listOf(references)
    .map(reference => (typeof reference === 'string' ? reference : reference['@id']))
    .filter(id => id.startsWith(PREFIX))
    .map(id => id.slice(PREFIX.length))
    .sort();

/** The terms of a release as lines of text; see the head of the file that is written. */
export function vocabularyLines(release) {
  const terms = release['@graph'].filter(node => node['@id'].startsWith(PREFIX));
  const nameOf = node => node['@id'].slice(PREFIX.length);
  const typesOf = node => listOf(node['@type']);
  const superseded = node =>
    names(node['schema:supersededBy'])
      .map(name => ` >${name}`)
      .slice(0, 1)
      .join('');
  const sorted = lines => lines.sort((a, b) => (a < b ? -1 : 1));
  const classes = terms.filter(node => typesOf(node).includes('rdfs:Class'));
  const properties = terms.filter(node => typesOf(node).includes('rdf:Property'));
  const members = new Map();
  for (const node of terms) {
    for (const type of names(typesOf(node))) {
      if (type === 'DataType') continue;
      members.set(type, [...(members.get(type) ?? []), nameOf(node)]);
    }
  }
  // Some terms refer to types that a release has retired.
  const current = new Set(classes.map(nameOf));
  const types = references => names(references).filter(name => current.has(name));
  // Data types are classes whose type is DataType; DataType itself is their parent.
  const parents = node => {
    const own = types(node['rdfs:subClassOf']);
    return own.length === 0 && typesOf(node).includes('schema:DataType') ? ['DataType'] : own;
  };
  return {
    types: sorted(classes.map(node => `${nameOf(node)} ${parents(node).join(',')}${superseded(node)}`)),
    properties: sorted(
      properties.map(node => {
        const domains = types(node['schema:domainIncludes']).join(',');
        return `${nameOf(node)} ${domains} ${types(node['schema:rangeIncludes']).join(',')}${superseded(node)}`;
      }),
    ),
    members: sorted([...members].map(([type, list]) => `${type} ${list.sort().join(' ')}`)),
  };
}

function fileText(release, version, date) {
  const { types, properties, members } = vocabularyLines(release);
  const constant = (name, doc, lines) => `/** ${doc} */\nexport const ${name} = \`\n${lines.join('\n')}\n\`;\n`;
  return [
    '// Written by scripts/docs/schema-org.mjs: do not edit.',
    `// The names of schema.org's vocabulary, version ${version} of ${date}, without descriptions.`,
    '// Schema.org licenses its vocabulary under the Creative Commons Attribution-ShareAlike License 3.0; so is this file. See NOTICE.md.',
    '',
    `export const vocabularyVersion = { version: '${version}', date: '${date}' } as const;`,
    '',
    constant('typeLines', 'A type, its parents, and after `>` the term that supersedes it.', types),
    constant('propertyLines', 'A property, the types it is for, the types of its values, and what supersedes it.', properties),
    constant('memberLines', 'An enumeration and its members.', members),
  ].join('\n');
}

if (import.meta.main) {
  const [file, version, date] = process.argv.slice(2);
  if (!file || !/^\d+\.\d+$/.test(version ?? '') || !/^\d{4}-\d\d-\d\d$/.test(date ?? '')) {
    console.error('usage: schema-org.mjs RELEASE.jsonld VERSION DATE');
    process.exit(2);
  }
  const text = fileText(JSON.parse(readFileSync(file, 'utf8')), version, date);
  writeFileSync(VOCABULARY_FILE, text);
  console.log(`${VOCABULARY_FILE}: ${text.length} bytes`);
}
