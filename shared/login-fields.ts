/** A field of a login form with its value. */
export type LoginField = readonly [name: string, value: string];

export const mostLoginFields = 10;

/** The fields of a login as one secret text. */
export const loginValue = (fields: readonly LoginField[]): string => JSON.stringify(fields);

/** The reverse; null for other text. */
export function loginFields(value: string): readonly LoginField[] | null {
  let read: unknown;
  try {
    read = JSON.parse(value);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  const isField = (each: unknown): each is LoginField =>
    Array.isArray(each) && each.length === 2 && each.every(text => typeof text === 'string' && text !== '');
  return Array.isArray(read) && read.length > 0 && read.length <= mostLoginFields && read.every(isField) ? read : null;
}
