/** What is known about a name in a User-agent line. Facts from the operators' pages; Ours: the selection. */
export interface KnownRobot {
  readonly name: string;
  /** `search`: feeds a large search engine. `ai`: gathers text for models. `control`: steers use, no robot fetches under it. */
  readonly role: 'search' | 'ai' | 'control' | 'special' | 'tool' | 'retired';
}

const robots = (role: KnownRobot['role'], names: string): KnownRobot[] => names.split(' ').map(name => ({ name, role }));

const known: readonly KnownRobot[] = [
  ...robots('search', 'Googlebot Bingbot YandexBot Yandex Baiduspider DuckDuckBot Applebot SeznamBot Yeti Sogou Qwantbot Slurp'),
  ...robots('search', 'Googlebot-Image Googlebot-News Googlebot-Video YandexImages Baiduspider-image PetalBot'),
  ...robots('ai', 'GPTBot ChatGPT-User OAI-SearchBot ClaudeBot Claude-User Claude-SearchBot anthropic-ai CCBot PerplexityBot'),
  ...robots('ai', 'Bytespider Amazonbot meta-externalagent cohere-ai Diffbot ImagesiftBot Timpibot omgili YouBot'),
  ...robots('control', 'Google-Extended Applebot-Extended'),
  ...robots('special', 'AdsBot-Google AdsBot-Google-Mobile Mediapartners-Google APIs-Google Storebot-Google GoogleOther'),
  ...robots('special', 'facebookexternalhit Facebot Twitterbot LinkedInBot Pinterestbot Slackbot Discordbot AdIdxBot'),
  ...robots('tool', 'AhrefsBot SemrushBot MJ12bot DotBot rogerbot BLEXBot DataForSeoBot ia_archiver archive.org_bot'),
  ...robots('tool', '360Spider 80legs 008 Wget curl Scrapy Nutch Heritrix Crawlscope YioopBot Screaming-Frog SiteAuditBot'),
  ...robots('retired', 'msnbot msnbot-media Teoma Gigabot Scooter Lycos ScoutJet Fast WebCrawler Exabot Googlebot-Mobile'),
  ...robots('retired', 'Twiceler Ask Infoseek ArchitextSpider NaverBot'),
];

const byName: ReadonlyMap<string, KnownRobot> = new Map(known.map(robot => [robot.name.toLowerCase(), robot]));

/** The robot of exactly that name, whatever the case. */
export const knownRobot = (name: string): KnownRobot | null => byName.get(name.toLowerCase()) ?? null;

export const robotsOf = (role: KnownRobot['role']): readonly string[] =>
  known.filter(robot => robot.role === role).map(robot => robot.name);

export const robotNames: readonly string[] = known.map(robot => robot.name);
