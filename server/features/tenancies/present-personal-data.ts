import { dayOf, type Instant } from '#billing/calendar.ts';
import { toRupees } from '#billing/money.ts';
import type { PersonalData, PersonalDataOfTenancy } from '#contract/tenancies.ts';
import type { Unworded } from '../../http/core/handler.ts';
import { describeEntry } from '../audit/stored-message.ts';
import { presentDetails } from '../tenants/present.ts';
import type { LoadedPersonalData, LoadedTenancyData } from './load-personal-data.ts';

type Row<List extends Exclude<keyof LoadedTenancyData, 'tenancy' | 'directory'>> =
  LoadedTenancyData[List]['rows'][number];

export function presentPersonalData(
  { own, others, isShortened }: LoadedPersonalData,
  now: Instant,
): Unworded<PersonalData> {
  const data = presentTenancyData(own);
  return {
    downloaded_at: now,
    ...data,
    other_tenancies: others.map(presentTenancyData),
    shortened_lists: [...data.shortened_lists, ...(isShortened ? ['other_tenancies'] : [])],
  };
}

function presentTenancyData(loaded: LoadedTenancyData): Unworded<PersonalDataOfTenancy> {
  const { tenancy, directory, ...lists } = loaded;
  const { tin, tax_name, tax_address, ...person } = presentDetails(tenancy);
  return {
    tenancy: {
      number: tenancy.id,
      shop: tenancy.written_shop_id,
      shop_name: tenancy.shop_name,
      first_day: tenancy.started_on,
      last_day: tenancy.ended_on,
      personal_data_erased_at: tenancy.erased_at,
    },
    person: {
      ...person,
      taxpayer_number: tin,
      name_on_vat_certificate: tax_name,
      address_on_vat_certificate: tax_address,
    },
    agreement: {
      number: tenancy.agreement_number,
      note: tenancy.agreement_note,
      ends_on: tenancy.agreement_ends_on,
      language_of_documents: tenancy.language,
    },
    invoices: lists.invoices.rows.map(({ number, generated_at, total_cents }) => ({
      number,
      day: dayOf(generated_at),
      total: toRupees(total_cents),
    })),
    payments: lists.payments.rows.map(presentPayment),
    emails: lists.emails.rows.map(({ number, recipient, state, changed_at }) => ({
      address: recipient,
      time: changed_at,
      invoice: number,
      state,
    })),
    reminders: lists.reminders.rows.map(presentReminder),
    claims: lists.claims.rows.map((row) => ({
      time: row.claimed_at,
      day: row.day,
      amount: toRupees(row.cents),
      bank: row.bank,
      has_picture: row.has_picture === 1,
      payment: row.payment_id,
      declined_with: row.sentence,
    })),
    rent_messages: lists.rent_messages.rows.map(({ occasion, channel, recipient, state, text, changed_at }) => ({
      time: changed_at,
      about: occasion,
      way: channel,
      to: recipient,
      state,
      text,
    })),
    public_entry: presentPublicEntry(directory),
    walks: lists.walks.rows.map(presentWalkOfTenant),
    page_visits: lists.page_visits.rows.map(({ day, visits }) => ({ day, visits })),
    audit_log: lists.audit_log.rows.map((row) => ({
      time: row.event_date,
      event: row.event_type,
      description: describeEntry(row),
      before: row.old_value,
      after: row.new_value,
      reason: row.edit_reason,
      by: row.user_actioned,
    })),
    shortened_lists: Object.entries(lists).flatMap(([name, { isShortened }]) => (isShortened ? [name] : [])),
  };
}

function presentPublicEntry(entry: LoadedTenancyData['directory']): PersonalDataOfTenancy['public_entry'] {
  if (!entry) return null;
  const { trade_name, product_ids, recorded_at, withdrawn_at } = entry;
  return { trade_name, product_ids, agreed_at: recorded_at, withdrawn_at };
}

function presentWalkOfTenant({ seen_at, state, note, sentence, has_picture }: Row<'walks'>) {
  return { time: seen_at, state, note, outcome: sentence, has_picture: has_picture === 1 };
}

function presentPayment({ id, kind, effective_at, cents, method, note, voided_at }: Row<'payments'>) {
  return {
    number: id,
    kind,
    day: dayOf(effective_at),
    amount: toRupees(cents),
    method,
    note,
    deleted_on: voided_at && dayOf(voided_at),
  };
}

function presentReminder(row: Row<'reminders'>) {
  return {
    level: row.level,
    way: row.way,
    day: row.day,
    amount_due: toRupees(row.due_cents),
    subject: row.subject,
    text: row.body,
    promised_on: row.promised_on,
    promised_amount: row.promised_cents === null ? null : toRupees(row.promised_cents),
    note: row.note,
    next_step: row.next_step,
    by: row.recorded_by,
  };
}
