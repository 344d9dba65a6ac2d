import type { Dialect } from '../dialect.ts';
import { crawlscope } from './crawlscope.ts';
import { google } from './google.ts';
import { rfc9309 } from './rfc9309.ts';

const dialects: ReadonlyMap<string, Dialect> = new Map([crawlscope, rfc9309, google].map(dialect => [dialect.id, dialect]));

/** A dialect by its id, null for an unknown one. */
export function dialectById(id: string): Dialect | null {
  return dialects.get(id) ?? null;
}

/** Every known id, our own first. */
export function dialectIds(): string[] {
  return [...dialects.keys()];
}
