import { FunctionExpressionType, JSONPathEnvironment, JSONPathError, type JSONValue } from 'json-p3';
import { RE2JS, RE2JSException } from 're2js';

/** RFC 9535 §2.4.6 and §2.4.7, in RE2 instead of a backtracking engine. A pattern that cannot be read matches nothing. */
const regexFunction = (test: (pattern: RE2JS, text: string) => boolean) => ({
  argTypes: [FunctionExpressionType.ValueType, FunctionExpressionType.ValueType],
  returnType: FunctionExpressionType.LogicalType,
  call(text: unknown, pattern: unknown): boolean {
    if (typeof text !== 'string' || typeof pattern !== 'string') return false;
    try {
      return test(RE2JS.compile(RE2JS.translateRegExp(pattern)), text);
    } catch (error) {
      if (error instanceof RE2JSException) return false;
      throw error;
    }
  },
});

const environment = new JSONPathEnvironment({ strict: true, maxRecursionDepth: 10_000 });
environment.functionRegister.set(
  'match',
  regexFunction((pattern, text) => pattern.matches(text)),
);
environment.functionRegister.set(
  'search',
  regexFunction((pattern, text) => pattern.matcher(text).find()),
);

/** Values that a path selects, in the order of RFC 9535. */
export type JsonPath = (value: unknown) => Iterable<unknown>;

/** Compiles a JSON path. Returns one sentence about what is wrong with it. */
export function readJsonPath(path: string): { readonly path: JsonPath } | { readonly problem: string } {
  try {
    const query = environment.compile(path);
    return {
      path: function* (value) {
        for (const node of query.lazyQuery(value as JSONValue)) yield node.value;
      },
    };
  } catch (error) {
    if (error instanceof JSONPathError) return { problem: error.message };
    throw error;
  }
}
