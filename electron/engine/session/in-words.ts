import { storageError } from '#storage/file/database.ts';

/** Gives back the same methods, whose errors about the file are one sentence: damaged, being written, full disk. */
export function inWords<T extends object>(methods: T, path: string): T {
  const told = (error: unknown): never => {
    throw storageError(error, path);
  };
  const wrapped = Object.entries(methods).map(([name, method]) => {
    if (typeof method !== 'function') return [name, method] as const;
    const call = method as (...given: readonly unknown[]) => unknown;
    const tell = (...given: readonly unknown[]): unknown => {
      try {
        const result = call(...given);
        if (result instanceof Promise) return result.catch(told);
        if (isAsyncSteps(result)) return asyncSteps(result, told);
        return isSteps(result) ? steps(result, told) : result;
      } catch (error) {
        return told(error);
      }
    };
    return [name, tell] as const;
  });
  return Object.fromEntries(wrapped) as T;
}

type AnySteps = Generator<unknown, unknown, unknown>;

const isSteps = (value: unknown): value is AnySteps =>
  typeof value === 'object' && value !== null && Symbol.iterator in value && 'next' in value;

function* steps(inner: AnySteps, told: (error: unknown) => never): AnySteps {
  try {
    return yield* inner;
  } catch (error) {
    return told(error);
  }
}

type AnyAsyncSteps = AsyncGenerator<unknown, unknown, unknown>;

const isAsyncSteps = (value: unknown): value is AnyAsyncSteps =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value && 'next' in value;

async function* asyncSteps(inner: AnyAsyncSteps, told: (error: unknown) => never): AnyAsyncSteps {
  try {
    return yield* inner;
  } catch (error) {
    return told(error);
  }
}
