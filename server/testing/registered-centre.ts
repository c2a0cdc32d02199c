import { tax } from '#contract/tax.ts';
import type { TestOffice } from './office.ts';
import { TAX_SETUP } from './tax-setup.ts';

/** Registers the centre for VAT. Its documents have a QR code for payment unless `qr_is_read` is false. */
export async function registerCentre(office: TestOffice, more: Partial<typeof TAX_SETUP> = {}): Promise<void> {
  const body = { ...TAX_SETUP, qr_is_read: true, ...more };
  await office.ask(tax.setSetup, { body });
  // Saving a changed code always marks it as not read, so the second request marks it as read.
  if (body.qr_is_read && body.qr_code !== '') await office.ask(tax.setSetup, { body });
}
