/** Tests of values that were read from JSON in a crawl file, whoever wrote it. */
export type Test = (value: unknown) => boolean;

export const isText: Test = value => typeof value === 'string';
export const isCount: Test = value => typeof value === 'number' && Number.isFinite(value) && value >= 0;
export const isTrue: Test = value => value === true;
export const isFlag: Test = value => typeof value === 'boolean';
export const isPlace: Test = value => Array.isArray(value) && value.length === 2 && value.every(isCount);
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object with these fields; those of `maybe` may be missing. Other fields are ignored. */
export function shape(fields: Readonly<Record<string, Test>>, maybe: Readonly<Record<string, Test>> = {}): Test {
  const needed = Object.entries(fields);
  const others = Object.entries(maybe);
  return value =>
    isObject(value) &&
    needed.every(([name, test]) => test(value[name])) &&
    others.every(([name, test]) => value[name] === undefined || test(value[name]));
}

export const listOf =
  (test: Test): Test =>
  value =>
    Array.isArray(value) && value.every(test);
export const orNull =
  (test: Test): Test =>
  value =>
    value === null || test(value);
