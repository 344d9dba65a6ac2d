// Options of the benchmarks: --help, and one clear line for whatever they do not know.
import { parseArgs } from 'node:util';

const stop = (text, usage) => {
  process.stderr.write(`${text}\n${usage}\n`);
  process.exit(2);
};

/**
 * The values of the command line's options as `parseArgs` returns them, and the positional arguments. Prints `usage`
 * for --help, and after the error for an unknown option; then the program ends.
 */
export function benchOptions(usage, options, allowPositionals = false) {
  let parsed;
  try {
    parsed = parseArgs({ allowPositionals, options: { ...options, help: { type: 'boolean' } } });
  } catch (error) {
    if (!String(error.code).startsWith('ERR_PARSE_ARGS')) throw error;
    stop(error.message.split('. ')[0], usage);
  }
  if (parsed.values.help) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  return {
    ...parsed,
    /** A whole number above 0; of a list separated by commas with `numbers`. */
    number(name, text = parsed.values[name]) {
      const value = Number(text);
      return Number.isSafeInteger(value) && value > 0 ? value : stop(`--${name} ${text} is not a whole number above 0.`, usage);
    },
    numbers(name) {
      return parsed.values[name].split(',').map(text => this.number(name, text));
    },
    /** A list separated by commas, of which every part must be known. */
    words(name, known) {
      const words = parsed.values[name].split(',').filter(Boolean);
      const other = words.find(word => !known.includes(word));
      return other === undefined ? words : stop(`--${name} knows ${known.join(', ')}, not ${other}.`, usage);
    },
  };
}
