import { type RentRulesOfMonth, rentRules } from '#contract/rent-rules.ts';
import { t } from '#web/i18n/t.ts';
import { api } from '../api.ts';
import { confirmAndCall } from '../confirm-and-call.ts';
import { rulesTexts } from './rules-texts.ts';

export function cancelScheduledRules(rules: RentRulesOfMonth): Promise<boolean> {
  const texts = rulesTexts(rules);
  return confirmAndCall(
    {
      title: t('rent-rules.cancel.title', texts),
      body: t('rent-rules.cancel.text', texts),
      action: t('rent-rules.cancel.action'),
      cancelLabel: t('rent-rules.cancel.keep'),
      isDangerous: true,
    },
    {
      call: () => api(rentRules.cancel, { params: { month: rules.from_month } }),
      failed: t('rent-rules.cancel.failed'),
    },
  );
}
