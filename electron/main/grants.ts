import { randomUUID } from 'node:crypto';

/**
 * Paths that the user chose in a dialog, under random names that reveal nothing to the window. If there are too
 * many, the oldest are removed.
 */
export interface Grants {
  give(path: string): string;
  pathOf(grant: string): string | null;
  spend(grant: string): void;
}

const maxGrants = 20;

export function createGrants(): Grants {
  const paths = new Map<string, string>();
  return {
    give(path) {
      const grant = randomUUID();
      paths.set(grant, path);
      for (const oldest of paths.keys()) {
        if (paths.size <= maxGrants) break;
        paths.delete(oldest);
      }
      return grant;
    },
    pathOf: grant => paths.get(grant) ?? null,
    spend: grant => void paths.delete(grant),
  };
}
