import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '#contract/call.ts';
import { factors, type OwnFactors } from '#contract/factors.ts';
import { t } from '#web/i18n/t.ts';
import { api } from '../api.ts';
import { AppDialog } from './app-dialog.tsx';
import { FactorLine, FactorPanel } from './factor-panel.tsx';
import { attempt, removeOwnFactor } from './remove-own-factor.ts';

interface AppPanelProps {
  app: OwnFactors['app'];
  onAdded: (codes: readonly string[] | null) => void;
  onRemoved: () => void;
}

export function AppPanel({ app, onAdded, onRemoved }: AppPanelProps) {
  const [begun, setBegun] = useState<Answer<typeof factors.beginApp>>();
  const begin = () => attempt(async () => setBegun(await api(factors.beginApp, {})), t('factors.page.addFailed'));
  return (
    <FactorPanel id="app" title={t('factors.app.title')} about={t('factors.app.about')}>
      {app ? (
        <FactorLine
          name={t('factors.app.title')}
          factor={app}
          onRemove={() =>
            void removeOwnFactor(
              { id: app.id, title: t('factors.app.removeTitle'), body: t('factors.app.removeBody') },
              onRemoved,
            )
          }
        />
      ) : (
        <Group>
          <Button variant="default" onClick={() => void begin()}>
            {t('factors.app.add')}
          </Button>
        </Group>
      )}
      {begun && (
        <AppDialog
          begun={begun}
          onClose={() => setBegun(undefined)}
          onAdded={(codes) => {
            setBegun(undefined);
            onAdded(codes);
          }}
        />
      )}
    </FactorPanel>
  );
}
