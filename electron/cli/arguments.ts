import { parseArgs } from 'node:util';
import { didYouMean } from '#core/query/near.ts';
import { usage } from './exit.ts';

export interface OptionSpec {
  /** '' for a switch, otherwise the placeholder of its value in the help text. */
  readonly value: string;
  readonly help: string;
  readonly repeatable?: true;
}

export type OptionTable = Readonly<Record<string, OptionSpec>>;

/** The name, arguments and result of a command. `--help` is made from it. */
export interface CommandSpec {
  readonly name: string;
  readonly summary: string;
  /** Positional arguments as shown: 'F.crawl URL'. */
  readonly takes: string;
  readonly positionals: { readonly min: number; readonly max: number };
  readonly options: OptionTable;
  readonly examples: readonly string[];
  /** Further lines of the help text. */
  readonly notes?: readonly string[];
}

export interface Arguments {
  readonly positionals: readonly string[];
  has(name: string): boolean;
  one(name: string): string | undefined;
  all(name: string): readonly string[];
}

/** Reads the words after the command name. Refuses unknown options, missing and superfluous values, wrong counts. */
export function readArguments(spec: CommandSpec, argv: readonly string[]): Arguments {
  const hint = `See: crawlscope ${spec.name} --help`;
  const names = Object.keys(spec.options);
  const { tokens } = parseArgs({
    args: [...argv],
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: Object.fromEntries(
      names.map(name => [name, { type: spec.options[name]?.value === '' ? 'boolean' : 'string' } as const]),
    ),
  });
  const values = new Map<string, string[]>();
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(spec.options, token.name) ? spec.options[token.name] : undefined;
    if (!option || !token.rawName.startsWith('--'))
      return usage(`${spec.name}: unknown option ${token.rawName}.${dashed(didYouMean(token.name, names))} ${hint}`);
    if (option.value === '' && token.inlineValue) return usage(`${spec.name}: --${token.name} takes no value. ${hint}`);
    const swallowed = !token.inlineValue && token.value?.startsWith('--') === true && names.includes(token.value.slice(2));
    if (option.value !== '' && (token.value === undefined || swallowed))
      return usage(`${spec.name}: --${token.name} needs a value, as in --${token.name} ${option.value}. ${hint}`);
    const before = values.get(token.name) ?? [];
    if (before.length > 0 && !option.repeatable && option.value !== '')
      return usage(`${spec.name}: --${token.name} is given twice. ${hint}`);
    values.set(token.name, [...before, token.value ?? '']);
  }
  if (positionals.length < spec.positionals.min)
    return usage(
      `${spec.name}: it needs ${spec.takes}; ${positionals.length === 0 ? 'nothing was' : `only “${positionals.join(' ')}” was`} given. ${hint}`,
    );
  if (positionals.length > spec.positionals.max) {
    const extra = positionals[spec.positionals.max] ?? '';
    return usage(
      `${spec.name}: “${extra}” is one argument too many${/\s/.test(extra) ? '' : ' (quote values that contain spaces)'}. ${hint}`,
    );
  }
  return {
    positionals,
    has: name => values.has(name),
    one: name => values.get(name)?.[0],
    all: name => values.get(name) ?? [],
  };
}

const dashed = (sentence: string): string => sentence.replaceAll('“', '“--');

/** A whole number option within bounds, or undefined when not given. */
export function wholeNumber(args: Arguments, name: string, min: number, max = Number.MAX_SAFE_INTEGER): number | undefined {
  const text = args.one(name);
  if (text === undefined) return undefined;
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  const bounds = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  return usage(`--${name} must be a whole number ${bounds}, not “${text}”.`);
}

/** A duration option given in seconds, as milliseconds. */
export function seconds(args: Arguments, name: string, maxSeconds = 86_400): number | undefined {
  const text = args.one(name);
  if (text === undefined) return undefined;
  const value = /^\d{1,9}(\.\d{1,9})?$/.test(text) ? Number(text) : Number.NaN;
  if (value <= maxSeconds) return Math.round(value * 1000);
  return usage(`--${name} must be a number of seconds from 0 to ${maxSeconds}, not “${text}”.`);
}

/** One of a fixed set of words, or undefined when not given. */
export function choice<W extends string>(args: Arguments, name: string, words: readonly W[]): W | undefined {
  const text = args.one(name);
  if (text === undefined) return undefined;
  const found = words.find(word => word === text);
  return found ?? usage(`--${name} must be one of ${words.join(', ')}, not “${text}”.${didYouMean(text, words)}`);
}
