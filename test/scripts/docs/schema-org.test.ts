import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { Vocabulary } from '#core/structured/vocabulary.ts';

const { vocabularyLines } = (await import(join(resolve(import.meta.dirname, '../../..'), 'scripts/docs/schema-org.mjs'))) as {
  vocabularyLines(release: unknown): { types: string[]; properties: string[]; members: string[] };
};

const id = (name: string) => ({ '@id': `schema:${name}` });
const release = {
  '@graph': [
    { ...id('Thing'), '@type': 'rdfs:Class' },
    { ...id('Work'), '@type': 'rdfs:Class', 'rdfs:subClassOf': [id('Thing'), { '@id': 'dcmitype:Work' }, id('Retired')] },
    { ...id('OldWork'), '@type': 'rdfs:Class', 'rdfs:subClassOf': id('Work'), 'schema:supersededBy': id('Work') },
    { ...id('DataType'), '@type': 'rdfs:Class' },
    { ...id('Text'), '@type': ['rdfs:Class', 'schema:DataType'] },
    { ...id('Size'), '@type': 'rdfs:Class', 'rdfs:subClassOf': id('Thing') },
    { ...id('Small'), '@type': 'schema:Size' },
    { ...id('Large'), '@type': 'schema:Size' },
    {
      ...id('title'),
      '@type': 'rdf:Property',
      'schema:domainIncludes': id('Work'),
      'schema:rangeIncludes': [id('Text'), id('Retired')],
    },
    { ...id('oldTitle'), '@type': 'rdf:Property', 'schema:domainIncludes': id('Work'), 'schema:supersededBy': id('title') },
    { ...id('label'), '@type': 'rdf:Property' },
    { '@id': 'dcterms:title', '@type': 'rdf:Property' },
  ],
};

it('writes a release as lines', () => {
  expect(vocabularyLines(release)).toEqual({
    types: ['DataType ', 'OldWork Work >Work', 'Size Thing', 'Text DataType', 'Thing ', 'Work Thing'],
    properties: ['label  ', 'oldTitle Work  >title', 'title Work Text'],
    members: ['Size Large Small'],
  });
});

it('writes what the vocabulary reads', () => {
  const { types, properties, members } = vocabularyLines(release);
  const vocabulary = new Vocabulary({ types: types.join('\n'), properties: properties.join('\n'), members: members.join('\n') });
  expect([...vocabulary.ancestors('OldWork')].sort()).toEqual(['OldWork', 'Thing', 'Work']);
  expect([vocabulary.fits('title', 'OldWork'), vocabulary.fits('title', 'Thing')]).toEqual([true, false]);
  expect([vocabulary.supersededBy('OldWork'), vocabulary.supersededBy('oldTitle'), vocabulary.supersededBy('title')]).toEqual([
    'Work',
    'title',
    null,
  ]);
  expect([...vocabulary.choices('Size')]).toEqual(['Large', 'Small']);
  expect(vocabulary.ranges('title')).toEqual(['Text']);
  expect(vocabulary.hasProperty('label')).toBe(true);
});
