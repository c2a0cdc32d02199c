import { Stack, Title } from '@mantine/core';
import { IconChartBar, IconSettings, IconUsers } from '@tabler/icons-react';
import { t } from '#web/i18n/t.ts';
import { CardLinks } from '#web/ui/card-links.tsx';

const CARDS = [
  { name: 'tenants', to: '/tenant-management', icon: IconUsers },
  { name: 'reports', to: '/reports', icon: IconChartBar },
  { name: 'settings', to: '/settings', icon: IconSettings },
] as const;

/** Specification 1, section 2. */
export function WelcomePanel({ name }: { name: string }) {
  const links = CARDS.map(({ name: card, ...link }) => ({
    ...link,
    title: t(`dashboard.welcome.${card}.title`),
    text: t(`dashboard.welcome.${card}.text`),
  }));
  return (
    <Stack gap="sm" component="section" aria-labelledby="welcome">
      <Title order={2} size="h4" id="welcome" style={{ overflowWrap: 'anywhere' }}>
        {t('dashboard.welcome.title', { name })}
      </Title>
      <CardLinks links={links} />
    </Stack>
  );
}
