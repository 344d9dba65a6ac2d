import type { Initiator, ScriptPlace } from '#shared/model/rendering.ts';
import type { RequestWillBeSent, StackTrace } from './protocol.ts';

const longestUrl = 2_048;

/** The innermost place of a stack that is in a script with an address, or null. */
export function scriptPlace(stack: StackTrace | undefined): ScriptPlace | null {
  for (let at = stack; at !== undefined; at = at.parent) {
    const frame = at.callFrames.find(one => one.url !== '');
    if (!frame) continue;
    return {
      url: frame.url.slice(0, longestUrl),
      line: frame.lineNumber + 1,
      column: frame.columnNumber + 1,
      function: frame.functionName.slice(0, 200),
    };
  }
  return null;
}

/** What made a page send a request, from the browser's own record of it. */
export function initiatorOf({ initiator }: RequestWillBeSent): Initiator {
  const place = scriptPlace(initiator.stack);
  if (place) return { kind: 'script', place };
  if (initiator.type === 'parser' && initiator.url) {
    return { kind: 'markup', url: initiator.url.slice(0, longestUrl), line: (initiator.lineNumber ?? 0) + 1 };
  }
  return { kind: 'other' };
}
