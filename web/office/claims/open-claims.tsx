import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { claims } from '#contract/claims.ts';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { placeOf } from '../place-of.ts';

/** What the tenant claims to have paid and nobody has decided on. */
export function OpenClaims({ tenancyId }: { tenancyId: number }) {
  const load = useLoad(`claims of tenancy ${tenancyId}`, (signal) =>
    api(claims.list, { query: { tenancy_id: String(tenancyId) } }, { signal }),
  );
  return (
    <AsyncState load={load} failure={t('claims.page.failed')}>
      {(open) => (
        <Stack gap="var(--space-2)">
          {open.map(({ claim_id, amount, day }) => (
            <Text key={claim_id} size="sm">
              {t('claims.notice', { amount: formatMoney(amount), day: formatOfficeDay(day) })}{' '}
              <Anchor component={Link} to={placeOf('/claims')} size="sm">
                {t('claims.notice.check')}
              </Anchor>
            </Text>
          ))}
        </Stack>
      )}
    </AsyncState>
  );
}
