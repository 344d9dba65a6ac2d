import { parseLinkHeader } from '#core/canonical/link-header.ts';
import type { Aspect, Choice, LostWhy } from '#shared/model/directives.ts';
import type { Headers } from '#shared/model/fetch.ts';
import type { Directive } from '#shared/model/page.ts';
import type { DirectiveEngine } from './engine.ts';
import type { Heard } from './sift.ts';

/** The words about one question. */
interface Sides {
  readonly permits: readonly Heard[];
  readonly forbids: readonly Heard[];
  /** Among `permits`, those that say `all`. */
  readonly alls: readonly Heard[];
}

const directives = (heard: readonly Heard[]): readonly Directive[] => heard.map(each => each.directive);
const lose = (heard: readonly Heard[], why: LostWhy) => heard.map(({ directive }) => ({ directive, why }));
const answered = (value: Choice, winners: readonly Heard[], losers: readonly Heard[], why: LostWhy): Aspect<Choice> => ({
  value,
  by: directives(winners),
  lost: lose(losers, why),
});

/** Whether the page may be indexed and its links followed, by the engine's rule for contradictions. */
export function combineChoices(
  engine: DirectiveEngine,
  heard: readonly Heard[],
  headers: Headers,
): { readonly index: Aspect<Choice>; readonly follow: Aspect<Choice> } {
  const sides = (permit: string, forbid: string): Sides => {
    const alls = heard.filter(each => each.word === 'all');
    return {
      alls,
      permits: heard.filter(each => each.word === permit || each.word === 'all'),
      forbids: heard.filter(each => each.word === forbid),
    };
  };
  const index = decide(engine, sides('index', 'noindex'));
  const links = sides('follow', 'nofollow');
  const follow = decide(engine, links);
  return { index, follow: impliedFollow(engine, follow, links, index, headers) };
}

/** Two engines stop the links of a page for reasons that do not mention links. */
function impliedFollow(
  engine: DirectiveEngine,
  follow: Aspect<Choice>,
  links: Sides,
  index: Aspect<Choice>,
  headers: Headers,
): Aspect<Choice> {
  const unsaid = links.permits.length === 0 && links.forbids.length === 0;
  if (engine.noindexStopsLinks.value && unsaid && index.value !== 'yes') return index;
  if (!engine.canonicalHeaderStopsLinks.value) return follow;
  const found = parseLinkHeader(headers).find(link => link.rel.split(' ').includes('canonical'));
  if (!found) return follow;
  const source = { kind: 'header', name: headers[found.index]?.[0] ?? 'link', index: found.index, text: found.text } as const;
  return {
    value: 'no',
    by: [...(follow.value === 'no' ? follow.by : []), { word: 'canonical', value: '', agent: '', source }],
    lost: follow.lost,
  };
}

function decide(engine: DirectiveEngine, sides: Sides): Aspect<Choice> {
  const { permits, forbids, alls } = sides;
  switch (engine.combination.value) {
    case 'most-restrictive':
    case 'negatives':
      return forbids.length > 0
        ? answered('no', forbids, permits, 'restrictive-wins')
        : answered('yes', permits, [], 'restrictive-wins');
    case 'all-wins':
      if (alls.length > 0) return answered('yes', alls, forbids, 'all-wins');
      if (permits.length > 0 && forbids.length > 0) return answered('choice', [], [...permits, ...forbids], 'contradiction');
      return forbids.length > 0 ? answered('no', forbids, [], 'contradiction') : answered('yes', permits, [], 'contradiction');
    case 'positive-wins':
      return positiveWins(engine, sides);
    default: {
      const never: never = engine.combination.value;
      return never;
    }
  }
}

const isHeader = (each: Heard): boolean => each.directive.source.kind === 'header';

/**
 * Within the page the robot's own name comes first, then permissions. Prohibitions of the header are separate: which of the two
 * counts is not documented. Ours: the stricter one, and the overruled words are kept.
 */
function positiveWins(engine: DirectiveEngine, { permits, forbids }: Sides): Aspect<Choice> {
  const page = [...permits, ...forbids].filter(each => !isHeader(each));
  const own = engine.specificWins.value ? page.filter(each => each.specific) : [];
  const speaking = new Set(own.length > 0 ? own : page);
  const yes = permits.filter(each => speaking.has(each));
  const no = forbids.filter(each => speaking.has(each));
  const outranked = lose(
    page.filter(each => !speaking.has(each) && (yes.length > 0 ? forbids : permits).includes(each)),
    'specific-wins',
  );
  const barred = forbids.filter(isHeader);
  if (barred.length > 0) {
    const against = answered('no', [...barred, ...no], yes, 'header-forbids');
    return { ...against, lost: [...against.lost, ...outranked] };
  }
  const answer =
    yes.length > 0 ? answered('yes', yes, no, 'positive-wins') : answered(no.length > 0 ? 'no' : 'yes', no, [], 'positive-wins');
  return { ...answer, lost: [...answer.lost, ...outranked] };
}
