import { expect, test } from 'vitest';
import { applyEdits } from '#core/lint/edits.ts';
import { lintRobots } from '#core/lint/lint-robots.ts';
import { quickVerdict } from '#core/robots/decide.ts';
import { rfc9309 } from '#core/robots/dialects/rfc9309.ts';
import { parseRobots } from '#core/robots/parse/parse.ts';
import { examples } from './all-examples.ts';
import { inputOf } from './example.ts';

/**
 * Safe fixes that keep the meaning but use a form that more crawlers interpret the same way. The others correct lines
 * that some or all crawlers could not read.
 */
const NEUTRAL = new Set(
  [
    'P-DUP P-SHADOWED P-ORDER P-TRAIL-STAR P-DOLLAR-STAR P-EMPTY-DISALLOW-MIX P-EMPTY-ALLOW P-ESCAPE-CASE P-ESCAPE-UNRES P-NONASCII',
    'P-FRAGMENT G-BLANK G-NO-BLANK G-STAR-TWICE G-SAME-TWICE G-RUN-BROKEN G-NO-RULES G-CASE-DIFF K-INDENT K-CASE K-COMMENT-TAIL',
    'K-COMMENT-GLUED K-SPACE-COLON K-DUP-LINE K-SYNTAX K-KEYWORDS B-BOM B-NO-FINAL-EOL B-EOL-MIXED B-CR-ONLY X-ACAP',
  ].flatMap(line => line.split(' ')),
);

test('a safe fix of what is only untidy changes no verdict of RFC 9309', () => {
  const seen = new Set<string>();
  for (const { fires, near } of Object.values(examples))
    for (const { bytes, ...options } of [inputOf(fires), inputOf(near)]) {
      if (bytes.length > 5_000) continue;
      const before = parseRobots(bytes, rfc9309);
      const paths = before.groups
        .flatMap(group => group.rules)
        .map(rule => rule.pattern.replaceAll('*', 'x').replace(/\$$/, ''))
        .flatMap(path => [path, `${path}z`, `${path}/a.html`, path.slice(0, -1)]);
      const agents = ['Foobot', ...before.groups.flatMap(group => group.agents.map(agent => agent.value))];
      for (const { id, fix } of lintRobots(bytes, options).diagnostics) {
        if (!fix?.safe || !NEUTRAL.has(id)) continue;
        seen.add(id);
        const after = parseRobots(applyEdits(bytes, fix.edits), rfc9309);
        for (const agent of agents)
          for (const path of paths) {
            const url = `https://e.com${path}`;
            const [then, now] = [before, after].map(file => quickVerdict(file, rfc9309, agent, url).allowed);
            expect(now, `${id}, ${agent}, ${path} in ${new TextDecoder().decode(bytes)}`).toBe(then);
          }
      }
    }
  expect([...NEUTRAL].filter(id => !seen.has(id))).toEqual([]);
});
