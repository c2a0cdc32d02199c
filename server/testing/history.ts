import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { addDays, addMonths, type Day, dayOf, monthOf } from '#billing/calendar.ts';
import { fines } from '#contract/fines.ts';
import { invoices } from '#contract/invoices.ts';
import { payments } from '#contract/payments.ts';
import { rentRules } from '#contract/rent-rules.ts';
import { shops } from '#contract/shops.ts';
import { paymentMethods } from '#contract/words.ts';
import { countDueCheques } from '../features/payments/count-cheques.ts';
import { type Dice, diceOf, oneOf } from './dice.ts';
import { correction, type TestOffice } from './office.ts';
import { scheduleContextOf } from './schedule.ts';

interface History {
  seed: number;
  shopIds: readonly string[];
  first: Day;
  days: number;
  writes: number;
  onLet?: () => Promise<void>;
  /** What else is done before the writes of a step. */
  onStep?: () => Promise<void>;
  /** Whether cheques are post-dated, and count from their day. */
  isPostDated?: boolean;
}

export async function makeHistory(
  office: TestOffice,
  { seed, shopIds, first, days, writes, onLet, onStep, isPostDated = false }: History,
): Promise<void> {
  const dice = diceOf(seed);
  office.goTo(first);
  for (const shopId of shopIds) await office.let(shopId, { rent_amount: oneOf(dice, [8000, 12_345.65, 99_999.99]) });
  await onLet?.();
  const rules = { rent_due_day: 15, fine_rate: 30, cheques_on_their_day: true };
  if (isPostDated) await office.ask(rentRules.set, { body: rules });
  const steps = Array.from({ length: writes }, () => dice(days)).toSorted((one, other) => one - other);
  for (const [at, step] of steps.entries()) {
    office.goTo(addDays(first, step), oneOf(dice, ['00:00:00.000', '09:30:00.000', '23:59:59.999']));
    if (isPostDated) await countCheques(office);
    await onStep?.();
    for (const shopId of shopIds) {
      const answer = await writeOnce(office, shopId, { dice, isBill: at % 3 === 0, isPostDated });
      expect([200, 201, 404, 409], answer.body).toContain(answer.statusCode);
    }
    if (at % 6 === 5) await office.ask(oneOf(dice, [fines.applyAll, fines.arrest, invoices.arrest]), { body: {} });
  }
}

function countCheques({ app }: TestOffice): Promise<void> {
  const context = { actor: 'schedule', now: app.clock.now(), requestId: 'cheques' };
  return countDueCheques(scheduleContextOf({ app }), context);
}

interface Turn {
  dice: Dice;
  isBill: boolean;
  isPostDated: boolean;
}

const DEEDS = ['pay', 'pay', 'pay', 'pay', 'correct', 'fine', 'spare', 'set', 'delete payment', 'delete bill'] as const;

async function writeOnce(
  office: TestOffice,
  id: string,
  { dice, isBill, isPostDated }: Turn,
): Promise<LightMyRequestResponse> {
  const today = dayOf(office.app.clock.now());
  const shop = await office.summaryOf(id);
  const invoiceId = shop.Invoices.length > 0 ? oneOf(dice, shop.Invoices).invoice_id : `INV-${id}-202001`;
  if (isBill) {
    const month_year = monthOf(addMonths(today, oneOf(dice, [0, 0, 0, -1, -2, 1])));
    return office.tell(invoices.generate, { body: { shop_id: id, month_year } });
  }
  const paid = shop.Payments.filter(({ corrects_payment_id }) => corrects_payment_id === null);
  const deed = oneOf(dice, DEEDS);
  switch (deed) {
    case 'fine':
      return office.tell(fines.apply, { params: { id: invoiceId } });
    case 'spare':
      return office.tell(fines.remove, { params: { id: invoiceId }, body: {} });
    case 'delete bill':
      return office.tell(invoices.remove, { params: { id: invoiceId }, body: {} });
    case 'set':
      return office.tell(shops.setBalance, {
        params: { id },
        body: { balance_amount: (dice(400_000) - 200_055) / 100 },
      });
    case 'delete payment':
    case 'correct':
      if (paid.length > 0) return changePayment(office, id, oneOf(dice, paid), deed === 'correct' ? dice : undefined);
  }
  const body = {
    amountPaid: oneOf(dice, [0.01, 1800, 11_800, (1 + dice(2_500_000)) / 100]),
    paymentDate: addDays(today, -dice(40)),
    paymentMethod: isPostDated && dice(2) === 0 ? 'Cheque' : oneOf(dice, paymentMethods),
  };
  const chequeDate = isPostDated && body.paymentMethod === 'Cheque' ? addDays(body.paymentDate, dice(60)) : undefined;
  return office.tell(payments.byShop, { params: { shopId: id }, body: { ...body, chequeDate } });
}

function changePayment(
  office: TestOffice,
  id: string,
  {
    payment_id,
    corrected_amount,
    payment_date,
  }: { payment_id: number; corrected_amount: number; payment_date: string },
  dice: Dice | undefined,
): Promise<LightMyRequestResponse> {
  if (!dice) return office.tell(payments.remove, { params: { id: String(payment_id) }, body: {} });
  const actual = corrected_amount > 0 ? oneOf(dice, [0, corrected_amount / 3, corrected_amount + 1234.56]) : 77.07;
  const amounts = [corrected_amount.toFixed(2), actual.toFixed(2)] as const;
  const day = dayOf(payment_date as Parameters<typeof dayOf>[0]);
  // The two amounts of a correction must differ, even after rounding.
  const wanted = amounts[0] === amounts[1] ? ([amounts[0], '0.00'] as const) : amounts;
  return office.tell(payments.correct, correction(id, day, wanted, { payment_id }));
}
