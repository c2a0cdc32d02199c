import { isQrMerchant } from '#billing/tax/lanka-qr.ts';
import { findTaxSettingFaults, isTaxUnit } from '#billing/tax/tax-settings.ts';
import { findTaxpayerFaults, readTin } from '#billing/tax/tin.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal, type RefusedField } from '#contract/refusals.ts';
import type { TaxSetup } from '#contract/tax.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { putSetting } from '../../db/settings.ts';
import { badInput } from '../../http/core/read-request.ts';
import { describeChanges } from '../audit/describe-changes.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { describeSetup } from './describe-setup.ts';
import { isUnitUsed } from './queries.ts';
import { readTaxSetup, type StoredTaxSetup, TAX, taxSettingsOf } from './read-setup.ts';

/** Later documents use it; those that were issued keep theirs. */
export async function setTaxSetup(tx: Writer, context: ActionContext, given: TaxSetup): Promise<TaxSetup> {
  const setup = { ...given, tin: readTin(given.tin) ?? given.tin };
  const faults = [...registrationFaults(setup), ...unitFaults(setup), ...merchantFaults(setup)];
  if (faults.length > 0) throw badInput(faults);
  const { setup: before, since } = await readTaxSetup(tx);
  const changes = describeChanges(describeSetup(before), describeSetup(setup));
  if (!changes) return setup;
  for (const name of ['unit', 'credit_unit', 'debit_unit'] as const) {
    if (before[name] !== setup[name] && (await isUnitUsed(tx, before[name]))) throw new Refusal('tax_unit_used');
  }
  if (before.first_number !== setup.first_number && (await isUnitUsed(tx, before.unit)))
    throw badInput([{ field: 'first_number', message: apiMessage('tax.setup.firstNumber') }]);
  const stored: StoredTaxSetup = {
    setup,
    since: since ?? (setup.registered_from === null ? null : context.now),
  };
  await putSetting(tx, { name: TAX, value: JSON.stringify(stored), at: context.now });
  await writeAudit(tx, context, {
    type: 'Tax Settings Changed',
    description: apiMessage('tax.audit.setup'),
    ...changes,
  });
  return setup;
}

function registrationFaults({ registered_from, tin, tax_name, tax_address }: TaxSetup): RefusedField[] {
  if (registered_from === null) return [];
  return findTaxpayerFaults({ tin, name: tax_name, address: tax_address }).map((part) =>
    part === 'tin'
      ? { field: 'tin', message: apiMessage('tax.setup.tin') }
      : { field: `tax_${part}`, message: apiMessage('tax.setup.required') },
  );
}

function unitFaults(setup: TaxSetup): RefusedField[] {
  const units = (['unit', 'credit_unit', 'debit_unit'] as const)
    .filter((field) => !isTaxUnit(setup[field]))
    .map((field) => ({ field, message: apiMessage('tax.setup.unit') }));
  const others = findTaxSettingFaults(taxSettingsOf(setup)).filter(
    (name) => name === 'pad' || name === 'placeOfSupply',
  );
  return [
    ...units,
    ...others.map((name) => ({
      field: name === 'pad' ? 'pad' : 'place_of_supply',
      message: apiMessage('input.invalid'),
    })),
  ];
}

/** The block is copied from the bank's own code; without it papers have no code. */
function merchantFaults({ qr_block, qr_category, qr_name, qr_city }: TaxSetup): RefusedField[] {
  if (qr_block === '') return [];
  const merchant = { block: qr_block, category: qr_category, name: qr_name, city: qr_city };
  if (isQrMerchant(merchant)) return [];
  const good = { block: '0'.repeat(28), category: '9399', name: 'A', city: 'A' };
  return (Object.keys(merchant) as (keyof typeof merchant)[])
    .filter((part) => !isQrMerchant({ ...good, [part]: merchant[part] }))
    .map((part) => ({ field: `qr_${part}`, message: apiMessage('tax.setup.merchant') }));
}
