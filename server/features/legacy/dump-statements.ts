import { dumpFault } from './findings.ts';
import { type LegacyTable, legacyTableNames } from './legacy-tables.ts';
import { unquoted } from './row-buffer.ts';

const MOST_SKIPPED = 20;

/**
 * Programs that name themselves in a comment at the beginning, and the statement or comment after which their dumps are
 * complete, if it is not one of the usual ones.
 */
const PROGRAMS: readonly { name: string; mark: RegExp; end?: RegExp; hasNoEnd?: true }[] = [
  { name: 'Adminer', mark: /\bAdminer\b/, end: /^-- \d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?: UTC)?\s*$/ },
  { name: 'Navicat', mark: /\bNavicat\b/, end: /^set\s+foreign_key_checks\s*=\s*1$/i },
  { name: 'HeidiSQL', mark: /\bHeidiSQL\b/ },
  { name: 'phpMyAdmin', mark: /\bphpMyAdmin\b/ },
  { name: 'MySQL Workbench', mark: /\bMySQL Workbench\b/, hasNoEnd: true },
  { name: 'SQLyog', mark: /\bSQLyog\b/ },
  { name: 'TablePlus', mark: /\bTablePlus\b/ },
  { name: 'Sequel', mark: /\bSequel (?:Pro|Ace)\b/ },
  { name: 'dbForge', mark: /\bdbForge\b/ },
  { name: 'DBeaver', mark: /\bDBeaver\b/, hasNoEnd: true },
  { name: 'DataGrip', mark: /\bDataGrip\b/, hasNoEnd: true },
  { name: 'mydumper', mark: /\bmydumper\b/i, hasNoEnd: true },
];

/** The usual ends: a comment, or a statement that restores a variable of the session. */
const END_COMMENT = /^-- ?Dump (?:completed|end time)/;
const END_STATEMENT = /^set\s+(?!@)\w+\s*=.*@old_\w/is;

/** Statements that change no rows. */
const HARMLESS = /^(?:set|use|lock|unlock|start|begin|commit|flush|analyze|optimize|check)\b/i;
const OF_DATABASE = /^(?:create|drop|alter)\s+(?:or\s+replace\s+)?(?:database|schema)\b/i;
const OF_INDEX = /^create\s+(?:unique\s+|fulltext\s+|spatial\s+)?index\b/i;
const OBJECT =
  /^(?:create|alter)\b(?!\s+(?:temporary\s+)?table)[^(]{0,400}?\b(view|trigger|procedure|function|event)\b/i;
const DROP = /^drop\b/i;
const EMPTIES = /^(?:truncate(?:\s+table)?|delete\s+(?:quick\s+|ignore\s+)*from)\s+[`"\w$.]+$/i;
const ALTERS_ROWS =
  /\b(?:drop|rename|change|truncate|discard|exchange)\b|\badd\s+(?!(?:primary|key|index|unique|constraint|fulltext|spatial|foreign)\b)/i;

export interface InsertHead {
  database: string | undefined;
  table: string;
  columns: string[] | undefined;
}

const NAME = '[`"][^`"]+[`"]|[\\w$]+';
const INSERT_INTO = `^(?:insert|replace)\\s+(?:(?:low_priority|delayed|high_priority|ignore)\\s+)*(?:into\\s+)?(?:(${NAME})\\s*\\.\\s*)?(${NAME})`;
const INSERT_ROWS = new RegExp(`${INSERT_INTO}\\s*(?:\\(([^()]*)\\))?\\s*values?$`, 'is');
const TARGET = new RegExp(INSERT_INTO, 'is');

/** Returns the table and columns of an INSERT whose rows follow; undefined for the beginning of other statements. */
export function readInsertHead(text: string): InsertHead | undefined {
  const [whole, database, table = '', columns] = INSERT_ROWS.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  return {
    database: database === undefined ? undefined : unquoted(database),
    table: unquoted(table),
    columns: columns?.split(',').map((name) => unquoted(name.trim())),
  };
}

/** The statements and comments of a dump that have no rows. Throws LegacyFault for one that would change rows. */
export class DumpStatements {
  readonly #rowsOf: (table: LegacyTable) => number;
  #charset: string | undefined;
  /** The character sets in which rows are written, as far as the dump names them. */
  readonly charsets = new Set<string>();
  /** The database that the last USE names. */
  database: string | undefined;
  /** The program that wrote the dump; undefined if it is not known. */
  program: (typeof PROGRAMS)[number] | undefined;
  /** True after the comment or statement that ends a complete dump. */
  isClosed = false;
  /** Kinds of statements that were skipped, such as `CREATE VIEW`. */
  readonly skipped = new Set<string>();
  /** Tables that were dropped after their rows. A second database in the dump defines them again. */
  #dropped: LegacyTable[] = [];

  constructor(rowsOf: (table: LegacyTable) => number) {
    this.#rowsOf = rowsOf;
  }

  /** Notes that a table or row follows, so that the dump has not ended yet. */
  noteContent(): void {
    this.isClosed = false;
  }

  noteRow(): void {
    this.isClosed = false;
    if (this.#charset !== undefined) this.charsets.add(this.#charset);
  }

  /** Throws LegacyFault if a table was dropped after its rows. */
  end(): void {
    if (this.#dropped.length > 0) throw dumpFault('statement', { verb: 'DROP', table: this.#dropped.join(', ') });
  }

  comment(text: string): void {
    this.program ??= PROGRAMS.find(({ mark }) => mark.test(text));
    if (END_COMMENT.test(text) || (text.startsWith('--') && this.program?.end?.test(text))) this.isClosed = true;
  }

  statement(text: string): void {
    if (/^set\b/i.test(text)) this.#noteSetting(text);
    const [, database] = /^use\s+(.+)$/is.exec(text) ?? [];
    if (database !== undefined) this.database = unquoted(database.trim());
    if (HARMLESS.test(text) || OF_DATABASE.test(text) || OF_INDEX.test(text)) return;
    const [, object] = OBJECT.exec(text) ?? [];
    if (object === undefined) this.#refuseChange(text);
    else this.#skip(`CREATE ${object.toUpperCase()}`);
  }

  #noteSetting(text: string): void {
    this.#charset = /^set\s+names\s+['"]?(\w+)/i.exec(text)?.[1]?.toLowerCase() ?? this.#charset;
    if (/sql_mode/i.test(text) && /no_backslash_escapes/i.test(text)) throw dumpFault('no_backslash_escapes');
    if (END_STATEMENT.test(text) || this.program?.end?.test(text)) this.isClosed = true;
  }

  /** Refuses a statement that changes rows which the import reads. Other statements are skipped and reported. */
  #refuseChange(text: string): void {
    const verb = /^[a-z]+(?:\s+data\b)?/i.exec(text)?.[0].toUpperCase().replace(/\s+/, ' ') ?? text.slice(0, 20);
    const tables = tablesIn(text);
    const filled = tables.filter((table) => this.#rowsOf(table) > 0);
    if (tables.length === 0 && !DROP.test(text) && !isAddition(text)) this.#skip(verb);
    if (DROP.test(text)) {
      this.#dropped.push(...filled);
      return;
    }
    // HeidiSQL and Adminer may empty each table before its rows.
    const refused = EMPTIES.test(text) ? filled : isAddition(text) ? [] : tables;
    if (refused.length > 0) throw dumpFault('statement', { verb, table: refused.join(', ') });
  }

  #skip(kind: string): void {
    if (this.skipped.size < MOST_SKIPPED) this.skipped.add(kind);
  }
}

/** Returns whether an ALTER TABLE only adds keys, constraints and properties, as phpMyAdmin writes it after the rows. */
function isAddition(text: string): boolean {
  return (
    /^alter\s+(?:ignore\s+)?table\b/i.test(text) && !ALTERS_ROWS.test(withoutTexts(text).replaceAll(/`[^`]*`/g, 'x'))
  );
}

/** Returns the tables of the previous system that a statement names. PREPARE has them in a text. */
function tablesIn(text: string): LegacyTable[] {
  const [target] = TARGET.exec(text) ?? [];
  const searched = target ?? (/^(?:prepare|execute)\b/i.test(text) ? text : withoutTexts(text));
  const names = new Set((searched.match(/[\w$]+/g) ?? []).map((name) => name.toLowerCase()));
  return legacyTableNames.filter((table) => names.has(table.toLowerCase()));
}

function withoutTexts(text: string): string {
  return text.replaceAll(/'(?:[^'\\]|\\.)*'/gs, "''");
}
