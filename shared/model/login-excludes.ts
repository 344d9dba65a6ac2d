/**
 * What a crawl with a login leaves out by default: URLs whose path or query names leaving, removing or buying, because a logged-in GET may
 * do it. RE2 syntax; they are ordinary exclude patterns, which the user sees and can remove.
 */
export const loginExcludes: readonly string[] = [
  '(?i)^https?://[^/]+/(.*[/?&=._-])?(log|sign)[-_]?(out|off)([/?&=._-]|$)',
  '(?i)^https?://[^/]+/(.*[/?&=._-])?(delete|remove|destroy|unsubscribe|deactivate)([/?&=._-]|$)',
  '(?i)^https?://[^/]+/(.*[/?&=._-])?(cart|basket|checkout|add[-_]to[-_]cart)([/?&=._-]|$)',
];
