/** Matchers of npm without typings, as far as the differential test uses them. */
declare module 'robots-txt-parse' {
  // biome-ignore lint/style/noDefaultExport: the package has no other
  export default function parse(content: import('node:stream').Readable): Promise<import('robots-txt-guard').Config>;
}
declare module 'robots-txt-guard' {
  export interface Config {
    readonly groups: readonly { readonly agents: readonly string[]; readonly rules: readonly { rule: string; path: string }[] }[];
  }
  // biome-ignore lint/style/noDefaultExport: the package has no other
  export default function makeGuard(config: Config): { isAllowed(userAgent: string, path: string): boolean };
}
