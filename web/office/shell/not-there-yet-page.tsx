import { Alert, Stack, Title } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import { useMatches } from 'react-router';
import type { Role } from '#contract/permissions.ts';
import { type OfficePage, officePages } from '#web/routes.ts';
import { CardLinks } from '#web/ui/card-links.tsx';
import { Page } from '#web/ui/page.tsx';
import { useSession } from '../session/session-store.ts';
import { menuFor } from './menu.ts';

/** For a screen that a later release brings: says so, what it will be for, and what is there already. */
export function NotThereYetPage() {
  const role = useSession()?.role;
  const page = useMatches().at(-1)?.handle as OfficePage | undefined;
  return (
    <Page title={page?.title ?? ''}>
      <Alert color="turmeric" icon={<IconHourglass aria-hidden />} title="This screen is not there yet">
        {page?.comesWith !== undefined && `It will bring: ${page.comesWith}.`}
      </Alert>
      {role && <ThereAlready role={role} />}
    </Page>
  );
}

function ThereAlready({ role }: { role: Role }) {
  const entries = menuFor(role).flatMap((group) => group.entries);
  const links = entries.filter(({ path }) => !('comesWith' in officePages[path]));
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        What is there
      </Title>
      <CardLinks links={links.map(({ path, label, icon, about }) => ({ title: label, text: about, to: path, icon }))} />
    </Stack>
  );
}
