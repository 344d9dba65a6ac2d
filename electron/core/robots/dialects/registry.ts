import type { Dialect } from '../dialect.ts';
import { crawlscope } from './crawlscope.ts';
import { others } from './others.ts';

let made: ReadonlyMap<string, Dialect> | null = null;

function dialects(): ReadonlyMap<string, Dialect> {
  made ??= new Map([crawlscope, ...others].map(dialect => [dialect.id, dialect]));
  return made;
}

/** A dialect by its id, null for an unknown one. */
export function dialectById(id: string): Dialect | null {
  return id === crawlscope.id ? crawlscope : (dialects().get(id) ?? null);
}

/** Every known id, our own first. */
export function dialectIds(): string[] {
  return [...dialects().keys()];
}
