import type { AgentCase, Dialect, LineToken, RobotToken } from '../dialect.ts';
import { alphanumericAnd } from '../match/escapes.ts';
import { matchesPattern } from '../match/pattern.ts';

/** The token of a line that applies to all robots. No other line has this token. */
export const STAR = '*';

/** The part of a User-agent value that is compared: `*` for all robots; '' if the line names no robot or has no value. */
export function lineTokenOf(value: string, dialect: Dialect): string {
  if (value === STAR) return STAR;
  if (dialect.starToken.value === 'star-then-space' && value.startsWith(STAR) && isSpace(value.charCodeAt(1))) return STAR;
  const token = cutToken(value, dialect.lineToken.value, dialect.agentCase.value);
  return token === STAR && dialect.starToken.value !== 'star-before-slash' ? '' : token;
}

/** The part of the robot's name that is compared. '' for a robot without a name: only groups for all robots apply to it. */
export function robotTokenOf(agent: string, dialect: Dialect): string {
  const letterCase = dialect.agentCase.value === 'header-as-written' && isHeader(agent) ? 'significant' : dialect.agentCase.value;
  const token = cutToken(agent, dialect.robotToken.value, letterCase);
  return token === STAR ? '' : token;
}

/**
 * Whether the text is a User-Agent header, not a bare name: a product with a comment (RFC 9110 section 10.1.5). Heritrix always
 * sends a comment with a contact URL.
 */
const isHeader = (agent: string): boolean => /\s/.test(agent);

function cutToken(value: string, how: LineToken | RobotToken, letterCase: AgentCase): string {
  const token = how === 'without-stars' ? value.replaceAll(STAR, '') : value.slice(0, endOfToken(value, how));
  const trimmed = how === 'before-slash' ? token.trim() : token;
  return letterCase === 'significant' ? trimmed : trimmed.toLowerCase();
}

function endOfToken(value: string, how: LineToken | RobotToken): number {
  if (how === 'before-slash') {
    const slash = value.indexOf('/');
    return slash < 0 ? value.length : slash;
  }
  if (how !== 'leading-letters' && how !== 'leading-product' && how !== 'first-word' && how !== 'http-token') return value.length;
  let at = 0;
  while (at < value.length && belongs(value.charCodeAt(at), how)) at += 1;
  return at;
}

const TOKEN_CHARACTERS = alphanumericAnd("!#$%&'*+-.^_`|~");

function belongs(unit: number, how: 'leading-letters' | 'leading-product' | 'first-word' | 'http-token'): boolean {
  if (how === 'first-word') return !isSpace(unit);
  if (how === 'http-token') return unit < 0x80 && TOKEN_CHARACTERS[unit] === 1;
  const lower = unit | 0x20;
  if (unit < 0x80 && lower >= 0x61 && lower <= 0x7a) return true;
  if (unit === 0x5f || unit === 0x2d) return true;
  return how === 'leading-product' && unit >= 0x30 && unit <= 0x39;
}

/** Space, tab, vertical tab and form feed. Line ends never occur inside a line. */
export function isSpace(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
}

/** Whether a line's token names the robot. No token names a robot without a name, and `*` names no particular robot. */
export function namesRobot(lineToken: string, robotToken: string, dialect: Dialect): boolean {
  if (lineToken === '') return dialect.emptyAgent.value === 'everybody';
  if (robotToken === '' || lineToken === STAR) return false;
  switch (dialect.agentCompare.value) {
    case 'line-in-name':
      return robotToken.includes(lineToken);
    case 'equal-then-line-in-name':
      return robotToken.slice(0, endOfToken(robotToken, 'before-slash')).includes(lineToken);
    case 'name-in-line':
      return lineToken.includes(robotToken);
    case 'either-in-other':
      return robotToken.includes(lineToken) || lineToken.includes(robotToken);
    case 'line-prefixes-name':
      return robotToken.startsWith(lineToken);
    case 'equal-or-leading-letters':
      return lineToken === robotToken || lineToken.slice(0, endOfToken(lineToken, 'leading-letters')) === robotToken;
    default:
      return lineToken === robotToken;
  }
}

/** Whether a token with stars matches the whole name; each star matches any text. */
export function globNames(lineToken: string, robotToken: string): boolean {
  if (!lineToken.includes(STAR) || lineToken === STAR || robotToken === '') return false;
  const parts = lineToken.split(STAR);
  const pieces = parts.filter((piece, index) => piece !== '' || index === 0 || index === parts.length - 1);
  return matchesPattern({ pieces, anchored: true }, robotToken);
}

/** Whether the name contains the parts between the stars in this order. Letter case is ignored, and the parts may overlap (Yioop). */
export function piecesName(lineToken: string, robotToken: string): boolean {
  if (lineToken === '') return false;
  const name = robotToken.toLowerCase();
  let at = 0;
  for (const part of lineToken.toLowerCase().split(STAR)) {
    if (part === '') continue;
    at = name.indexOf(part, at);
    if (at < 0) return false;
  }
  return true;
}
