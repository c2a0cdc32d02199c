import { Button, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Role } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { Page } from '#web/ui/page.tsx';
import { menuFor } from './menu.ts';

export function NotAllowedPage({ role }: { role: Role }) {
  const first = menuFor(role)[0]?.entries[0];
  return (
    <Page title={t('shell.notAllowed.title')}>
      <Text>{t('shell.notAllowed.text', { role: word('role', role) })}</Text>
      {first && (
        <Group>
          <Button component={Link} to={first.path}>
            {t('shell.notAllowed.goTo', { screen: t(first.label) })}
          </Button>
        </Group>
      )}
    </Page>
  );
}
