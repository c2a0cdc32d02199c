import { Stack, Table, Text, Title } from '@mantine/core';
import type { AlertStatus } from '#contract/alerts.ts';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import type { Load } from '#web/ui/use-load.ts';

export function AlertStatusPanel({ load }: { load: Load<AlertStatus> }) {
  return (
    <Stack component="section" gap="xs" aria-labelledby="alert-status">
      <Title order={2} size="h4" id="alert-status">
        {t('alerts.status.title')}
      </Title>
      <AsyncState load={load} failure={t('alerts.status.failed')}>
        {(status) => <Counts status={status} />}
      </AsyncState>
    </Stack>
  );
}

function Counts({ status: { channels, queued, sent, failures } }: { status: AlertStatus }) {
  return (
    <>
      <Table.ScrollContainer
        minWidth={560}
        type="native"
        tabIndex={0}
        role="region"
        aria-label={t('alerts.status.channel')}
      >
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('alerts.status.channel')}</Table.Th>
              <Table.Th>{t('alerts.status.offered')}</Table.Th>
              <Table.Th ta="right">{t('alerts.status.confirmed')}</Table.Th>
              <Table.Th ta="right">{t('alerts.status.unconfirmed')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {channels.map(({ channel, obstacle, confirmed, unconfirmed }) => (
              <Table.Tr key={channel}>
                <Table.Td>{t(`alerts.channel.${channel}`)}</Table.Td>
                <Table.Td>{t(obstacle === null ? 'alerts.status.yes' : `alerts.obstacle.${obstacle}`)}</Table.Td>
                <Table.Td ta="right">{confirmed}</Table.Td>
                <Table.Td ta="right">{unconfirmed}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Text size="sm">{t('alerts.status.messages', { queued, sent })}</Text>
      {failures.map(({ reason, count }) => (
        <Text key={reason} size="sm" c="red.9">
          {t('alerts.status.failure', { reason, count })}
        </Text>
      ))}
    </>
  );
}
