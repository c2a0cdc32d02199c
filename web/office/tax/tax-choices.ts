import { type MessageKey, t } from '#web/i18n/t.ts';

const CHOICES = {
  vat_period: { month: 'tax.choice.month', quarter: 'tax.choice.quarter' },
  amounts: { cents: 'tax.choice.cents', rupees: 'tax.choice.rupees' },
  date_of_supply: {
    'month-start': 'tax.choice.monthStart',
    'due-day': 'tax.choice.dueDay',
    'invoice-date': 'tax.choice.invoiceDate',
  },
  reset: { never: 'tax.choice.never', year: 'tax.choice.eachYear', month: 'tax.choice.eachMonth' },
  plain_numbers: { own: 'tax.choice.own', serial: 'tax.choice.serial' },
  period_by: { supply: 'tax.choice.supplyDate', invoice: 'tax.choice.invoiceDate' },
  unregistered: { rows: 'tax.choice.rows', bulk: 'tax.choice.bulk' },
} as const satisfies Record<string, Record<string, MessageKey>>;

export type TaxChoice = keyof typeof CHOICES;

export function choicesOf(name: TaxChoice): { value: string; label: string }[] {
  return Object.entries<MessageKey>(CHOICES[name]).map(([value, label]) => ({ value, label: t(label) }));
}
