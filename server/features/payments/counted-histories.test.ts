/** @module-tag postgres */
import { expect, test } from 'vitest';
import { addDays, type Day } from '#billing/calendar.ts';
import { fines } from '#contract/fines.ts';
import { payments } from '#contract/payments.ts';
import { rentRules } from '#contract/rent-rules.ts';
import { type Dice, diceOf, oneOf } from '../../testing/dice.ts';
import { expectJournal } from '../../testing/journal.ts';
import { correction, openTestOffice, type TestOffice } from '../../testing/office.ts';
import { recordSignIn, scheduleContextOf } from '../../testing/schedule.ts';
import { runSchedule } from '../schedule/start-schedule.ts';

/**
 * A market where post-dated cheques count from their day is compared with a twin, where each cheque is received on its
 * day in the first instant of it. The twin knows nothing of the rule, so it says what the market must show.
 */
interface Twins {
  market: TestOffice;
  twin: TestOffice;
  dice: Dice;
  today: Day;
  cheques: HeldCheque[];
}

interface HeldCheque {
  receivedOn: Day;
  countsFrom: Day;
  cents: number;
  id: number;
  /** Its payment in the twin, which has none before the day. */
  twinId: number | undefined;
}

const SHOP = 'A-1';
const FIRST: Day = '2026-10-01' as Day;
const DAYS = 75;

async function openTwin(): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo(FIRST);
  await office.let(SHOP);
  return office;
}

function goTo({ market, twin }: Twins, day: Day, time: string): void {
  market.goTo(day, time);
  twin.goTo(day, time);
}

async function payIn(office: TestOffice, cents: number, day: Day, more: object = {}): Promise<number> {
  return (await office.pay(SHOP, cents / 100, day, { paymentMethod: 'Cheque', ...more })).payment.payment_id;
}

async function beginDay(twins: Twins): Promise<void> {
  const { market, twin, today, cheques } = twins;
  goTo(twins, today, '00:00:00.000');
  await recordSignIn(market.app, market.app.clock.now());
  await runSchedule(scheduleContextOf(market));
  const due = cheques.filter(
    (cheque) => cheque.countsFrom === today && cheque.twinId === undefined && cheque.cents > 0,
  );
  for (const cheque of due.toSorted((one, other) => one.id - other.id))
    cheque.twinId = await payIn(twin, cheque.cents, today);
}

async function takeCheque({ market, dice, today, cheques }: Twins): Promise<void> {
  const cents = oneOf(dice, [100, 180_000, 1_180_000, 1 + dice(2_500_000)]);
  const countsFrom = addDays(today, 1 + dice(25));
  const id = await payIn(market, cents, today, { chequeDate: countsFrom });
  cheques.push({ receivedOn: today, countsFrom, cents, id, twinId: undefined });
}

async function correctCheque({ market, twin, dice }: Twins, cheque: HeldCheque): Promise<void> {
  const actual = cheque.cents + 1 + dice(50_000);
  const amounts = [cheque.cents / 100, actual / 100] as const;
  await market.ask(payments.correct, correction(SHOP, cheque.receivedOn, amounts, { payment_id: cheque.id }));
  const { twinId } = cheque;
  if (twinId !== undefined)
    await twin.ask(payments.correct, correction(SHOP, cheque.countsFrom, amounts, { payment_id: twinId }));
  cheque.cents = actual;
}

async function voidCheque({ market, twin, cheques }: Twins, cheque: HeldCheque): Promise<void> {
  const remove = (office: TestOffice, id: number) =>
    office.ask(payments.remove, { params: { id: String(id) }, body: { reason: 'Given back' } });
  await remove(market, cheque.id);
  if (cheque.twinId !== undefined) await remove(twin, cheque.twinId);
  cheques.splice(cheques.indexOf(cheque), 1);
}

/** Names another day for a cheque whose day has not come. */
async function postpone({ market, dice, today }: Twins, cheque: HeldCheque): Promise<void> {
  if (cheque.twinId !== undefined) return;
  const chequeDate = addDays(today, 1 + dice(25));
  const body = { chequeDate, reason: 'The tenant gave another cheque' };
  if (chequeDate === cheque.countsFrom) return;
  const { payment } = await market.ask(payments.replace, { params: { id: String(cheque.id) }, body });
  Object.assign(cheque, { id: payment.payment_id, countsFrom: chequeDate });
}

async function inBoth({ market, twin }: Twins, act: (office: TestOffice) => Promise<unknown>): Promise<void> {
  for (const office of [market, twin]) await act(office);
}

async function step(twins: Twins): Promise<void> {
  const { dice, today, cheques } = twins;
  const month = today.slice(0, 7);
  if (cheques.length > 0 && dice(2) === 0)
    return oneOf(dice, [correctCheque, voidCheque, postpone])(twins, oneOf(dice, cheques));
  const cents = 1 + dice(1_500_000);
  switch (dice(6)) {
    case 0:
      return inBoth(twins, (office) => office.pay(SHOP, cents / 100, today));
    case 1:
      return inBoth(twins, (office) => office.ask(fines.applyAll, { body: {} }));
    case 2:
      return inBoth(twins, (office) =>
        office.tell(fines.apply, { params: { id: `INV-${SHOP}-${month.replace('-', '')}` } }),
      );
    default:
      return takeCheque(twins);
  }
}

/**
 * Returns the ledger as the office sees it, without the numbers of entries. The lines of an instant are added up, because the
 * twin receives a cheque with its corrections.
 */
async function shownIn(office: TestOffice) {
  const { ShopBalance, total_owed } = await office.summaryOf(SHOP);
  const lines = (await office.statementOf(SHOP)).filter(({ voided }) => voided === null);
  return {
    balance: ShopBalance.balance_amount,
    total_owed,
    charges: await office.chargesOf(SHOP),
    lines: [...Map.groupBy(lines, ({ date }) => date)].map(([date, ofDate]) => [
      date,
      ofDate.filter(({ kind }) => kind === 'fine').map(({ charged }) => charged),
      ofDate.at(-1)?.balance,
    ]),
  };
}

async function playTwins(seed: number): Promise<void> {
  const twins: Twins = {
    market: await openTwin(),
    twin: await openTwin(),
    dice: diceOf(seed),
    today: FIRST,
    cheques: [],
  };
  const rules = { rent_due_day: 15, fine_rate: 30, cheques_on_their_day: true };
  await twins.market.ask(rentRules.set, { body: rules });
  const { dice } = twins;
  for (let day = 0; day < DAYS; day += 1 + dice(3)) {
    const next = addDays(FIRST, day);
    // No day is left out on which a cheque counts, because the twin receives it on that day.
    for (; twins.today < next; twins.today = addDays(twins.today, 1))
      if (twins.cheques.some(({ countsFrom }) => countsFrom === twins.today)) await beginDay(twins);
    twins.today = next;
    await beginDay(twins);
    goTo(twins, next, oneOf(dice, ['00:00:00.000', '09:30:00.000', '23:59:59.000']));
    const month = next.slice(0, 7);
    const isBilled = (await twins.market.summaryOf(SHOP)).Invoices.some(({ month_year }) => month_year === month);
    if (!isBilled) await inBoth(twins, (office) => office.generate(SHOP, month));
    await step(twins);
    expect(await shownIn(twins.market), `seed ${seed}, ${next}`).toEqual(await shownIn(twins.twin));
  }
  await twins.market.expectCleanBooks();
  await expectJournal(twins.market);
}

const TITLE = 'a cheque counts as if it was received on its day (seed %i)';

test.each([1, 2])(TITLE, { tags: ['slow'] }, playTwins);
test.each(Array.from({ length: 60 }, (_, at) => at + 100))(TITLE, { tags: ['nightly'] }, playTwins);
