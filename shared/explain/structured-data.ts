import type { JsonError, JsonErrorCode, StructuredFinding, ValueForm } from '../model/structured-data.ts';

/** What is wrong in a JSON-LD block, as one sentence without its place. */
const jsonErrors: Record<JsonErrorCode, string> = {
  empty: 'The block is empty.',
  'too-large': 'The block is larger than 1 MiB, so Crawlscope did not read it.',
  'unexpected-end': 'The JSON ends before it is complete: a closing bracket is missing.',
  'unclosed-string': 'A text begins here and has no closing quotation mark.',
  'line-break-in-string': 'A text contains a line break. Write \\n instead.',
  'control-in-string': 'A text contains a tab or another control character. Write it as an escape, such as \\t.',
  'quote-in-string': 'This quotation mark ends the text too early. Inside a text, write \\" instead.',
  'bad-escape': 'A backslash begins an escape that JSON does not have. Write \\\\ for a backslash.',
  'trailing-comma': 'A comma comes before a closing bracket. Remove it.',
  'missing-comma': 'A comma is missing between two entries.',
  'missing-colon': 'A colon is missing between a name and its value.',
  'missing-value': 'A value is missing here.',
  'unquoted-key': 'A name has no quotation marks. JSON needs "name", with double quotation marks.',
  'single-quotes': 'A text has single quotation marks. JSON needs double ones.',
  'curly-quotes': 'A text has typographic quotation marks. JSON needs straight ones.',
  comment: 'The block contains a comment. JSON has no comments.',
  'html-entity': 'The block contains a character reference such as &quot;. In a script, write the character itself.',
  'bad-number': 'A number is not written as JSON wants it: without leading zeros, with digits around the point.',
  'bad-word': 'A word has no quotation marks. Without them, JSON knows only true, false and null.',
  'text-after': 'More text comes after the end of the JSON.',
  'unexpected-character': 'This character is not allowed here.',
};

/** A parse error as one sentence with its place: line and column of the block. */
export function explainJsonError(error: JsonError): string {
  return `Line ${error.line}, column ${error.column}: ${jsonErrors[error.code]}`;
}

/** How a value should look, to be put after "should be". */
export const formWords: Record<ValueForm, string> = {
  date: 'a date or time as ISO 8601 writes it, such as 2026-03-19 or 2026-03-19T08:30+01:00',
  time: 'a time such as 08:30:00',
  duration: 'a duration as ISO 8601 writes it, such as PT1H30M',
  number: 'a number with a point and without currency, unit or thousands separator, such as 1234.50',
  integer: 'a whole number',
  boolean: 'true or false',
  url: 'a URL',
  currency: 'a currency code of three capital letters, such as EUR',
  rating: 'a number, a fraction such as 6/10 or a percentage',
  choice: 'one of the values that the property allows',
  'two-or-more': 'a list of two entries or more',
};

function list(names: readonly string[] | undefined): string {
  return (names ?? []).join(', ');
}

function stateOf(finding: StructuredFinding, value: string): string {
  if (finding.form === 'two-or-more') return 'has only one entry';
  return value === '' ? 'is empty' : `is "${value}"`;
}

/** A finding as a sentence or two. */
export function explainStructuredFinding(finding: StructuredFinding): string {
  const { check, type = '', property = '', value = '', expected = [] } = finding;
  switch (check) {
    case 'parse_error':
      return finding.error ? explainJsonError(finding.error) : 'The JSON could not be parsed.';
    case 'unknown_type':
      return `schema.org has no type ${type}.${expected.length > 0 ? ` Upper and lower case count: write ${list(expected)}.` : ''}`;
    case 'unknown_property':
      return expected.length > 0
        ? `${type} has no property ${property}. schema.org has it for ${list(expected)}.`
        : `schema.org has no property ${property}.`;
    case 'required_missing':
      return `${type} has no ${property}. Google requires it for rich results.`;
    case 'recommended_missing':
      return `${type} has no ${property}. Google recommends it for rich results.`;
    case 'bad_value': {
      const choices =
        finding.form === 'choice' && expected.length > 0 ? `one of ${list(expected)}` : formWords[finding.form ?? 'choice'];
      return `${type}.${property} ${stateOf(finding, value)}. It should be ${choices}.`;
    }
    case 'duplicate_blocks':
      return `Another block describes ${type} ${value} with different values for ${list(expected)}.`;
    case 'superseded':
      return `${property === '' ? `The type ${type}` : `The property ${property}`} is outdated. Use ${list(expected)} instead.`;
    case 'unknown_context':
      return `Context not known: ${list(expected)}. Crawlscope does not check names that this context may define.`;
    case 'context_missing':
      return 'The block has no @context, so search engines cannot know which vocabulary its types belong to. Add "@context": "https://schema.org".';
  }
}
