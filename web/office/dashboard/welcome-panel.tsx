import { Stack, Title } from '@mantine/core';
import { IconChartBar, IconSettings, IconUsers } from '@tabler/icons-react';
import { type CardLink, CardLinks } from '#web/ui/card-links.tsx';

const LINKS: readonly CardLink[] = [
  { title: 'Users', text: 'Who rents which shop', to: '/tenant-management', icon: IconUsers },
  { title: 'Analytics', text: 'Monthly figures, as PDF and spreadsheet', to: '/reports', icon: IconChartBar },
  { title: 'Settings', text: 'Find a shop, its rates and its balance', to: '/system-setting', icon: IconSettings },
];

/** The simpler welcome of the specification: a greeting, and three ways on. */
export function Welcome({ name }: { name: string }) {
  return (
    <Stack gap="sm" component="section" aria-labelledby="welcome">
      <Title order={2} size="h4" id="welcome" style={{ overflowWrap: 'anywhere' }}>
        Welcome, {name}
      </Title>
      <CardLinks links={LINKS} />
    </Stack>
  );
}
