import type { DiagnosticId } from '../../lint/families.ts';

/** What the lint of robots.txt finds for each check. The check's reason, fix and source are those of the first diagnostic. */
export const diagnosticsOf = {
  'robots.missing': ['F-404'],
  'robots.unreachable': ['F-5XX', 'F-429', 'F-UNREACHABLE'],
  'robots.forbidden': ['F-401'],
  'robots.redirects': ['F-REDIR', 'F-REDIR-LONG', 'F-REDIR-LOOP'],
  'robots.cross_host_redirect': ['F-REDIR-HOST'],
  'robots.html': ['B-HTML'],
  'robots.binary': ['B-BINARY', 'B-UTF16', 'B-NUL'],
  'robots.bom': ['B-BOM'],
  'robots.too_big': ['B-SIZE-500'],
  'robots.syntax': ['K-SYNTAX', 'K-KEYWORDS', 'K-COMMENT-ALT', 'K-NO-COLON', 'K-NO-COLON-3', 'K-COLON-SPLIT', 'X-SITEMAP-BARE'],
  'robots.unknown_field': ['K-UNKNOWN', 'K-TYPO', 'K-PREFIX', 'K-TRANSLATED', 'K-DASH', 'K-STRAY', 'B-SMART'],
  'robots.rule_before_agent': ['G-ORPHAN', 'G-NO-AGENT'],
  'robots.multi_path': ['K-MULTI-PATH', 'P-SPACE'],
  'robots.multi_agent_line': ['K-MULTI-AGENT', 'G-TOKEN-SPACE'],
  'robots.no_leading_slash': ['P-NO-SLASH', 'K-SWAPPED'],
  'robots.full_url_rule': ['P-URL'],
  'robots.regex_like': ['P-REGEX', 'P-BACKSLASH'],
  'robots.dollar_middle': ['P-DOLLAR-MID'],
  'robots.trailing_star': ['P-TRAIL-STAR'],
  'robots.case_path': ['P-CASE'],
  'robots.inline_comment': ['K-COMMENT-TAIL', 'K-COMMENT-GLUED'],
  'robots.line_endings': ['B-CR-ONLY', 'B-EOL-MIXED'],
  'robots.conflict': ['P-TIE', 'P-CONTRA'],
  'robots.dead_rule': ['P-DEAD'],
  'robots.shadowed_rule': ['P-SHADOWED'],
  'robots.duplicate_rule': ['P-DUP'],
  'robots.duplicate_group': ['G-SAME-TWICE', 'G-STAR-TWICE'],
  'robots.list_all_files': ['P-ENUM'],
  'robots.crawl_delay': ['X-DELAY-IGNORED'],
  'robots.noindex_field': ['X-NOINDEX'],
  'robots.host_field': ['X-HOST'],
  'robots.sitemap_bad': ['X-SITEMAP-REL', 'X-SITEMAP-URL', 'X-SITEMAP-STATUS'],
  'robots.sitemap_blocked': ['X-SITEMAP-BLOCKED'],
} as const satisfies Readonly<Record<string, readonly [DiagnosticId, ...DiagnosticId[]]>>;

export type LintedCheckId = keyof typeof diagnosticsOf;

/** The lint only lends its words to these: their thresholds can be changed, or they look at more than the lint. */
const ours: ReadonlySet<string> = new Set(['B-SIZE-500', 'P-CASE', 'P-SHADOWED', 'P-ENUM']);

/** The lint diagnostics that the audit uses. */
export const lookedFor: ReadonlySet<string> = new Set(
  Object.values(diagnosticsOf)
    .flat()
    .filter(id => !ours.has(id)),
);
