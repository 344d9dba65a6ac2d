import type { CrawlSettings, Follow, Scope } from '#shared/model/crawl.ts';
import type { FormValues } from './form-values.ts';

/** A field of the form whose value is text. */
type TextName = { [K in keyof FormValues]: FormValues[K] extends string ? K : never }[keyof FormValues];
/** One that is on or off. */
type FlagName = { [K in keyof FormValues]: FormValues[K] extends boolean ? K : never }[keyof FormValues];

interface Common {
  readonly label: string;
  /** The setting whose problems are shown under the field. */
  readonly setting: keyof CrawlSettings;
  readonly hint?: string;
  readonly testId?: string;
}

export type FieldSpec =
  | (Common & {
      readonly kind: 'text';
      readonly name: Exclude<
        TextName,
        | 'seeds'
        | 'scope'
        | 'follow'
        | 'profile'
        | 'ipFamily'
        | 'http2'
        | 'crawlOrder'
        | 'render'
        | 'renderDevice'
        | 'renderThrottle'
        | 'renderThirdParty'
      >;
      readonly unit?: string;
      /** Lines of a field for several; one value a line. */
      readonly rows?: number;
      readonly placeholder?: string;
      readonly focus?: boolean;
    })
  | (Common & { readonly kind: 'scope' })
  | (Common & { readonly kind: 'follow' })
  | (Common & { readonly kind: 'preset' })
  | (Common & { readonly kind: 'family' | 'http2' })
  | (Common & { readonly kind: 'order' })
  | (Common & { readonly kind: 'render' | 'render-device' | 'throttle' | 'third-party' })
  | (Common & { readonly kind: 'flag'; readonly name: FlagName });

/** Fields shown together in this many columns. */
export interface FieldGroup {
  readonly title?: string;
  readonly columns: 1 | 2 | 3;
  readonly fields: readonly FieldSpec[];
}

export const scopes: readonly { readonly value: Scope; readonly label: string }[] = [
  { value: 'page', label: 'Only the start URLs' },
  { value: 'prefix', label: 'Below the path of a start URL' },
  { value: 'host', label: 'The hosts of the start URLs' },
  { value: 'domain', label: 'Their domains with all subdomains' },
];

export const follows: readonly { readonly value: Follow; readonly label: string }[] = [
  { value: 'links', label: 'Links and sitemaps' },
  { value: 'sitemaps', label: 'Entries of sitemaps only' },
  { value: 'nothing', label: 'Nothing: only the start URLs' },
];
