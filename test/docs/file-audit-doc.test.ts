import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fileChecks } from '#shared/model/file-audit.ts';

test('docs/file-audit.md lists the checks as they are', () => {
  const rows = readFileSync('docs/file-audit.md', 'utf8').match(/^\| `[a-z-]+` \| I\d+ \|/gm) ?? [];
  expect(rows).toEqual(fileChecks.map(({ id, invariant }) => `| \`${id}\` | ${invariant} |`));
});
