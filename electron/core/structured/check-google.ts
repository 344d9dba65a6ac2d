import type { StructuredData, StructuredFinding, StructuredValue } from '#shared/model/structured-data.ts';
import { Entities, type Entity, saysSomething } from './entities.ts';
import type { Findings } from './findings.ts';
import type { ConditionalDemand, Demand, GoogleRule, Shape } from './google/rule.ts';
import { isBareName, schemaName } from './names.ts';
import { hasForm } from './value-forms.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Properties through which a page names what it is about; items in them count as outermost. */
const ABOUT = new Set(['mainEntity', 'item', 'itemListElement']);
/** There are no rules for items at deeper levels. */
const DEEPEST = 8;

interface At {
  readonly rule: GoogleRule;
  /** Type of the item that the rule applies to, and the properties from there. */
  readonly type: string;
  readonly path: readonly string[];
}

/** Compares items with the rules of a search engine. Items of the same id count as one. */
export class RuleChecker {
  readonly #data: StructuredData;
  readonly #vocabulary: Vocabulary;
  readonly #findings: Findings;
  readonly #entities: Entities;
  /** Demands that were reported of an item: it can be checked alone and as part of another. */
  readonly #reported = new Set<string>();
  /** What was already checked, so that time stays linear however often items refer to each other. */
  readonly #done = new Map<Shape, Set<number>>();

  constructor(data: StructuredData, vocabulary: Vocabulary, findings: Findings) {
    this.#data = data;
    this.#vocabulary = vocabulary;
    this.#findings = findings;
    this.#entities = new Entities(data);
  }

  check(rules: readonly GoogleRule[]): void {
    this.#data.items.forEach((item, index) => {
      if (item.unknownVocabulary || item.types.length === 0) return;
      const outermost = item.parent === undefined || ABOUT.has(item.via ?? '');
      for (const rule of rules) {
        if (rule.where === 'outermost' && !outermost) continue;
        const type = item.types.find(each => this.#applies(rule, each));
        if (type !== undefined) this.#shape(this.#entities.ofItem(index), rule, { rule, type, path: [] });
      }
    });
  }

  #applies(rule: GoogleRule, type: string): boolean {
    if (!isBareName(type)) return false;
    if (rule.exact) return rule.types.includes(type);
    const above = this.#vocabulary.ancestors(type);
    return rule.types.some(each => above.has(each)) && !(rule.except ?? []).some(each => above.has(each));
  }

  #shape(entity: Entity, shape: Shape, at: At): void {
    const first = entity.items[0] as number;
    const done = this.#done.get(shape) ?? new Set();
    this.#done.set(shape, done);
    if (done.has(first) || at.path.length > DEEPEST) return;
    done.add(first);
    for (const demand of shape.required ?? []) this.#demand(entity, demand, { ...at, check: 'required_missing' });
    for (const demand of shape.recommended ?? []) this.#demand(entity, demand, { ...at, check: 'recommended_missing' });
    this.#forms(entity, shape, at);
    for (const [property, shapes] of Object.entries(shape.inside ?? {})) {
      for (const value of entity.values(property)) this.#inside(value, shapes, { ...at, path: [...at.path, property] });
    }
  }

  #inside(value: StructuredValue, shapes: Readonly<Record<string, Shape>>, at: At): void {
    const inner = this.#entities.ofValue(value);
    if (!inner || inner.items.some(index => this.#data.items[index]?.unknownVocabulary)) return;
    for (const [type, shape] of Object.entries(shapes)) {
      if (type === '*' || inner.types.some(each => this.#vocabulary.isA(each, type))) {
        this.#shape(inner, shape, at);
        return;
      }
    }
  }

  #demand(entity: Entity, demand: Demand | ConditionalDemand, at: At & { check: StructuredFinding['check'] }): void {
    const wanted = demandOf(entity, demand);
    if (wanted.length === 0 || wanted.some(property => entity.values(property).some(saysSomething))) return;
    const key = `${at.check} ${entity.items[0]} ${wanted.join()}`;
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    const property = wanted.map(each => [...at.path, each].join('.')).join(' or ');
    this.#findings.add({ check: at.check, ...this.#place(entity), type: at.type, property, rule: at.rule.id });
  }

  #forms(entity: Entity, shape: Shape, at: At): void {
    for (const [property, form] of Object.entries(shape.forms ?? {})) {
      const values = entity.values(property);
      if (form === 'two-or-more') {
        if (values.length === 1) this.#bad(entity, at, { property, value: '1 entry', form });
        continue;
      }
      for (const value of values) {
        if (typeof value === 'object' || value === '' || hasForm(value, form)) continue;
        this.#bad(entity, at, { property, value: String(value), form });
      }
    }
    for (const [property, choices] of Object.entries(shape.choices ?? {})) {
      for (const value of entity.values(property)) {
        if (typeof value !== 'string' || choices.includes(value)) continue;
        this.#bad(entity, at, { property, value, form: 'choice', expected: choices });
      }
    }
  }

  #bad(
    entity: Entity,
    at: At,
    what: Required<Pick<StructuredFinding, 'property' | 'value' | 'form'>> & Pick<StructuredFinding, 'expected'>,
  ): void {
    const property = [...at.path, what.property].join('.');
    this.#findings.add({ check: 'bad_value', ...this.#place(entity), type: at.type, ...what, property, rule: at.rule.id });
  }

  #place(entity: Entity): Pick<StructuredFinding, 'block' | 'item' | 'at'> {
    const index = entity.items[0] as number;
    const item = this.#data.items[index];
    return { block: item?.block ?? 0, item: index, at: item?.at ?? { start: 0, end: 0 } };
  }
}

/** The properties of which one is required; none where the condition is false. */
function demandOf(entity: Entity, demand: Demand | ConditionalDemand): readonly string[] {
  if (typeof demand === 'string') return [demand];
  if (!('demand' in demand)) return demand;
  const given = entity.values(demand.property).map(value => (typeof value === 'string' ? (schemaName(value) ?? value) : value));
  const holds = demand.is === undefined ? !given.includes(demand.isNot ?? '') : given.includes(demand.is);
  return holds ? demandOf(entity, demand.demand) : [];
}
