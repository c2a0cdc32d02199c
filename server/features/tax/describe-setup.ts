import { writeDecimal } from '#billing/money.ts';
import { fieldLabel } from '#contract/messages/input-message.ts';
import { message } from '#contract/messages/message.ts';
import type { TaxSetup } from '#contract/tax.ts';
import type { ChangeDescription } from '../audit/describe-changes.ts';

export function describeSetup(setup: TaxSetup): ChangeDescription {
  const { qr_limit, ...texts } = setup;
  const values = { ...texts, qr_limit: qr_limit === null ? null : writeDecimal(qr_limit) };
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [fieldLabel(name, message), value === null ? null : String(value)]),
  );
}
