import { type Day, endOfDay, startOfDay } from '#billing/calendar.ts';
import type { Reader } from '../../db/connect.ts';
import type { LedgerEntryKind } from '../../db/ledger-tables.ts';

const MONEY = [
  'payment',
  'correction',
  'deposit received',
  'deposit refunded',
  'refund',
] as const satisfies LedgerEntryKind[];
/** The kinds of entries with which money is received or paid back. */
export type MoneyKind = (typeof MONEY)[number];

function selectMoney(db: Reader) {
  return db
    .selectFrom('ledger_entries as entry')
    .innerJoin('shops', 'shops.id', 'entry.shop_id')
    .innerJoin('tenancies', 'tenancies.id', 'entry.tenancy_id')
    .leftJoin('ledger_entries as corrected', 'corrected.id', 'entry.payment_id')
    .select([
      'entry.id',
      'entry.kind',
      'entry.cents',
      'entry.payment_id',
      'entry.method',
      'entry.cheque_number',
      'entry.cheque_bank',
      'entry.cheque_date',
      'entry.note',
      'entry.effective_at',
      'entry.recorded_at',
      'entry.recorded_by',
      'entry.voided_at',
      'entry.voided_by',
      'entry.void_reason',
      'entry.tenancy_id',
      'tenancies.name as tenant_name',
      'shops.shop_id',
      'corrected.method as paid_method',
      'corrected.recorded_at as paid_at',
      'corrected.recorded_by as paid_by',
    ])
    .where('entry.kind', 'in', MONEY)
    .where('entry.method', 'is not', null);
}

export type CashRow = Awaited<ReturnType<ReturnType<typeof selectMoney>['executeTakeFirstOrThrow']>>;

/** Lists the entries that were recorded or voided on a day, void ones included, in the order of recording. */
export function listMoneyOn(db: Reader, day: Day): Promise<CashRow[]> {
  const [from, until] = [startOfDay(day), endOfDay(day)];
  return selectMoney(db)
    .where((eb) =>
      eb.or([
        eb.and([eb('entry.recorded_at', '>=', from), eb('entry.recorded_at', '<', until)]),
        eb.and([eb('entry.voided_at', '>=', from), eb('entry.voided_at', '<', until)]),
      ]),
    )
    .orderBy('entry.id')
    .execute();
}

/** Returns the names of accounts by email. */
export async function listNames(db: Reader, emails: readonly string[]): Promise<Map<string, string>> {
  if (emails.length === 0) return new Map();
  const rows = await db.selectFrom('accounts').select(['email', 'username']).where('email', 'in', emails).execute();
  return new Map(rows.map(({ email, username }) => [email, username]));
}
