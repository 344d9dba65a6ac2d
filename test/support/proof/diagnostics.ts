import type { Diagnostic } from '#core/lint/diagnostic.ts';
import { lintRobots } from '#core/lint/lint-robots.ts';

/** What lint says about a file of which nothing else is known. */
export const diagnosticsOf = (bytes: Uint8Array): readonly Diagnostic[] => lintRobots(bytes).diagnostics;
