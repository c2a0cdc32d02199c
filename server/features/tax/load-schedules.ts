import { type Day, day, dayOf } from '#billing/calendar.ts';
import { vatableOf } from '#billing/invoice.ts';
import { type Cents, cents, percentOf, sumCents } from '#billing/money.ts';
import { findScheduleFaults, type ScheduleFault } from '#billing/tax/check-vat-schedule.ts';
import { supplyDayOf } from '#billing/tax/tax-dates.ts';
import { periodDayOf, type TaxPeriod } from '#billing/tax/tax-period.ts';
import type { TaxSettings } from '#billing/tax/tax-settings.ts';
import {
  type ScheduledDocument,
  scheduleDescription,
  scheduleOutput,
  type VatSchedules,
  vatSchedules,
} from '#billing/tax/vat-schedule.ts';
import type { TaxSetup } from '#contract/tax.ts';
import type { Reader } from '../../db/connect.ts';
import { readLines } from '../ledger/read-lines.ts';
import type { DocumentLine, DocumentParty } from './issue-document.ts';
import { type ListedDocumentRow, listBilledVat, listDocumentsBetween, listVatNotes } from './queries.ts';
import { firstDocumentDay, taxSetting, taxSettingsOf } from './read-setup.ts';

export interface VatFigures {
  valueCents: Cents;
  vatCents: Cents;
}

export interface LoadedSchedules {
  setup: TaxSetup;
  settings: TaxSettings;
  schedules: VatSchedules;
  output: VatFigures;
  ledger: VatFigures;
  rounding: VatFigures;
  faults: ScheduleFault[];
  documents: ListedDocumentRow[];
}

export async function loadSchedules(db: Reader, period: TaxPeriod): Promise<LoadedSchedules> {
  const { setup, since } = await taxSetting.read(db);
  const settings = taxSettingsOf(setup);
  const rows = (await listDocumentsBetween(db, period)).filter((row) => isOfPeriod(row, { period, settings }));
  const schedules = vatSchedules(rows.map(toScheduled), period, settings);
  const ledger = ledgerFigures(
    { bills: await listBilledVat(db, firstDocumentDay(setup)), notes: await listVatNotes(db) },
    { period, settings, setup, since },
  );
  const rounding = roundingOf(rows);
  const expected = difference(ledger, rounding);
  return {
    setup,
    settings,
    schedules,
    ledger,
    rounding,
    documents: rows,
    output: scheduleOutput(schedules),
    faults: findScheduleFaults(schedules, expected),
  };
}

type DatedDocument = Pick<ListedDocumentRow, 'kind' | 'supplied_on' | 'issued_on'>;

function isOfPeriod(row: DatedDocument, { period, settings }: { period: TaxPeriod; settings: TaxSettings }): boolean {
  const dates = { kind: kindOf(row), suppliedOn: row.supplied_on, issuedOn: row.issued_on };
  return isWithin(period, periodDayOf(dates, settings.period));
}

function kindOf({ kind }: Pick<ListedDocumentRow, 'kind'>): ScheduledDocument['kind'] {
  return ({ invoice: 'invoice', 'credit note': 'credit', 'debit note': 'debit' } as const)[kind];
}

function toScheduled(row: ListedDocumentRow): ScheduledDocument {
  const purchaser = JSON.parse(row.purchaser) as DocumentParty;
  const base = {
    number: row.serial,
    issuedOn: row.issued_on,
    suppliedOn: row.supplied_on,
    purchaser: { name: purchaser.name, tin: purchaser.tin ?? undefined, isGovernment: false },
    valueCents: row.value_cents,
    vatCents: row.vat_cents,
    vatRateBasisPoints: row.vat_rate_basis_points,
  };
  const kind = kindOf(row);
  if (kind === 'invoice') return { ...base, kind, description: describeSupply(row) };
  const invoice = { number: row.original_serial ?? '', issuedOn: day(row.original_issued_on ?? row.issued_on) };
  return { ...base, kind, invoice };
}

function describeSupply(row: ListedDocumentRow): string {
  const hasOthers = readLines(row).some(({ isVatable }) => isVatable);
  return scheduleDescription(row.written_shop_id, row.month, hasOthers);
}

type VatNote = Awaited<ReturnType<typeof listVatNotes>>[number];
type BilledVat = Awaited<ReturnType<typeof listBilledVat>>[number];

interface LedgerOfPeriod {
  period: TaxPeriod;
  settings: TaxSettings;
  setup: TaxSetup;
  since: string | null;
}

function ledgerFigures(
  { bills, notes }: { bills: readonly BilledVat[]; notes: readonly VatNote[] },
  of: LedgerOfPeriod,
): VatFigures {
  const first = firstDocumentDay(of.setup);
  const notesOf = Map.groupBy(notes, ({ invoice_id }) => invoice_id);
  const moved = bills.flatMap((bill) => {
    const { issued_on, supplied_on, generated_at, voided_at } = bill;
    const isDue = first !== undefined && dayOf(generated_at) >= first && generated_at >= (of.since ?? generated_at);
    if (issued_on === null && !isDue) return [];
    const issuedOn = issued_on ?? dayOf(generated_at);
    const dates = { month: bill.month, tenancyFrom: bill.started_on, dueDay: bill.due_day, issuedOn };
    const suppliedOn = supplied_on ?? supplyDayOf(dates, of.settings.dateOfSupply);
    const billedOn = periodDayOf({ kind: 'invoice', issuedOn, suppliedOn }, of.settings.period);
    const deletedOn = voided_at === null ? undefined : dayOf(voided_at);
    const noted = (notesOf.get(bill.id) ?? []).map((note) => ({
      day: dayOf(note.recorded_at),
      figures: figuresOfNote(bill, note),
    }));
    const whole = sumFigures([figuresOf(bill), ...noted.map(({ figures }) => figures)]);
    return [
      ...(isWithin(of.period, billedOn) ? [figuresOf(bill)] : []),
      ...noted.filter((note) => isWithin(of.period, note.day)).map(({ figures }) => figures),
      ...(deletedOn !== undefined && isWithin(of.period, deletedOn) ? [negative(whole)] : []),
    ];
  });
  return sumFigures(moved);
}

function figuresOf(bill: BilledVat): VatFigures {
  const { rent_cents: rentCents, operation_fee_cents: operationFeeCents, vat_cents: vatCents } = bill;
  return { valueCents: vatableOf({ rentCents, operationFeeCents, otherCharges: readLines(bill) }), vatCents };
}

function figuresOfNote(bill: BilledVat, note: VatNote): VatFigures {
  const isTaxed =
    note.charge_kind !== 'Other' || readLines(bill).some((one) => one.line === note.line && one.isVatable);
  const figures = {
    valueCents: note.charge_kind !== 'VAT' && isTaxed ? note.cents : cents(0),
    vatCents: note.charge_kind === 'VAT' ? note.cents : cents(0),
  };
  return note.kind === 'credit note' ? negative(figures) : figures;
}

/**
 * Returns the difference that rounding makes: the value and the VAT in the ledger minus those on documents printed in
 * whole rupees. The difference of a credit note is subtracted.
 */
function roundingOf(rows: readonly ListedDocumentRow[]): VatFigures {
  const rounded = rows.filter(({ settings }) => (JSON.parse(settings) as TaxSettings).amounts === 'rupees');
  return sumFigures(
    rounded.map((row) => {
      const lines = JSON.parse(row.lines) as DocumentLine[];
      const valueCents = sumCents(lines.map((line) => line.valueCents));
      const whole = { valueCents, vatCents: percentOf(valueCents, row.vat_rate_basis_points) };
      const charged = lines[0]?.exact ?? whole;
      const rest = difference(charged, { valueCents: row.value_cents, vatCents: row.vat_cents });
      return row.kind === 'credit note' ? negative(rest) : rest;
    }),
  );
}

function isWithin({ first, last }: TaxPeriod, date: Day): boolean {
  return date >= first && date <= last;
}

function sumFigures(all: readonly VatFigures[]): VatFigures {
  return {
    valueCents: sumCents(all.map(({ valueCents }) => valueCents)),
    vatCents: sumCents(all.map(({ vatCents }) => vatCents)),
  };
}

function difference(one: VatFigures, other: VatFigures): VatFigures {
  return sumFigures([one, negative(other)]);
}

function negative({ valueCents, vatCents }: VatFigures): VatFigures {
  return { valueCents: cents(0 - valueCents), vatCents: cents(0 - vatCents) };
}
