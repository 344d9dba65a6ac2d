import { procedures, topicNames } from '../contract.ts';
import { controlNames } from './control.ts';

/** FNV-1a of a text, in 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** The names of the calls and topics that a build knows, as one number. Their inputs and results are not in it, so a difference there goes unnoticed. */
export const protocol: number = hashOf(
  [...Object.entries(procedures).map(([name, { host }]) => `${name} ${host}`), ...topicNames, ...controlNames].sort().join('\n'),
);
