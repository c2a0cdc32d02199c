import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Call, isRead } from './call.ts';
import { listCalls } from './every-call.ts';

const BEGINS = 'the journal has what the day changes on the first open day';
const DEPOSITED = 'the journal has a cheque at the bank from its clearing on';
const NO_MONEY = 'no money moves on the day';
const RETURNED = 'the void of the cheque is of the day of its recording';

/** Days that a writing call takes and on which no money of the journal moves, with the reason. */
const OTHER_DAYS: Record<string, string> = {
  'bank.addAccount starts_on': NO_MONEY,
  'cash.depositCheques deposited_on': DEPOSITED,
  'electronic.setSettings from': BEGINS,
  'gate.setCounting from': BEGINS,
  'mail.sendStatement from': NO_MONEY,
  'mail.sendStatement to': NO_MONEY,
  'payments.byInvoice chequeDate': DEPOSITED,
  'payments.byShop chequeDate': DEPOSITED,
  'payments.correct payment_date': 'finds the payment; the correction is of the day of its recording',
  'payments.replace chequeDate': DEPOSITED,
  'payments.returnCheque returned_on': RETURNED,
  'prices.move to': NO_MONEY,
  'prices.updateMultiple date': NO_MONEY,
  'programTokens.make last_day': NO_MONEY,
  'reminders.follow promised_on': NO_MONEY,
  'reminders.send last_day': NO_MONEY,
  'tariff.set valid_from': NO_MONEY,
  'tax.setSetup form_from': NO_MONEY,
  'tax.setSetup registered_from': NO_MONEY,
  'tenancies.edit agreement_ends_on': NO_MONEY,
  'tenancies.end last_day': NO_MONEY,
  'tenants.add from': NO_MONEY,
  'vatRates.set valid_from': NO_MONEY,
};

interface Schema {
  description?: string;
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
}

/** Returns the names of the fields of a body whose values are days, however deep they are. */
function dayFieldsOf(schema: Schema): string[] {
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  if (schema.items) parts.push(schema.items);
  const ofFields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    isDay(field) ? [name] : dayFieldsOf(field),
  );
  return [...ofFields, ...parts.flatMap(dayFieldsOf)];
}

function isDay(field: Schema): boolean {
  return field.description?.startsWith('A day') === true || (field.anyOf ?? []).some(isDay);
}

function namedDays({ body }: Call): string[] {
  if (!body) return [];
  return [...new Set(dayFieldsOf(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schema))];
}

const written = listCalls().filter(({ entry }) => !isRead(entry));

test('every day that a writing call takes is one on which money moves, or has a reason why it is not', () => {
  const days = written.flatMap(({ name, entry }) => {
    const moving: readonly string[] = entry.moneyDays ?? [];
    return namedDays(entry)
      .filter((field) => !moving.includes(field))
      .map((field) => `${name} ${field}`);
  });
  expect(new Set(days)).toEqual(new Set(Object.keys(OTHER_DAYS)));
});

test('a call whose days are those of money says that a closed day is refused', () => {
  for (const { name, entry } of written) {
    const isMoving = entry.moneyDays !== undefined;
    expect([name, entry.refusals.includes('day_closed')]).toEqual([name, isMoving]);
    if (isMoving)
      expect([name, namedDays(entry)]).toEqual([name, expect.arrayContaining([...(entry.moneyDays ?? [])])]);
    // Only these are checked in the transaction of the write (server/http/idempotency/answer-write.ts).
    if (isMoving)
      expect([name, ['once', 'appended', 'versioned']]).toEqual([name, expect.arrayContaining([entry.writes])]);
  }
});
