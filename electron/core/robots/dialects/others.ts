import type { Dialect } from '../dialect.ts';
import { baidu } from './baidu.ts';
import { bing } from './bing.ts';
import { crawlerCommons } from './crawler-commons.ts';
import { geoportal } from './geoportal.ts';
import { geoportalCode } from './geoportal-code.ts';
import { geoportalFirst } from './geoportal-first.ts';
import { google } from './google.ts';
import { heritrix } from './heritrix.ts';
import { norobots1996 } from './norobots-1996.ts';
import { protego } from './protego.ts';
import { repCpp } from './rep-cpp.ts';
import { res1994 } from './res-1994.ts';
import { res1997 } from './res-1997.ts';
import { resChecker } from './res-checker.ts';
import { rfc9309 } from './rfc9309.ts';
import { robotsParser } from './robots-parser.ts';
import { scrapy } from './scrapy.ts';
import { slurp } from './slurp.ts';
import { temoto } from './temoto.ts';
import { textingRobots } from './texting-robots.ts';
import { urllib } from './urllib.ts';
import { urllib2026 } from './urllib-2026.ts';
import { wget } from './wget.ts';
import { yandex } from './yandex.ts';
import { yioop } from './yioop.ts';
import { yioop2011 } from './yioop-2011.ts';
import { yioopCode } from './yioop-code.ts';

/** All dialects but our own, in the order of lists. A plain crawl needs none of them. */
export const others: readonly Dialect[] = [
  rfc9309,
  google,
  bing,
  yandex,
  baidu,
  slurp,
  yioop,
  yioopCode,
  yioop2011,
  geoportal,
  geoportalCode,
  geoportalFirst,
  norobots1996,
  res1994,
  res1997,
  resChecker,
  protego,
  scrapy,
  robotsParser,
  crawlerCommons,
  heritrix,
  urllib,
  urllib2026,
  wget,
  temoto,
  textingRobots,
  repCpp,
];
