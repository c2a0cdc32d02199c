import type { DatabaseSync } from 'node:sqlite';
import { type Instant, instantFrom, isDay, isInstant } from '#billing/calendar.ts';
import { parseRupees } from '#billing/money.ts';
import { stopAt } from './findings.ts';
import { type Kind, keyColumnOf, type LegacyRow, type LegacyTable, legacyTables, sameId } from './legacy-tables.ts';
import type { StagedDump } from './stage-dump.ts';

const DATE_TIME = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(?:\.\d+)?$/;
const NUMBER = /^-?(\d+\.?\d*|\.\d+)(e[-+]?\d{1,2})?$/i;

/** Selects rows by the id of their shop or invoice. Case and trailing spaces are ignored. */
interface RowFilter {
  shop?: string;
  invoice?: string;
}

/** The rows of a staged dump with typed values. */
export class LegacyMarket {
  readonly #db: DatabaseSync;
  /** True when the server of the previous system stored Colombo time instead of UTC. */
  readonly storesColomboTime: boolean;

  constructor({ db }: Pick<StagedDump, 'db'>) {
    this.#db = db;
    const local = db.prepare("select 1 from invoices where month_year like '%-01 05:30:00%' limit 1").get();
    this.storesColomboTime = local !== undefined;
  }

  /** Yields the rows of a table one at a time, sorted by the column `order`, if there is one, and by key. */
  *rows<Table extends LegacyTable>(
    table: Table,
    { shop, invoice }: RowFilter = {},
    order?: string & keyof LegacyRow<Table>,
  ): Generator<LegacyRow<Table>> {
    const key = keyColumnOf(table);
    const wheres = [
      ...(shop === undefined
        ? []
        : [`${table === 'shops' || table === 'shop_balances' ? 'same_key' : 'same_shop'} = :shop`]),
      ...(invoice === undefined ? [] : [`${table === 'invoices' ? 'same_key' : 'same_invoice'} = :invoice`]),
    ];
    const where = wheres.length > 0 ? `where ${wheres.join(' and ')}` : '';
    const query = this.#db.prepare(
      `select ${columnsOf(table)} from "${table}" ${where} order by "${order ?? key}", "${key}"`,
    );
    const values = {
      ...(shop !== undefined && { shop: sameId(shop) }),
      ...(invoice !== undefined && { invoice: sameId(invoice) }),
    };
    for (const row of query.iterate(values)) yield this.#typed(table, row);
  }

  find<Table extends LegacyTable>(table: Table, filter: RowFilter): LegacyRow<Table> | undefined {
    return this.rows(table, filter).next().value ?? undefined;
  }

  /** Yields the rows whose shop, invoice or product does not exist. */
  *orphans<Table extends LegacyTable>(
    table: Table,
    column: 'same_shop' | 'same_invoice' | 'product_id',
  ): Generator<LegacyRow<Table>> {
    const [parent, key] = {
      same_shop: ['shops', 'same_key'],
      same_invoice: ['invoices', 'same_key'],
      product_id: ['Products', 'id'],
    }[column];
    const query = this.#db.prepare(
      `select ${columnsOf(table)} from "${table}" where ${column} is not null and ${column} not in (select ${key} from "${parent}") order by "${keyColumnOf(table)}"`,
    );
    for (const row of query.iterate()) yield this.#typed(table, row);
  }

  run(statement: string, ...values: (string | number)[]): void {
    this.#db.prepare(statement).run(...values);
  }

  select(query: string, ...values: (string | number)[]) {
    return this.#db.prepare(query).all(...values);
  }

  #typed<Table extends LegacyTable>(table: Table, row: Record<string, unknown>): LegacyRow<Table> {
    const key = String(row[keyColumnOf(table)]);
    const typed = Object.entries(legacyTables[table]).map(([column, kind]) => {
      const value = row[column];
      if (kind === 'bytes?') return [column, null];
      if (value === null || value === undefined || isZeroDate(kind, value)) {
        if (!kind.endsWith('?')) throw stopAt([table, key], 'no_value', { column, value: String(value ?? 'NULL') });
        return [column, null];
      }
      const read = this.#read(kind, value);
      if (read === undefined) throw stopAt([table, key], 'unreadable', { column, value: String(value).slice(0, 40) });
      return [column, read];
    });
    return Object.fromEntries(typed) as LegacyRow<Table>;
  }

  #read(kind: Kind, value: unknown): unknown {
    const text = String(value);
    switch (kind.replace('?', '')) {
      case 'id':
        return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
      case 'money':
        return parseRupees(text.replace(/(\.\d\d)0+$/, '$1').replace(/^(-?)\./, '$10.'));
      case 'number':
        return NUMBER.test(text) ? text : undefined;
      case 'instant':
        return this.#instant(text);
      case 'day':
        return isDay(text) ? text : undefined;
      default:
        return text;
    }
  }

  #instant(text: string): Instant | undefined {
    const [, day, time] = DATE_TIME.exec(text) ?? [];
    const written = `${day}T${time}.000Z`;
    if (!isInstant(written)) return undefined;
    return this.storesColomboTime ? instantFrom(`${day}T${time}`) : written;
  }
}

/** Returns the columns of a table except pictures. `Pictures` reads these one at a time. */
function columnsOf(table: LegacyTable): string {
  const columns = Object.entries(legacyTables[table]).filter(([, kind]) => !kind.startsWith('bytes'));
  return columns.map(([column]) => `"${column}"`).join(', ');
}

/** MySQL stores a missing date as 0000-00-00. */
function isZeroDate(kind: Kind, value: unknown): boolean {
  return /^(day|instant)/.test(kind) && typeof value === 'string' && value.startsWith('0000-00-00');
}
