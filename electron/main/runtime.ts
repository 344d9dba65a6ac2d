/** Electron's major version in package.json (a test compares them). Other versions run, and the window says so. */
export const declaredElectronMajor = 45;

/** Minimum Node version of the engine. On older ones, better-sqlite3 13 aborts the process and undici 8 does not load. */
export const engineNode = { major: 22, minor: 19 } as const;

const numbers = (version: string): readonly number[] => version.split('.').map(Number);

/** True when this process's own Node (its version as `24.21.0`) can run the engine. */
export function canRunEngine(nodeVersion: string): boolean {
  const [major = 0, minor = 0] = numbers(nodeVersion);
  return major > engineNode.major || (major === engineNode.major && minor >= engineNode.minor);
}

/** '' on the declared Electron, else one sentence for the user. */
export function runtimeNote(electronVersion: string): string {
  const [major = 0] = numbers(electronVersion);
  return major === declaredElectronMajor
    ? ''
    : `Running on Electron ${electronVersion}, a replacement for development and tests; releases use Electron ${declaredElectronMajor}.`;
}
