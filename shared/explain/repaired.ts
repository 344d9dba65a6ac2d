import type { Repaired, RepairedTable } from '../model/repair.ts';
import { figure } from './figure.ts';

const rowsOf = (count: number): string => (count === 1 ? '1 row' : `${figure(count)} rows`);

const isHarmed = ({ refused, places, isGone }: RepairedTable): boolean => isGone || refused + places > 0;

/** Whether a repaired file lacks anything that the damaged one had. */
export const hasLosses = ({ header, tables, mended, leftOut }: Repaired): boolean =>
  header !== '' || tables.some(isHarmed) || mended.length + leftOut.length > 0;

/** 'url: 5,041 rows kept; 2 damaged places, which held at most 31 rows' */
function tableLine({ name, rows, refused, places, missing, isGone }: RepairedTable): string {
  if (isGone) return `${name}: the table is missing, or its definition is not Crawlscope’s. It is empty now.`;
  const parts = [`${rowsOf(rows)} kept`];
  if (places > 0)
    parts.push(
      `${places === 1 ? '1 damaged place' : `${figure(places)} damaged places`}${missing > 0 ? `, at most ${rowsOf(missing)} lost` : ''}`,
    );
  if (refused > 0)
    parts.push(`${rowsOf(refused)} not taken: they have values that the table forbids, come twice, or have too great a number`);
  return `${name}: ${parts.join('; ')}.`;
}

/** What a repair found, one line each: a summary, what was lost in each table, what was changed because of that, what was left out. */
export function repairLines(repaired: Repaired): readonly string[] {
  const { header, tables, mended, leftOut } = repaired;
  const sum = tables.reduce((total, { rows }) => total + rows, 0);
  const harmed = tables.filter(isHarmed);
  return [
    `${rowsOf(sum)} in ${tables.length - tables.filter(({ isGone }) => isGone).length} tables were read.${hasLosses(repaired) ? '' : ' Nothing is lost.'}`,
    ...(header === '' ? [] : [header]),
    ...harmed.map(tableLine),
    ...mended.map(({ table, rows, what }) => `${table}: ${rowsOf(rows)} ${what}.`),
    ...leftOut.map(name => `Left out, because Crawlscope does not make it: ${name}.`),
  ];
}
