import { didYouMean } from '#core/query/near.ts';
import { conflictRules } from '#core/signals/conflicts.ts';
import {
  isCrawlerSignal,
  mostSignalConditions,
  type SignalCell,
  type SignalChoice,
  type SignalCondition,
  type SignalName,
  signalNames,
  signalValues,
} from '#shared/model/signals.ts';
import { usage } from './exit.ts';

/** `robots=blocked,meta=noindex|noindex-nofollow`, with `bingbot.robots=…` for another crawler, and `conflict=ID`. */
export const cellSyntax = 'SIGNAL=VALUE,…';

/** Reads conditions on signals. Refuses names and values that do not exist. `crawlers`: ids of the table's crawlers. */
export function readConditions(text: string, crawlers: readonly string[]): SignalChoice {
  const where: SignalCondition[] = [];
  let conflict: string | null = null;
  for (const part of text.split(/[\s,]+/).filter(each => each !== '')) {
    const [, name = '', value = ''] =
      /^([^=]+)=(.+)$/.exec(part) ?? usage(`“${part}” is not SIGNAL=VALUE, such as robots=blocked or conflict=sitemap-noindex.`);
    if (name === 'conflict') {
      conflict = requireConflict(value);
      continue;
    }
    const dot = name.lastIndexOf('.');
    const signal = requireSignal(name.slice(dot + 1));
    const profile = dot < 0 ? null : requireCrawler(name.slice(0, dot), crawlers);
    if (profile !== null && !isCrawlerSignal(signal))
      return usage(`${signal} is the same for all crawlers. Write ${signal}=${value}.`);
    const values = value.split('|').map(each => requireValue(signal, each));
    where.push({ signal, values, profile });
  }
  if (where.length > mostSignalConditions) return usage(`--cell takes at most ${mostSignalConditions} conditions.`);
  return { where, conflict };
}

/** A cell as conditions that only its URLs meet. */
export function conditionsOf({ common, crawlers }: SignalCell): string {
  const shown = signalNames.flatMap(name => {
    if (!isCrawlerSignal(name)) return [`${name}=${common[name]}`];
    return crawlers.map(({ profile, signs }, at) => `${at === 0 ? '' : `${profile}.`}${name}=${signs[name]}`);
  });
  return shown.join(',');
}

export function requireConflict(id: string): string {
  const known = conflictRules.map(rule => rule.id);
  return known.includes(id)
    ? id
    : usage(`there is no conflict “${id}”.${didYouMean(id, known)} Use one of: ${known.join(', ')}.`);
}

function requireSignal(name: string): SignalName {
  const found = signalNames.find(each => each === name);
  return (
    found ??
    usage(`there is no signal “${name}”.${didYouMean(name, signalNames)} Use one of: ${signalNames.join(', ')}, conflict.`)
  );
}

function requireCrawler(id: string, crawlers: readonly string[]): string {
  return crawlers.includes(id) ? id : usage(`“${id}” is not among the crawlers of the table. Add --profile ${id}.`);
}

function requireValue(signal: SignalName, value: string): string {
  const known: readonly string[] = signalValues[signal];
  return known.includes(value)
    ? value
    : usage(`${signal} is never “${value}”.${didYouMean(value, known)} Use one of: ${known.join(', ')}.`);
}
