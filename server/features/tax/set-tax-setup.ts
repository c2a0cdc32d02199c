import { readMerchantQr } from '#billing/tax/read-lanka-qr.ts';
import { findTaxSettingFaults, isTaxUnit } from '#billing/tax/tax-settings.ts';
import { findTaxpayerFaults, readTin } from '#billing/tax/tin.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal, type RefusedField } from '#contract/refusals.ts';
import type { TaxSetup } from '#contract/tax.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { badInput } from '../../http/core/read-request.ts';
import { isUnitUsed } from './queries.ts';
import { taxSetting, taxSettingsOf } from './read-setup.ts';

/** Later documents use the new setup; issued documents are not changed. */
export async function setTaxSetup(tx: Writer, context: ActionContext, given: TaxSetup): Promise<TaxSetup> {
  const { setup } = await taxSetting.change(tx, context, {
    value({ setup: before, since }) {
      const setup = {
        ...given,
        tin: readTin(given.tin) ?? given.tin,
        qr_is_read: given.qr_is_read && given.qr_code !== '' && given.qr_code === before.qr_code,
      };
      const faults = [...registrationFaults(setup), ...unitFaults(setup), ...codeFaults(setup)];
      if (faults.length > 0) throw badInput(faults);
      return { setup, since: since ?? (setup.registered_from === null ? null : context.now) };
    },
    alongside: ({ setup: before }, { setup: after }) => refuseUsedUnits(tx, before, after),
  });
  return setup;
}

async function refuseUsedUnits(tx: Writer, before: TaxSetup, after: TaxSetup): Promise<void> {
  for (const name of ['unit', 'credit_unit', 'debit_unit'] as const) {
    if (before[name] !== after[name] && (await isUnitUsed(tx, before[name]))) throw new Refusal('tax_unit_used');
  }
  if (before.first_number !== after.first_number && (await isUnitUsed(tx, before.unit)))
    throw badInput([{ field: 'first_number', message: apiMessage('tax.setup.firstNumber') }]);
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

function codeFaults({ qr_code }: TaxSetup): RefusedField[] {
  if (qr_code === '') return [];
  const read = readMerchantQr(qr_code);
  return read.isRead ? [] : [{ field: 'qr_code', message: apiMessage(`tax.qr.${read.fault}`) }];
}
