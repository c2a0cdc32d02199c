import { Alert, Card, List, Skeleton, Title } from '@mantine/core';
import { schedule } from '#contract/schedule.ts';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { useMay } from '../session/use-may.ts';
import { scheduleSentences } from './describe-schedule.ts';
import { ScheduleForm } from './schedule-form.tsx';

export function SchedulePanel() {
  const mayWrite = useMay('books.write');
  const load = useLoad('schedule', (signal) => api(schedule.get, {}, { signal }));
  return (
    <Card component="section" aria-labelledby="schedule" withBorder padding="md">
      <Title order={2} size="h4" id="schedule" mb="sm">
        {t('schedule.panel.title')}
      </Title>
      <AsyncState load={load} failure={t('schedule.panel.failed')} skeleton={<Skeleton height={mayWrite ? 260 : 76} />}>
        {({ paused, ...stored }) => (
          <>
            {paused !== null && (
              <Alert color="red" title={t('schedule.panel.paused')} mb="md">
                {paused}
              </Alert>
            )}
            {mayWrite ? (
              <ScheduleForm stored={stored} />
            ) : (
              <List size="sm" spacing="xs">
                {scheduleSentences(stored).map((sentence) => (
                  <List.Item key={sentence}>{sentence}</List.Item>
                ))}
              </List>
            )}
          </>
        )}
      </AsyncState>
    </Card>
  );
}
