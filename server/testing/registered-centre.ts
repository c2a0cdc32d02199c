import { tax } from '#contract/tax.ts';
import type { TestOffice } from './office.ts';
import { TAX_SETUP } from './tax-setup.ts';

export async function registerCentre(office: TestOffice, more: Partial<typeof TAX_SETUP> = {}): Promise<void> {
  await office.ask(tax.setSetup, { body: { ...TAX_SETUP, ...more } });
}
