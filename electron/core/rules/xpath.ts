import * as loaded from 'fontoxpath';
import { type PageAttribute, type PageNode, textOf } from './node.ts';
import { parsePage } from './parse-page.ts';

type Engine = Pick<typeof loaded, 'evaluateXPath'>;
/** Node reads the package as CommonJS, where all names are in `default`; the bundler reads its ES module. */
const { evaluateXPath }: Engine = 'default' in loaded ? (loaded.default as Engine) : loaded;

export type XPathValue = PageNode | PageAttribute | string;

const evaluate = (expression: string, node: PageNode): unknown[] =>
  evaluateXPath(expression, node, null, null, evaluateXPath.ALL_RESULTS_TYPE, {
    language: evaluateXPath.XPATH_3_1_LANGUAGE,
    // Names are names of HTML, whatever namespace an element has.
    namespaceResolver: () => null,
  }) as unknown[];

const isNode = (value: unknown): value is PageNode | PageAttribute =>
  typeof value === 'object' && value !== null && 'nodeType' in value;

/** '' or why an expression cannot be used. Unknown functions and syntax errors show on an empty page. */
export function xpathProblem(expression: string): string {
  try {
    evaluate(expression, parsePage(''));
    return '';
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // Errors of values (FO…) depend on the page.
    return /^(Error: )?(FO|XPTY)/.test(message) ? '' : (message.split('\n').find(line => /XP[SDT]/.test(line)) ?? message);
  }
}

/** Evaluates an XPath 3.1 expression. Nodes come back as nodes, numbers and booleans as text. Throws an Error for bad values. */
export const evaluateOn = (expression: string, root: PageNode): XPathValue[] =>
  evaluate(expression, root).map(value => (isNode(value) ? value : String(value)));

/** The text of a result. */
export function xpathText(value: XPathValue): string {
  if (typeof value === 'string') return value;
  return 'value' in value ? value.value : textOf(value) || value.data;
}
