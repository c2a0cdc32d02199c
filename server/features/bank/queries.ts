import { type Selectable, sql } from 'kysely';
import type { Day } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import { MOST_BANK_LINES } from '#contract/bank.ts';
import type { BankIgnoredKind, BankLineState } from '#contract/words.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { LineIdentity } from '../../db/tables/bank-tables.ts';
import type { Tables } from '../../db/tables/tables.ts';

export type BankAccountRow = Selectable<Tables['bank_accounts']>;
export type StoredLineRow = Selectable<Tables['bank_lines']>;

const OPEN = sql<boolean>`not exists (select 1 from bank_matches as match
  where match.line_id = line.id and match.undone_at is null)`;
const count = sql<number>`cast(count(*) as bigint)`;

export function listBankAccounts(db: Reader, id?: number): Promise<BankAccountRow[]> {
  return db
    .selectFrom('bank_accounts')
    .selectAll()
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .orderBy('id')
    .execute();
}

/** Locks all accounts, so that money is matched to one line only and a statement is imported once. */
export async function lockBankAccounts(tx: Writer): Promise<void> {
  await tx.selectFrom('bank_accounts').select('id').orderBy('id').forUpdate().execute();
}

export async function insertBankAccount(
  tx: Writer,
  { now, actor }: ActionContext,
  row: Pick<BankAccountRow, 'name' | 'folded_name' | 'starts_on'>,
): Promise<number | undefined> {
  const inserted = await tx
    .insertInto('bank_accounts')
    .values({ ...row, added_at: now, added_by: actor })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

export async function updateBankAccount(
  tx: Writer,
  id: number,
  names: Pick<BankAccountRow, 'name' | 'folded_name'>,
): Promise<void> {
  await tx.updateTable('bank_accounts').set(names).where('id', '=', id).execute();
}

export function findAccountNamed(db: Reader, foldedName: string): Promise<{ id: number } | undefined> {
  return db.selectFrom('bank_accounts').select('id').where('folded_name', '=', foldedName).executeTakeFirst();
}

/** Counts the lines of an account, and the open ones with their sum. */
export async function countBankLines(db: Reader, accountId: number) {
  const all = await db
    .selectFrom('bank_lines')
    .select([count.as('count'), sql<Day | null>`max(day)`.as('last_day')])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const open = await db
    .selectFrom('bank_lines as line')
    .select([count.as('count'), sql<Cents>`cast(coalesce(sum(line.cents), 0) as bigint)`.as('cents')])
    .where('line.account_id', '=', accountId)
    .where(OPEN)
    .executeTakeFirstOrThrow();
  const ignored = await db
    .selectFrom('bank_lines as line')
    .innerJoin('bank_matches as match', 'match.line_id', 'line.id')
    .select(count.as('count'))
    .where('line.account_id', '=', accountId)
    .where('match.undone_at', 'is', null)
    .where('match.ignored_as', 'is not', null)
    .executeTakeFirstOrThrow();
  return { ...all, open, ignored: ignored.count };
}

function selectLines(db: Reader) {
  return db
    .selectFrom('bank_lines as line')
    .innerJoin('bank_statements as statement', 'statement.id', 'line.statement_id')
    .leftJoin('bank_matches as match', (join) =>
      join.onRef('match.line_id', '=', 'line.id').on('match.undone_at', 'is', null),
    )
    .selectAll('line')
    .select([
      'statement.imported_by_id',
      'match.id as match_id',
      'match.ignored_as',
      'match.note',
      'match.matched_at',
      'match.matched_by',
    ]);
}

export type BankLineRow = Awaited<ReturnType<ReturnType<typeof selectLines>['executeTakeFirstOrThrow']>>;

export function lineStateOf({ match_id, ignored_as }: Pick<BankLineRow, 'match_id' | 'ignored_as'>): BankLineState {
  if (match_id === null) return 'open';
  return ignored_as === null ? 'matched' : 'ignored';
}

/** Lists lines of an account in a state: the oldest open ones, or the newest of the others. */
export function listBankLines(
  db: Reader,
  { accountId, state, until }: { accountId: number; state: BankLineState; until?: Day },
): Promise<BankLineRow[]> {
  const ofAccount = selectLines(db).where('line.account_id', '=', accountId);
  const order = state === 'open' ? 'asc' : 'desc';
  return ofAccount
    .$if(state === 'open', (query) => query.where('match.id', 'is', null))
    .$if(state === 'matched', (query) => query.where('match.id', 'is not', null).where('match.ignored_as', 'is', null))
    .$if(state === 'ignored', (query) => query.where('match.ignored_as', 'is not', null))
    .$call((query) => (until === undefined ? query : query.where('line.day', '<=', until)))
    .orderBy('line.day', order)
    .orderBy('line.id', order)
    .limit(MOST_BANK_LINES)
    .execute();
}

/** Lists all lines of an account in a span of days, in the order of days. */
export function listLinesBetween(
  db: Reader,
  { accountId, first, last }: { accountId: number; first: Day; last: Day },
): Promise<BankLineRow[]> {
  return selectLines(db)
    .where('line.account_id', '=', accountId)
    .where('line.day', '>=', first)
    .where('line.day', '<=', last)
    .orderBy('line.day')
    .orderBy('line.id')
    .execute();
}

export function listLinesById(db: Reader, ids: readonly number[]): Promise<BankLineRow[]> {
  return selectLines(db)
    .where('line.id', 'in', ids.slice(0, MOST_BANK_LINES))
    .orderBy('line.day')
    .orderBy('line.id')
    .execute();
}

export function findBankLine(db: Reader, id: number): Promise<BankLineRow | undefined> {
  return selectLines(db).where('line.id', '=', id).executeTakeFirst();
}

/** Returns the first or the last day with lines, on or before a day. */
export async function findDayOfLines(
  db: Reader,
  { accountId, until, which }: { accountId: number; until: Day; which: 'first' | 'last' },
): Promise<Day | null> {
  const day = which === 'first' ? sql<Day | null>`min(day)` : sql<Day | null>`max(day)`;
  const row = await db
    .selectFrom('bank_lines')
    .select(day.as('day'))
    .where('account_id', '=', accountId)
    .where('day', '<=', until)
    .executeTakeFirst();
  return row?.day ?? null;
}

export async function listLineKeys(
  db: Reader,
  { accountId, first, last }: { accountId: number; first: Day; last: Day },
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('bank_lines')
    .select('line_key')
    .where('account_id', '=', accountId)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .execute();
  return new Set(rows.map(({ line_key }) => line_key));
}

/** Finds a statement of the same days whose equal lines are told apart in another way. */
export function findOtherStatement(
  db: Reader,
  { accountId, first, last, basis }: { accountId: number; first: Day; last: Day; basis: LineIdentity },
) {
  return db
    .selectFrom('bank_statements')
    .select(['name', 'first_day', 'last_day'])
    .where('account_id', '=', accountId)
    .where('basis', '!=', basis)
    .where('first_day', '<=', last)
    .where('last_day', '>=', first)
    .limit(1)
    .executeTakeFirst();
}

type NewStatement = Pick<
  Selectable<Tables['bank_statements']>,
  'account_id' | 'name' | 'basis' | 'first_day' | 'last_day' | 'added'
>;
export type NewLine = Omit<StoredLineRow, 'id' | 'account_id' | 'statement_id'>;

/** SQLite accepts at most 32,766 values in one statement. */
const LINES_AT_ONCE = 500;

export async function insertStatement(
  tx: Writer,
  { now, actor, accountId }: ActionContext,
  { statement, lines }: { statement: NewStatement; lines: readonly NewLine[] },
): Promise<number> {
  const { id } = await tx
    .insertInto('bank_statements')
    .values({ ...statement, imported_at: now, imported_by: actor, imported_by_id: accountId ?? null })
    .returning('id')
    .executeTakeFirstOrThrow();
  const stored = lines.map((line) => ({ ...line, account_id: statement.account_id, statement_id: id }));
  for (let from = 0; from < stored.length; from += LINES_AT_ONCE)
    await tx
      .insertInto('bank_lines')
      .values(stored.slice(from, from + LINES_AT_ONCE))
      .execute();
  return id;
}

const MOST_STATEMENTS = 100;

export function listStatements(db: Reader, accountId: number) {
  return db
    .selectFrom('bank_statements')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(MOST_STATEMENTS)
    .execute();
}

export function findStatement(db: Reader, id: number) {
  return db
    .selectFrom('bank_statements')
    .innerJoin('bank_accounts', 'bank_accounts.id', 'bank_statements.account_id')
    .selectAll('bank_statements')
    .select('bank_accounts.name as account')
    .where('bank_statements.id', '=', id)
    .executeTakeFirst();
}

/** Returns true if a line that the statement added was ever matched. */
export async function isStatementUsed(db: Reader, id: number): Promise<boolean> {
  const used = await db
    .selectFrom('bank_lines')
    .innerJoin('bank_matches', 'bank_matches.line_id', 'bank_lines.id')
    .select('bank_matches.id')
    .where('bank_lines.statement_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  return used !== undefined;
}

export async function deleteStatement(tx: Writer, id: number): Promise<void> {
  await tx.deleteFrom('bank_lines').where('statement_id', '=', id).execute();
  await tx.deleteFrom('bank_statements').where('id', '=', id).execute();
}

/** Sums the open lines of an account until a day. */
export async function sumOpen(db: Reader, { accountId, until }: { accountId: number; until: Day }): Promise<Cents> {
  const row = await db
    .selectFrom('bank_lines as line')
    .select(sql<Cents>`cast(coalesce(sum(line.cents), 0) as bigint)`.as('cents'))
    .where('line.account_id', '=', accountId)
    .where('line.day', '<=', until)
    .where(OPEN)
    .executeTakeFirstOrThrow();
  return row.cents;
}

/** Sums the ignored lines of an account until a day. */
export async function sumIgnored(db: Reader, { accountId, until }: { accountId: number; until: Day }): Promise<Cents> {
  const row = await db
    .selectFrom('bank_lines as line')
    .innerJoin('bank_matches as match', 'match.line_id', 'line.id')
    .select(sql<Cents>`cast(coalesce(sum(line.cents), 0) as bigint)`.as('cents'))
    .where('line.account_id', '=', accountId)
    .where('line.day', '<=', until)
    .where('match.undone_at', 'is', null)
    .where('match.ignored_as', 'is not', null)
    .executeTakeFirstOrThrow();
  return row.cents;
}

export async function insertMatch(
  tx: Writer,
  { now, actor }: ActionContext,
  row: { line_id: number; ignored_as: BankIgnoredKind | null; note: string },
): Promise<number> {
  const { id } = await tx
    .insertInto('bank_matches')
    .values({ ...row, matched_at: now, matched_by: actor, undone_at: null, undone_by: null, undo_reason: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Ends a match, so that its line and its money are open again. */
export async function endMatch(
  tx: Writer,
  { now, actor }: ActionContext,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  await tx
    .updateTable('bank_matches')
    .set({ undone_at: now, undone_by: actor, undo_reason: reason })
    .where('id', '=', id)
    .execute();
  await tx.updateTable('bank_match_parts').set({ is_open: 0 }).where('match_id', '=', id).execute();
}
