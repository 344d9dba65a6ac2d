import { type Readings, renderedFacts } from '#core/rendering/facts.ts';
import type { Store } from '#storage/store.ts';
import { nodeOctets } from '../node-octets.ts';
import type { RenderedPage } from './resource-desk.ts';

/** The lines of robots.txt that forbade requests of a page, by the numbers of the requests. */
function linesOf({ robots }: Pick<Store, 'robots'>, { seen }: RenderedPage): Readings['lineOf'] {
  const files = new Map<number, readonly string[]>();
  const read = (version: number): readonly string[] => {
    const found = robots.byId(version);
    const body = found ? robots.body(found.bodyHash) : null;
    return body ? new TextDecoder().decode(body).split(/\r\n?|\n/) : [];
  };
  return seq => {
    const { robotsId = null, robotsLine = null } = seen.get(seq) ?? {};
    if (robotsId === null || robotsLine === null) return null;
    const lines = files.get(robotsId) ?? read(robotsId);
    files.set(robotsId, lines);
    return { version: robotsId, line: robotsLine, rule: (lines[robotsLine - 1] ?? '').trim().slice(0, 200) };
  };
}

/** What scripts change on a page that was rendered. The time is linear in both pages. */
export const compareRendering = (
  store: Pick<Store, 'robots'>,
  page: RenderedPage,
  readings: Omit<Readings, 'lineOf' | 'octets'>,
) => renderedFacts({ ...readings, lineOf: linesOf(store, page), octets: nodeOctets });
