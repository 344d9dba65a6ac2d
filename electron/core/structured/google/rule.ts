import type { ValueForm } from '#shared/model/structured-data.ts';

/** A property that should be there, or several of which one is enough. */
export type Demand = string | readonly string[];

/** A requirement that applies only where a property has, or lacks, a value. */
export interface ConditionalDemand {
  readonly demand: Demand;
  readonly property: string;
  readonly is?: string;
  readonly isNot?: string;
}

/** Requirements for an item, and of the items in its properties. */
export interface Shape {
  readonly required?: readonly (Demand | ConditionalDemand)[];
  readonly recommended?: readonly (Demand | ConditionalDemand)[];
  /** Forms that are required beyond those of schema.org. */
  readonly forms?: Readonly<Record<string, ValueForm>>;
  /** Values of text properties of which one must be chosen. */
  readonly choices?: Readonly<Record<string, readonly string[]>>;
  /** Properties whose items have to have a shape themselves: by type, '*' for any. Subtypes count. */
  readonly inside?: Readonly<Record<string, Readonly<Record<string, Shape>>>>;
}

/** What Google requires of a type of item so that it can appear as a rich result. The sentences are ours. */
export interface GoogleRule extends Shape {
  readonly id: string;
  /** Applies to these types and, except where `exact`, to their subtypes. */
  readonly types: readonly string[];
  readonly exact?: true;
  /** Subtypes that have a separate rule, or none. */
  readonly except?: readonly string[];
  /** Whether nested items count too, or only those that a page is about. */
  readonly where: 'outermost' | 'anywhere';
  readonly source: RuleSource;
}

export interface RuleSource {
  readonly page: string;
  /** The day on which the page said so, as far as we could learn. */
  readonly asOf: string;
  /** How that was learnt, and what could not be confirmed. */
  readonly note: string;
}

const DOCS = 'https://developers.google.com/search/docs/appearance/structured-data/';

/**
 * A source in Google's documentation. The lists were compared with the shapes that WordLift's Python SDK extracts
 * from these pages (dated). Some types were also compared with Adobe's structured-data-validator 1.7.1.
 */
export function googleSource(page: string, asOf: string, note: string): RuleSource {
  return { page: DOCS + page, asOf, note };
}
