import type { Switch } from '#shared/render-switches.ts';

/** Switches as a program's arguments. */
export const asArguments = (switches: readonly Switch[]): readonly string[] =>
  switches.map(([name, value]) => (value === undefined ? `--${name}` : `--${name}=${value}`));
