import { rentRules } from '#contract/rent-rules.ts';
import { t } from '#web/i18n/t.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { Screen } from '../screen.tsx';
import classes from '../vat-rates/vat-rate-page.module.css';
import { cancelScheduledRules } from './cancel-rent-rules.ts';
import { RentRulesForm } from './rent-rules-form.tsx';
import { RentRulesTable } from './rent-rules-table.tsx';

export function RentRulesPage() {
  const load = useLoad('rent rules', (signal) => api(rentRules.list, {}, { signal }));
  const cancel = async (rules: Parameters<typeof cancelScheduledRules>[0]) => {
    if (await cancelScheduledRules(rules)) load.reload();
  };
  return (
    <Screen path="/settings/rent-rules" subtitle={t('rent-rules.page.subtitle')}>
      <div className={classes.columns}>
        <RentRulesForm rules={load.data ?? []} onTried={load.reload} />
        <RentRulesTable load={load} cancel={(rules) => void cancel(rules)} />
      </div>
    </Screen>
  );
}
