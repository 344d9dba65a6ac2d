/** Checks the forms of values in a stored object. Loading a validator library would take a notable part of a short crawl. */

/** A value does not have the expected form. `place`: the path of names and numbers to it. */
export class WrongForm extends Error {
  readonly place: string;

  constructor(place: string) {
    super(`${place || 'the value'} has another form`);
    this.place = place;
  }
}

/** Returns the value in its form, or throws a `WrongForm`. */
export type Form<T> = (value: unknown, place: string) => T;

const wrong = (place: string): never => {
  throw new WrongForm(place);
};

const number: Form<number> = (value, place) => (typeof value === 'number' && Number.isFinite(value) ? value : wrong(place));

export const flag: Form<boolean> = (value, place) => (typeof value === 'boolean' ? value : wrong(place));

export const text =
  (most: number): Form<string> =>
  (value, place) =>
    typeof value === 'string' && value.length <= most ? value : wrong(place);

export const oneOf =
  <const T extends string>(known: readonly T[]): Form<T> =>
  (value, place) =>
    known.find(each => each === value) ?? wrong(place);

/** A number in the range; others are refused. */
export const within =
  (least: number, most: number): Form<number> =>
  (value, place) => {
    const found = number(value, place);
    return found >= least && found <= most ? found : wrong(place);
  };

/** A whole number, clamped to the range. */
export const between =
  (least: number, most: number): Form<number> =>
  (value, place) =>
    Math.round(Math.min(most, Math.max(least, number(value, place))));

const inside = (place: string, name: string | number): string => (place === '' ? `${name}` : `${place}.${name}`);

/** At most so many items of a form. */
export const listOf =
  <T>(item: Form<T>, most: number): Form<T[]> =>
  (value, place) =>
    Array.isArray(value) && value.length <= most ? value.map((each, at) => item(each, inside(place, at))) : wrong(place);

/** An object with these members; others are left out. */
export const objectOf =
  <T extends object>(members: { readonly [K in keyof T]: Form<T[K]> }): Form<T> =>
  (value, place) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong(place);
    const given = value as Record<string, unknown>;
    const read = Object.entries<Form<unknown>>(members).map(([name, form]) => [name, form(given[name], inside(place, name))]);
    return Object.fromEntries(read) as T;
  };

export const orNull =
  <T>(form: Form<T>): Form<T | null> =>
  (value, place) =>
    value === null ? null : form(value, place);

interface Schema<T> {
  safeParse(
    value: unknown,
  ): { success: true; data: T } | { success: false; error: { issues: readonly { path: readonly PropertyKey[] }[] } };
}

/** A list that a schema describes. The schema is not loaded for an empty list. */
export const listBy =
  <T>(schema: () => Schema<readonly T[]>): Form<readonly T[]> =>
  (value, place) => {
    if (Array.isArray(value) && value.length === 0) return [];
    const read = schema().safeParse(value);
    if (read.success) return read.data;
    return wrong([place, ...(read.error.issues[0]?.path ?? [])].join('.'));
  };
