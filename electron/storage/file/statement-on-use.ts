import type { ColumnDefinition, Database, RunResult, Statement } from 'better-sqlite3';

/** A statement that SQLite compiles when it is used for the first time. */
class StatementOnUse implements Statement<unknown[]> {
  readonly database: Database;
  readonly source: string;
  readonly #compile: (sql: string) => Statement;
  readonly #settings: ((statement: Statement) => void)[] = [];
  #compiled: Statement | undefined;

  constructor(database: Database, source: string, compile: (sql: string) => Statement) {
    this.database = database;
    this.source = source;
    this.#compile = compile;
  }

  get(...values: unknown[]): unknown {
    return (this.#compiled ?? this.#first()).get(...values);
  }

  all(...values: unknown[]): unknown[] {
    return (this.#compiled ?? this.#first()).all(...values);
  }

  run(...values: unknown[]): RunResult {
    return (this.#compiled ?? this.#first()).run(...values);
  }

  iterate(...values: unknown[]): IterableIterator<unknown> {
    return (this.#compiled ?? this.#first()).iterate(...values);
  }

  columns(): ColumnDefinition[] {
    return (this.#compiled ?? this.#first()).columns();
  }

  get reader(): boolean {
    return (this.#compiled ?? this.#first()).reader;
  }

  get readonly(): boolean {
    return (this.#compiled ?? this.#first()).readonly;
  }

  get busy(): boolean {
    return this.#compiled?.busy ?? false;
  }

  pluck(isOn = true): this {
    return this.#set(statement => statement.pluck(isOn));
  }

  raw(isOn = true): this {
    return this.#set(statement => statement.raw(isOn));
  }

  expand(isOn = true): this {
    return this.#set(statement => statement.expand(isOn));
  }

  safeIntegers(isOn = true): this {
    return this.#set(statement => statement.safeIntegers(isOn));
  }

  bind(...values: unknown[]): this {
    return this.#set(statement => statement.bind(...values));
  }

  #set(setting: (statement: Statement) => void): this {
    if (this.#compiled) setting(this.#compiled);
    else this.#settings.push(setting);
    return this;
  }

  #first(): Statement {
    const compiled = this.#compile(this.source);
    for (const setting of this.#settings) setting(compiled);
    this.#compiled = compiled;
    return compiled;
  }
}

/**
 * From now on, SQLite compiles a statement of this connection when it is used for the first time: a short crawl uses less than half of those that
 * the tables prepare. An error in a statement also shows only then, so this is for a file that this program has just made.
 */
export function compileOnUse(db: Database): void {
  const compile = db.prepare.bind(db) as (sql: string) => Statement;
  db.prepare = ((sql: string) => new StatementOnUse(db, sql, compile)) as Database['prepare'];
}
