import { Button, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { t } from '#web/i18n/t.ts';
import { Page } from '#web/ui/page.tsx';

export function NotFoundPage() {
  return (
    <Page title={t('shell.notFound.title')}>
      <Text>{t('shell.notFound.text')}</Text>
      <Group>
        <Button component={Link} to="/admin-dashboard">
          {t('shell.goToDashboard')}
        </Button>
      </Group>
    </Page>
  );
}
