import type { OfficePath } from 'virtual:office/pages';
import { Anchor, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { AuditEventType } from '#contract/audit.ts';
import { inLanguage, languages } from '#contract/languages.ts';
import { type MessageKey, t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import type { Load } from '#web/ui/use-load.ts';
import { placeOf } from '../place-of.ts';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';

interface CentrePageProps<Stored> {
  path: OfficePath;
  subtitle: MessageKey;
  load: Load<Stored>;
  publicPath?: string;
  event?: AuditEventType;
  children: (stored: Stored) => ReactNode;
}

export function CentrePage<Stored>(props: CentrePageProps<Stored>) {
  const { path, subtitle, load, publicPath, event = 'Centre Settings Changed', children } = props;
  const isWriter = useMay('settings.write');
  return (
    <Screen path={path} subtitle={t(subtitle)}>
      <Stack gap="md" maw={1100}>
        <Group gap="md">
          {publicPath !== undefined && (
            <Group gap="sm" component="nav" aria-label={t('centre.page.preview')}>
              <Text size="sm">{t('centre.page.preview')}</Text>
              {languages.map((language) => (
                <Anchor key={language} href={inLanguage(language, publicPath)} target="_blank" size="sm">
                  {word('language', language)}
                </Anchor>
              ))}
            </Group>
          )}
          <Anchor component={Link} to={placeOf('/system-logs', { type: event })} size="sm">
            {t('centre.page.history')}
          </Anchor>
        </Group>
        {!isWriter && <Text size="sm">{t('centre.page.readOnly')}</Text>}
        <AsyncState load={load} failure={t('centre.page.failed')}>
          {children}
        </AsyncState>
      </Stack>
    </Screen>
  );
}
