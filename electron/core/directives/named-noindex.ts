import type { Headers } from '#shared/model/fetch.ts';
import type { Directive, MetaRobots } from '#shared/model/page.ts';
import { parseMetaRobots, parseXRobotsTag } from './parse.ts';

const forbids = ({ agent, word }: Directive): boolean => agent !== '' && (word === 'noindex' || word === 'none');

/** Whether a directive forbids listing to a crawler it names, as `googlebot: noindex` does. `none` includes noindex. */
export const hasNamedNoindex = (metas: readonly MetaRobots[], headers: Headers): boolean =>
  parseMetaRobots(metas).some(forbids) || parseXRobotsTag(headers).some(forbids);
