import { type RentRulesOfMonth, rentRules } from '#contract/rent-rules.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { api } from '../api.ts';
import { rulesTexts } from './rules-texts.ts';

export async function cancelScheduledRules(rules: RentRulesOfMonth): Promise<boolean> {
  const texts = rulesTexts(rules);
  const isSure = await confirm({
    title: t('rent-rules.cancel.title', texts),
    body: t('rent-rules.cancel.text', texts),
    action: t('rent-rules.cancel.action'),
    cancelLabel: t('rent-rules.cancel.keep'),
    isDangerous: true,
  });
  if (!isSure) return false;
  try {
    const { message } = await api(rentRules.cancel, { params: { month: rules.from_month } });
    toastDone(message, 3);
  } catch (error) {
    toastFailed(sentenceOf(error, t('rent-rules.cancel.failed')), 5);
  }
  return true;
}
