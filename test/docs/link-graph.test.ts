import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { graphLists } from '#shared/model/graph-lists.ts';

test('docs/link-graph.md has every list with its columns in order', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/link-graph.md'), 'utf8');
  const wanted = graphLists.map(({ id, label, columns }) => [`### ${label} — \`${id}\``, ...columns.map(({ name }) => name)]);
  const found = text
    .split(/^(?=### )/m)
    .slice(1)
    .map(part => [part.split('\n')[0], ...[...part.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)]);
  expect(found).toEqual(wanted);
});
