import type { Check } from '../check.ts';
import { diagnosticsOf } from '../robots/diagnostics.ts';
import { itemsOf } from '../robots/linted.ts';
import { fileCheck, linesFound, lintedCheck, wordedCheck } from '../robots/linted-check.ts';

/** Single lines of robots.txt: how they are written. */
export const robotsLineChecks: readonly Check[] = [
  lintedCheck({
    id: 'robots.syntax',
    name: 'Line not understood',
    type: 'warning',
    priority: 'M',
    trigger: 'A line is not blank, no comment, and not a keyword, a colon and a value.',
  }),
  lintedCheck({
    id: 'robots.unknown_field',
    name: 'Unknown directive',
    type: 'warning',
    priority: 'L',
    trigger: 'A line has a keyword that no crawler we know uses, misspelt ones included.',
    fix: 'Correct the keyword, or make the line a comment.',
  }),
  lintedCheck({
    id: 'robots.rule_before_agent',
    name: 'Rule before any User-agent',
    type: 'issue',
    priority: 'M',
    trigger: 'An Allow or Disallow line comes before the first User-agent line.',
  }),
  fileCheck(
    {
      id: 'robots.empty_group',
      name: 'User-agent without rules takes those of the next',
      type: 'warning',
      priority: 'M',
      trigger: 'Between two User-agent lines is an empty line and no rule.',
      why: 'Empty lines do not end a group. Both names get the rules that follow, though it looks as if the first had none.',
      fix: 'Write “Disallow:” under the first name if it may fetch everything, or remove the empty line.',
      sources: ['RFC 9309 §2.2.1', 'Google: how Google interprets robots.txt, grouping of lines'],
    },
    ({ file: { facts } }) => linesFound(facts.partedAgents),
  ),
  lintedCheck({
    id: 'robots.multi_path',
    name: 'Several paths in one rule',
    type: 'issue',
    priority: 'M',
    trigger: 'The value of an Allow or Disallow line has white space inside.',
  }),
  wordedCheck(
    {
      id: 'robots.multi_agent_line',
      name: 'Several names on one line',
      type: 'warning',
      priority: 'M',
      trigger: 'The value of a User-agent line has white space inside or lists several names.',
    },
    ({ file: { found, facts } }) => {
      const listed = diagnosticsOf['robots.multi_agent_line'].flatMap(id => found.get(id) ?? []);
      const items = [...(linesFound(facts.spacedAgents) ?? []), ...itemsOf(listed)];
      return items.length > 0 ? items.filter((item, at) => items.findIndex(({ line }) => line === item.line) === at) : null;
    },
  ),
  wordedCheck(
    {
      id: 'robots.no_leading_slash',
      name: 'Path without a slash',
      type: 'warning',
      priority: 'M',
      trigger: 'The value of an Allow or Disallow line starts with none of / * $.',
    },
    ({ file: { facts } }) => linesFound(facts.slashless),
  ),
  lintedCheck({
    id: 'robots.full_url_rule',
    name: 'Full URL as a path',
    type: 'issue',
    priority: 'M',
    trigger: 'The value of an Allow or Disallow line is a URL with scheme and host.',
  }),
  wordedCheck(
    {
      id: 'robots.regex_like',
      name: 'Regular expression in a rule',
      type: 'warning',
      priority: 'M',
      trigger: 'The path of a rule contains .* or one of the characters \\ [ ( ^.',
    },
    ({ file: { facts } }) => linesFound(facts.regexLike),
  ),
  lintedCheck({
    id: 'robots.dollar_middle',
    name: '$ not at the end',
    type: 'warning',
    priority: 'L',
    trigger: 'The path of a rule has a $ before its last character.',
  }),
  lintedCheck({
    id: 'robots.trailing_star',
    name: 'Needless * at the end',
    type: 'opportunity',
    priority: 'L',
    trigger: 'The path of a rule is longer than /* and ends with *.',
  }),
  fileCheck(
    {
      id: 'robots.case_path',
      name: 'Rule in another case than the URL',
      type: 'warning',
      priority: 'M',
      trigger:
        'A rule of a group matches a URL of the crawl only if case is ignored. A rule without wildcards does not count if the file also has it in the URL’s case.',
      why: 'Paths are case-sensitive. The rule does not apply to this URL.',
      fix: 'Write the path as the URLs have it, or add a rule for each spelling.',
      sources: ['RFC 9309 §2.2.2'],
    },
    ({ file: { facts } }) => linesFound(facts.otherCase.map(({ line }) => line)),
  ),
  lintedCheck({
    id: 'robots.inline_comment',
    name: 'Comment after a value',
    type: 'opportunity',
    priority: 'L',
    trigger: 'A # follows a value on the same line.',
  }),
  lintedCheck({
    id: 'robots.line_endings',
    name: 'Unusual line ends',
    type: 'warning',
    priority: 'L',
    trigger: 'A line ends in CR alone, or the file mixes kinds of line ends.',
  }),
];
