import type { Migration } from 'kysely/migration';
import * as schema from './migrations/0001-schema.ts';
import * as chequesAndReminders from './migrations/0002-cheques-and-reminders.ts';
import * as cashier from './migrations/0003-cashier.ts';
import * as cashSessions from './migrations/0004-cash-sessions.ts';
import * as clearedCheques from './migrations/0005-cleared-cheques.ts';
import * as previousSystem from './migrations/0006-previous-system.ts';
import * as accountsOfEntries from './migrations/0007-accounts-of-entries.ts';
import * as copiesElsewhere from './migrations/0008-copies-elsewhere.ts';
import * as machineOfCopies from './migrations/0009-machine-of-copies.ts';
import * as priceChangesByDay from './migrations/0011-price-changes-by-day.ts';
import * as keptCash from './migrations/0013-kept-cash.ts';
import * as confirmationStarts from './migrations/0014-confirmation-starts.ts';
import * as shiftSums from './migrations/0015-shift-sums.ts';
import * as byDay from './migrations/0016-by-day.ts';
import * as tenants from './migrations/0017-tenants.ts';
import * as depositedCheques from './migrations/0018-deposited-cheques.ts';
import * as notedNumbers from './migrations/0019-noted-numbers.ts';
import * as countingStarts from './migrations/0020-counting-starts.ts';
import * as receivedDeposits from './migrations/0021-received-deposits.ts';
import * as gateHandovers from './migrations/0022-gate-handovers.ts';
import * as undoneHandovers from './migrations/0023-undone-handovers.ts';
import * as handoversIntoDrawers from './migrations/0024-handovers-into-drawers.ts';
import * as countedCheques from './migrations/0025-counted-cheques.ts';
import * as shiftClosers from './migrations/0026-shift-closers.ts';
import * as tenanciesOfEntries from './migrations/0027-tenancies-of-entries.ts';
import * as lastNumbers from './migrations/0028-last-numbers.ts';
import * as floats from './migrations/0029-floats.ts';
import * as bankAccounts from './migrations/0030-bank-accounts.ts';
import * as programTokens from './migrations/0031-program-tokens.ts';
import * as tenantPages from './migrations/0032-tenant-pages.ts';
import * as printedCopies from './migrations/0033-printed-copies.ts';
import * as otherCentres from './migrations/0034-other-centres.ts';
import * as paymentClaims from './migrations/0035-payment-claims.ts';
import * as rentMessages from './migrations/0036-rent-messages.ts';
import * as closings from './migrations/0037-closings.ts';
import * as plan from './migrations/0038-plan.ts';
import * as directory from './migrations/0040-directory.ts';
import * as walks from './migrations/0041-walks.ts';
import * as passes from './migrations/0042-passes.ts';
import * as closedMonths from './migrations/0045-closed-months.ts';
import { earlyMigrations } from './migrations/early/early-migrations.ts';

/** The migrations by name, because the bundle of the server (vite.config.ts) has no folder of migrations. */
export const everyMigration: Migrations = {
  '0001-schema': schema,
  '0002-cheques-and-reminders': chequesAndReminders,
  '0003-cashier': cashier,
  '0004-cash-sessions': cashSessions,
  '0005-cleared-cheques': clearedCheques,
  '0006-previous-system': previousSystem,
  '0007-accounts-of-entries': accountsOfEntries,
  '0008-copies-elsewhere': copiesElsewhere,
  '0009-machine-of-copies': machineOfCopies,
  '0011-price-changes-by-day': priceChangesByDay,
  '0013-kept-cash': keptCash,
  '0014-confirmation-starts': confirmationStarts,
  '0015-shift-sums': shiftSums,
  '0016-by-day': byDay,
  '0017-tenants': tenants,
  '0018-deposited-cheques': depositedCheques,
  '0019-noted-numbers': notedNumbers,
  '0020-counting-starts': countingStarts,
  '0021-received-deposits': receivedDeposits,
  '0022-gate-handovers': gateHandovers,
  '0023-undone-handovers': undoneHandovers,
  '0024-handovers-into-drawers': handoversIntoDrawers,
  '0025-counted-cheques': countedCheques,
  '0026-shift-closers': shiftClosers,
  '0027-tenancies-of-entries': tenanciesOfEntries,
  '0028-last-numbers': lastNumbers,
  '0029-floats': floats,
  '0030-bank-accounts': bankAccounts,
  '0031-program-tokens': programTokens,
  '0032-tenant-pages': tenantPages,
  '0033-printed-copies': printedCopies,
  '0034-other-centres': otherCentres,
  '0035-payment-claims': paymentClaims,
  '0036-rent-messages': rentMessages,
  '0037-closings': closings,
  '0038-plan': plan,
  '0040-directory': directory,
  '0041-walks': walks,
  '0042-passes': passes,
  '0045-closed-months': closedMonths,
};

export type Migrations = Record<string, Migration>;

export function listMigrations(): string[] {
  return Object.keys(everyMigration).sort((one, other) => one.localeCompare(other));
}

/**
 * Returns the migrations of a release, found by the name of its newest one; undefined if no release ended with it.
 * Release 0.3 replaced the migrations of the releases before it by one.
 */
export function migrationsUpTo(newest: string): Migrations | undefined {
  const migrations = [everyMigration, earlyMigrations].find((some) => newest in some);
  return migrations && Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= newest));
}
