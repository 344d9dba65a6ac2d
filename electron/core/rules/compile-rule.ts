import type { BodyRule, ExtractionRule, RuleOutcome, SearchRule } from '#shared/model/rules.ts';
import type { RuleProblems } from './check-expression.ts';
import { compileSelector } from './css.ts';
import { type JsonPath, readJsonPath } from './json-path.ts';
import { isElement, type PageNode, textOf } from './node.ts';
import type { RulePage } from './page.ts';
import { type Match, matchesOf, placesOf, readRe2 } from './patterns.ts';
import { type PageInScope, ruleScope } from './rule-scope.ts';
import { failed, Values } from './values.ts';
import { evaluateOn, xpathProblem, xpathText } from './xpath.ts';

/** A rule that is ready to look at pages. */
export interface CompiledRule {
  /** Whether it looks at a page at all. */
  applies(page: PageInScope): boolean;
  run(page: RulePage): RuleOutcome;
}

type Run = (page: RulePage) => RuleOutcome;

/** Compiles a search or an extraction. Never throws for what a user wrote. */
export function compileRule(rule: BodyRule): { readonly compiled: CompiledRule } | { readonly problems: RuleProblems } {
  const scope = ruleScope(rule);
  const problems: Record<string, string> = {};
  if ('problem' in scope) problems['urls'] = scope.problem;
  const made = rule.kind === 'search' ? searcher(rule) : extractor(rule);
  if ('problem' in made) problems[made.field] = made.problem;
  if ('problem' in made || 'problem' in scope) return { problems };
  return { compiled: { applies: scope.applies, run: page => guarded(made.run, page) } };
}

/** Errors of expressions depend on the page: a cast that fails, a tree that nests too deep. */
function guarded(run: Run, page: RulePage): RuleOutcome {
  try {
    return run(page);
  } catch (error) {
    if (error instanceof RangeError) return failed('The page nests too deep for this rule.');
    if (error instanceof Error) return failed(error.message.split('\n')[0]?.slice(0, 300) ?? 'It failed.');
    throw error;
  }
}

type Made = { readonly run: Run } | { readonly field: string; readonly problem: string };

function searcher({ find, syntax, where, letterCase }: SearchRule): Made {
  if (find === '') return { field: 'find', problem: 'Enter what to search for.' };
  let search: (text: string) => Iterable<Match> = text => placesOf(find, text, letterCase);
  if (syntax === 're2') {
    const read = readRe2(find, letterCase);
    if ('problem' in read) return { field: 'find', problem: `The pattern cannot be used: ${read.problem}.` };
    search = text => matchesOf(read.re2, text, 0);
  }
  return { run: page => collect(page, search(where === 'source' ? page.source : page.readable), where) };
}

function collect(page: RulePage, matches: Iterable<Match>, where: 'source' | 'text'): RuleOutcome {
  const values = new Values();
  const hasPlaces = where === 'source' || page.kind !== 'html';
  for (const { text, start, end } of matches) if (!values.add(text, hasPlaces ? () => page.bytes(start, end) : null)) break;
  return values.outcome;
}

function extractor(rule: ExtractionRule): Made {
  const { by, expression, take, attribute } = rule;
  if (expression.trim() === '') return { field: 'expression', problem: 'Enter what to extract.' };
  if ((by === 'css' || by === 'xpath') && take === 'attribute' && attribute.trim() === '')
    return { field: 'attribute', problem: 'Enter the name of the attribute.' };
  return makers[by](rule);
}

const makers: Readonly<Record<ExtractionRule['by'], (rule: ExtractionRule) => Made>> = {
  css(rule) {
    try {
      const select = compileSelector(rule.expression);
      return { run: page => fromNodes(page, rule, select(page.tree)) };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      // The library quotes the rest of the selector, which may be empty.
      return { field: 'expression', problem: `The selector cannot be used: ${message.replace(/found $/, 'found its end')}.` };
    }
  },
  xpath(rule) {
    const problem = xpathProblem(rule.expression);
    if (problem !== '') return { field: 'expression', problem: `The XPath cannot be used: ${problem}.` };
    return { run: page => fromXPath(page, rule) };
  },
  re2({ expression, group }) {
    const read = readRe2(expression, 'match');
    if ('problem' in read) return { field: 'expression', problem: `The pattern cannot be used: ${read.problem}.` };
    const groups = read.re2.groupCount();
    if (group > groups) return { field: 'group', problem: `The pattern has ${groups} ${groups === 1 ? 'group' : 'groups'}.` };
    return { run: page => collect(page, matchesOf(read.re2, page.source, group), 'source') };
  },
  json({ expression, json }) {
    const read = readJsonPath(expression);
    if ('problem' in read) return { field: 'expression', problem: `The JSON path cannot be used: ${read.problem}.` };
    return {
      run(page) {
        const values = new Values();
        const texts = json === 'response' ? [{ text: page.source, start: 0, end: page.source.length }] : page.scripts(json);
        for (const { text, start, end } of texts)
          for (const value of valuesAt(read.path, text))
            values.add(typeof value === 'string' ? value : JSON.stringify(value), () => page.bytes(start, end));
        return values.outcome;
      },
    };
  },
};

/** A script that is no JSON has no values. */
function* valuesAt(path: JsonPath, text: string): Generator<unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    if (error instanceof SyntaxError) return;
    throw error;
  }
  yield* path(value);
}

function fromNodes(page: RulePage, rule: ExtractionRule, nodes: Iterable<PageNode>): RuleOutcome {
  const values = new Values();
  let count = 0;
  for (const node of nodes) {
    count += 1;
    if (rule.take === 'count') continue;
    const value = taken(page, rule, node);
    if (value !== null && !values.add(value, () => page.bytes(node.start, node.end))) break;
  }
  return rule.take === 'count' ? values.only(count) : values.outcome;
}

function taken(page: RulePage, { take, attribute }: ExtractionRule, node: PageNode): string | null {
  if (take === 'attribute') return node.getAttribute(attribute.trim().toLowerCase());
  if (take === 'html') return sourceInside(page, node);
  return tidy(textOf(node));
}

const tidy = (text: string): string => text.replace(/[\t\n\f\r ]+/g, ' ').trim();

/** The source between the tags: as the server wrote it, not as a browser would write it again. */
function sourceInside(page: RulePage, { firstChild, lastChild }: PageNode): string {
  if (firstChild === null || lastChild === null || firstChild.start < 0) return '';
  return page.source.slice(firstChild.start, Math.max(lastChild.end, firstChild.end));
}

function fromXPath(page: RulePage, rule: ExtractionRule): RuleOutcome {
  const values = new Values();
  const found = evaluateOn(rule.expression, page.tree);
  if (rule.take === 'count') return values.only(found.length);
  for (const value of found) {
    if (typeof value === 'string') values.add(value, null);
    else if ('childNodes' in value && isElement(value)) {
      const text = taken(page, rule, value);
      if (text !== null) values.add(text, () => page.bytes(value.start, value.end));
    } else values.add(tidy(xpathText(value)), 'start' in value ? () => page.bytes(value.start, value.end) : null);
  }
  return values.outcome;
}
