import { accounts } from './accounts.ts';
import { alarms } from './alarms.ts';
import { alerts } from './alerts.ts';
import { approvals } from './approvals.ts';
import { arrivals } from './arrivals.ts';
import { audit } from './audit.ts';
import { backup } from './backup.ts';
import { bank } from './bank.ts';
import { bulkActions } from './bulk-actions.ts';
import type { Call } from './call.ts';
import { cash } from './cash.ts';
import { centre } from './centre.ts';
import { claims } from './claims.ts';
import { closings } from './closings.ts';
import { comparisons } from './comparisons.ts';
import { dashboard } from './dashboard.ts';
import { directory } from './directory.ts';
import { electronic } from './electronic.ts';
import { emergencySheet } from './emergency-sheet.ts';
import { factors } from './factors.ts';
import { fines } from './fines.ts';
import { gate } from './gate.ts';
import { gateCash } from './gate-cash.ts';
import { imports } from './imports.ts';
import { invoices } from './invoices.ts';
import { journal } from './journal.ts';
import { ledger } from './ledger.ts';
import { mail } from './mail.ts';
import { marketDays } from './market-days.ts';
import { openData } from './open-data.ts';
import { otherCentres } from './other-centres.ts';
import { otherCharges } from './other-charges.ts';
import { outlook } from './outlook.ts';
import { passes } from './passes.ts';
import { payments } from './payments.ts';
import { places } from './places.ts';
import { plan } from './plan.ts';
import { pricePost } from './price-post.ts';
import { prices } from './prices.ts';
import { products } from './products.ts';
import { programTokens } from './program-tokens.ts';
import { publications } from './publications.ts';
import { releases } from './release.ts';
import { reminders } from './reminders.ts';
import { rentMessages } from './rent-messages.ts';
import { rentRules } from './rent-rules.ts';
import { reports } from './reports.ts';
import { restore } from './restore.ts';
import { schedule } from './schedule.ts';
import { serverState } from './server-state.ts';
import { session } from './session.ts';
import { shops } from './shops.ts';
import { tariff } from './tariff.ts';
import { tax } from './tax.ts';
import { tenancies } from './tenancies.ts';
import { tenantPages } from './tenant-pages.ts';
import { tenants } from './tenants.ts';
import { sanitationTickets, vehicleTickets } from './tickets.ts';
import { vatRates } from './vat-rates.ts';
import { walks } from './walks.ts';
import { weather } from './weather.ts';

export const everyCall = {
  session,
  emergencySheet,
  factors,
  accounts,
  programTokens,
  shops,
  tenants,
  tenancies,
  tenantPages,
  claims,
  rentMessages,
  invoices,
  fines,
  passes,
  payments,
  cash,
  electronic,
  bank,
  places,
  plan,
  walks,
  directory,
  otherCentres,
  otherCharges,
  journal,
  closings,
  ledger,
  mail,
  reminders,
  dashboard,
  reports,
  products,
  imports,
  pricePost,
  prices,
  comparisons,
  marketDays,
  weather,
  openData,
  arrivals,
  outlook,
  publications,
  sanitationTickets,
  vehicleTickets,
  gate,
  gateCash,
  tariff,
  vatRates,
  rentRules,
  tax,
  bulkActions,
  alarms,
  alerts,
  approvals,
  schedule,
  releases,
  serverState,
  restore,
  centre,
  audit,
  backup,
} as const;

type Subjects = typeof everyCall;
/** The name of a call, as `subject.name`. */
export type CallName = { [S in keyof Subjects]: `${S}.${keyof Subjects[S] & string}` }[keyof Subjects];

type NameIfWriting<Name, Entry> = Entry extends { writes: infer Writes }
  ? Writes extends 'nothing'
    ? never
    : Name
  : never;
export type WritingCallName = {
  [S in keyof Subjects]: {
    [N in keyof Subjects[S] & string]: NameIfWriting<`${S}.${N}`, Subjects[S][N]>;
  }[keyof Subjects[S] & string];
}[keyof Subjects];

export function listCalls(): { name: CallName; subject: keyof Subjects; entry: Call }[] {
  return Object.entries(everyCall).flatMap(([subject, calls]) =>
    Object.entries(calls).map(([name, entry]) => ({
      name: `${subject}.${name}` as CallName,
      subject: subject as keyof Subjects,
      entry: entry as Call,
    })),
  );
}
