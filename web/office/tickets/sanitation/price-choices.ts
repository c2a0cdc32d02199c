import { sanitationPrices } from '#contract/tickets.ts';
import { t } from '#web/i18n/t.ts';

export function priceChoices(): { value: string; label: string }[] {
  return sanitationPrices.map((price) => ({ value: String(price), label: `${t('shared.money.rs')} ${price}` }));
}
