import IconCircle from 'virtual:icons/circle';
import IconCircleCheckFilled from 'virtual:icons/circle-check-filled';
import type { OfficePath } from 'virtual:office/pages';
import { Anchor, Button, Group, Paper, SimpleGrid, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import type { Answer } from '#contract/call.ts';
import { type ConfirmedStep, confirmedSteps, dashboard, type SetupStep } from '#contract/dashboard.ts';
import { t } from '#web/i18n/t.ts';
import { columnsFor } from '#web/ui/card-links.tsx';
import { type Load, useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { callAndTell } from '../confirm-and-call.ts';
import { placeOf } from '../place-of.ts';
import { useMay } from '../session/use-may.ts';

export type Setup = Answer<typeof dashboard.setup>;
type Step = Setup['steps'][number];

const GATE = '/gate';
const PLACES: Record<SetupStep, OfficePath | typeof GATE> = {
  visitors: '/settings/home-page',
  contact: '/settings/contact',
  bank: '/settings/bank',
  catalogue: '/import-products',
  shops: '/import-shops',
  tenants: '/import-shops',
  'rent-rules': '/settings/rent-rules',
  vat: '/update-vat-rate',
  'ticket-prices': '/ticket-tariff',
  mail: '/settings/mail-server',
  person: '/admin-panel',
  copy: '/settings',
  prices: '/add-dailyprice',
  invoice: '/settings/generate-invoices',
  payment: '/make-payment',
  ticket: GATE,
};

/** Loads the setup list for admins; for other roles there is none. */
export function useSetup(): Load<Setup | null> {
  const mayRead = useMay('settings.read');
  return useLoad(`setup ${mayRead}`, async (signal) => (mayRead ? api(dashboard.setup, {}, { signal }) : null));
}

/** The steps of setting up the market, shown until all are done or a person hides the list. */
export function SetupList({ load }: { load: Load<Setup | null> }) {
  const mayWrite = useMay('books.write');
  const mayMoveIn = useMay('settings.write');
  const setup = load.data;
  if (!setup || setup.is_put_away) return null;
  const done = setup.steps.filter(({ is_done }) => is_done).length;
  if (done === setup.steps.length) return null;
  return (
    <Paper component="section" withBorder p="md" aria-labelledby="setup">
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Title order={2} size="h4" id="setup">
            {t('dashboard.setup.title')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('dashboard.setup.done', { done, count: setup.steps.length })}
          </Text>
        </Group>
        {mayMoveIn && setup.is_new && (
          <>
            <Text size="sm">
              <Anchor component={Link} to={placeOf('/import-market')} underline="always">
                {t('dashboard.setup.moveIn')}
              </Anchor>{' '}
              {t('dashboard.setup.moveInHint')}
            </Text>
            <Text size="sm">
              <Anchor component={Link} to={placeOf('/restore-market')} underline="always">
                {t('dashboard.setup.restore')}
              </Anchor>{' '}
              {t('dashboard.setup.restoreHint')}
            </Text>
          </>
        )}
        <SimpleGrid component="ol" cols={columnsFor(setup.steps.length)} spacing="xs" m={0} p={0}>
          {setup.steps.map((step) => (
            <SetupRow
              key={step.step}
              step={step}
              {...(mayWrite && {
                confirm: (confirmed: ConfirmedStep) => void saySetup(load, setup, { confirmed }),
              })}
            />
          ))}
        </SimpleGrid>
        {mayWrite && (
          <Group>
            <Button variant="default" size="xs" onClick={() => void saySetup(load, setup, { is_put_away: true })}>
              {t('dashboard.setup.putAway')}
            </Button>
            <Text size="xs" c="dimmed">
              {t('dashboard.setup.putAwayHint')}
            </Text>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}

interface Said {
  is_put_away?: boolean;
  confirmed?: ConfirmedStep;
}

/** Saves that the user confirmed a step, hid the list or showed it again. */
export async function saySetup(load: Load<Setup | null>, setup: Setup, said: Said): Promise<void> {
  const before = confirmedSteps.filter((one) =>
    setup.steps.some(({ step, is_confirmed }) => step === one && is_confirmed),
  );
  const confirmed = said.confirmed ? [...before, said.confirmed] : before;
  const body = { is_put_away: said.is_put_away ?? setup.is_put_away, confirmed };
  const isDone = await callAndTell({
    call: () => api(dashboard.setSetup, { body }),
    done: () => {},
    failed: t('dashboard.setup.notSaved'),
  });
  if (isDone) load.reload();
}

function isConfirmable(step: SetupStep): step is ConfirmedStep {
  return confirmedSteps.some((one) => one === step);
}

function SetupRow({ step: row, confirm }: { step: Step; confirm?: (step: ConfirmedStep) => void }) {
  const { step, is_done, detail } = row;
  const action = t(step === 'copy' ? 'dashboard.setup.isKept' : 'dashboard.setup.isRight');
  const Sign = is_done ? IconCircleCheckFilled : IconCircle;
  return (
    <Group component="li" gap="xs" wrap="nowrap" align="flex-start" style={{ listStyle: 'none' }}>
      <Sign
        size={20}
        aria-hidden
        style={{ flex: 'none', marginTop: 2, color: is_done ? 'var(--mantine-color-leaf-filled)' : undefined }}
      />
      <div style={{ minWidth: 0 }}>
        <Group gap="xs">
          {PLACES[step] === GATE ? (
            <Anchor href={GATE}>{t(`dashboard.setup.step.${step}`)}</Anchor>
          ) : (
            <Anchor component={Link} to={PLACES[step]}>
              {t(`dashboard.setup.step.${step}`)}
            </Anchor>
          )}
          <VisuallyHidden>{t(is_done ? 'dashboard.setup.isDone' : 'dashboard.setup.isOpen')}</VisuallyHidden>
          {!is_done && confirm && isConfirmable(step) && (
            <Button
              size="compact-xs"
              variant="light"
              aria-label={t('dashboard.setup.rightNamed', { step: t(`dashboard.setup.step.${step}`), action })}
              onClick={() => confirm(step)}
            >
              {action}
            </Button>
          )}
        </Group>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {detail ?? t(`dashboard.setup.about.${step}`)}
        </Text>
      </div>
    </Group>
  );
}
