/** '' for none, 'profile:googlebot', 'dialect:rfc9309'. */
export type InterpreterChoice = string;

/** A choice as the engine takes it. */
export function interpreterInput(choice: InterpreterChoice): { readonly profile?: string; readonly dialect?: string } {
  const [kind, id = ''] = choice.split(':', 2);
  return kind === 'profile' ? { profile: id } : kind === 'dialect' ? { dialect: id } : {};
}
