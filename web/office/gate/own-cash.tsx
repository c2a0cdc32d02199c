import { Stack, Text } from '@mantine/core';
import { gateCash } from '#contract/gate-cash.ts';
import { t } from '#web/i18n/t.ts';
import { Failure } from '#web/ui/async-state.tsx';
import { formatInstant } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';

/** What the user holds, with the floats that others say they handed out to the user. Empty if that is nothing. */
export function OwnCash() {
  const { data, error, reload } = useLoad('own gate cash', (signal) => api(gateCash.own, {}, { signal }));
  if (error !== undefined) return <Failure sentence={t('gate.held.failed')} error={error} retry={reload} />;
  if (data === undefined || data.held <= 0) return null;
  return (
    <Stack gap={0}>
      <Text size="sm" fw={700}>
        {t('gate.own.held', { amount: formatMoney(data.held) })}
      </Text>
      {data.floats.map(({ given_at, given_by, amount }) => (
        <Text key={given_at} size="sm" c="dimmed">
          {t('gate.own.float', { amount: formatMoney(amount), person: given_by, time: formatInstant(given_at) })}
        </Text>
      ))}
    </Stack>
  );
}
