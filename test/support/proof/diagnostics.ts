import type { Diagnostic } from '#core/robots/lint/diagnostic.ts';
import { lintRobots } from '#core/robots/lint/lint-robots.ts';

/** What lint says about a file of which nothing else is known. */
export const diagnosticsOf = (bytes: Uint8Array): readonly Diagnostic[] => lintRobots(bytes).diagnostics;
