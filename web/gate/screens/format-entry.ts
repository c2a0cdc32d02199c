import { type Instant, timeOf } from '#billing/calendar.ts';
import { type Cents, parseRupees, toRupees } from '#billing/money.ts';
import { plainAmount } from '#contract/amount-text.ts';
import { writeFigure, writeNumber } from '#contract/figures.ts';
import { vehicleTypeName } from '#contract/vehicle-type-names.ts';
import { currentLanguage, t } from '#web/i18n/t.ts';
import type { Phone, QueueEntry, TicketKind } from '../engine/entries.ts';

/** Returns an amount such as `Rs 20`, with cents only where there are any: `Rs 20.50`. */
export function rupeesText(amount: Cents): string {
  const rupees = toRupees(amount);
  return `${t('shared.money.rs')} ${Number.isInteger(rupees) ? writeNumber(rupees) : writeFigure(rupees)}`;
}

export function parseCash(text: string): Cents | undefined {
  const amount = parseRupees(plainAmount(text).replace(/\.$/, ''));
  return amount === undefined || amount < 0 ? undefined : amount;
}

export function minuteText(at: Instant): string {
  return timeOf(at).slice(0, 5);
}

export function typeOnPhone(name: string, { vehicleTypes }: Phone): string {
  return vehicleTypeName(vehicleTypes, name, currentLanguage());
}

export function kindText(kind: TicketKind, phone: Phone): string {
  if (kind.subject === 'sanitation') return t('gate-app.entry.sanitation');
  const vehicle = `${typeOnPhone(kind.vehicleType, phone)} ${kind.vehicleNumber}`;
  return kind.pass === undefined ? vehicle : t('gate-app.pass.kind', { vehicle, term: kind.pass });
}

export function entryText(entry: QueueEntry, phone: Phone): string {
  switch (entry.what) {
    case 'opening':
      return t('gate-app.entry.opening', { amount: rupeesText(entry.cash) });
    case 'ticket':
      return [entry.number, kindText(entry.kind, phone), rupeesText(entry.cents)].join(', ');
    case 'undoing':
      return t('gate-app.entry.cancellation', { number: entry.number });
    case 'walk':
      return t('gate-app.entry.walk', { shop: entry.shop, state: t(`gate-app.walk.state.${entry.seen}`) });
    case 'entry':
      return t('gate-app.pass.entry', { vehicle: entry.vehicleNumber, number: entry.pass });
    case 'closing':
      return t('gate-app.entry.closing', { amount: rupeesText(entry.counted) });
  }
}
