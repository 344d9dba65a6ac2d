import type { Arguments, CommandSpec } from './arguments.ts';
import type { ExitCode } from './exit.ts';
import type { Io } from './io.ts';

export interface Command extends CommandSpec {
  run(args: Arguments, io: Io): Promise<ExitCode>;
}

export const jsonOption = { json: { value: '', help: 'print one JSON document' } } as const;
