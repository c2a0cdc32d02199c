import type { BankPart, BankProposal } from '#contract/bank.ts';
import { isCheque } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';

/** Says what a part is: `Payment 12, A-2 Nimal Perera, Bank Transfer`. */
export function describePart({ kind, id, shop_id, name, method, cheque_number }: BankPart): string {
  const what = kind === 'new_payment' ? word('bankPart', kind) : `${word('bankPart', kind)} ${id}`;
  const who = [shop_id, name].filter(Boolean).join(' ');
  const how = isCheque(method) && cheque_number ? t('bank.part.cheque', { number: cheque_number }) : '';
  return [what, who, how].filter(Boolean).join(', ');
}

/** Also says the day and the amount, for a list from which parts are chosen. */
export function describeKnownPart(part: BankPart): string {
  return [describePart(part), part.day && formatOfficeDay(part.day), formatMoney(part.amount)]
    .filter(Boolean)
    .join(' · ');
}

const MOST_NAMED = 3;

export function describeProposal({ parts }: Pick<BankProposal, 'parts'>): string {
  const named = parts.slice(0, MOST_NAMED).map(describePart).join('; ');
  const more = parts.length - MOST_NAMED;
  return more > 0 ? t('bank.part.more', { named, count: more }) : named;
}

export function isSameAmount(one: number, other: number): boolean {
  return Math.round(one * 100) === Math.round(other * 100);
}

export function sumOfParts(parts: readonly Pick<BankPart, 'amount'>[]): number {
  return parts.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;
}
