import { Button, Card, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { accounts, type OpenSession } from '#contract/accounts.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { toastFailed } from '#web/ui/dialog/toast.ts';
import { formatInstant } from '#web/ui/format/dates.ts';
import { api } from '../api.ts';
import { callAndTell } from '../confirm-and-call.ts';

export function OwnSessionsPanel() {
  const [sessions, setSessions] = useState<readonly OpenSession[]>();
  const show = async () => {
    try {
      setSessions(await api(accounts.ownSessions, {}));
    } catch (error) {
      toastFailed(sentenceOf(error, t('session.own.failed')), 5);
    }
  };
  const end = async (id: string) => {
    const ending = { call: () => api(accounts.endOwnSession, { params: { id } }), failed: t('session.own.endFailed') };
    if (await callAndTell(ending)) await show();
  };
  return (
    <Card component="section" aria-labelledby="own-sessions" withBorder padding="md" maw={420} mt="lg">
      <Title order={2} size="h4" id="own-sessions" mb="sm">
        {t('session.own.title')}
      </Title>
      {sessions === undefined ? (
        <Button variant="default" onClick={() => void show()}>
          {t('session.own.show')}
        </Button>
      ) : (
        sessions.map((one) => <OwnSession key={one.id} session={one} end={() => void end(one.id)} />)
      )}
    </Card>
  );
}

function OwnSession({ session, end }: { session: OpenSession; end: () => void }) {
  const { address, last_seen_at, is_own } = session;
  const name = t('session.own.row', { address, time: formatInstant(last_seen_at) });
  return (
    <Group justify="space-between" mb="xs" wrap="nowrap">
      <Text size="sm">{name}</Text>
      {is_own ? (
        <Text size="sm" c="dimmed">
          {t('session.own.this')}
        </Text>
      ) : (
        <Button
          variant="default"
          size="xs"
          aria-label={t('ui.table.rowAction', { action: t('session.own.end'), name })}
          onClick={end}
        >
          {t('session.own.end')}
        </Button>
      )}
    </Group>
  );
}
