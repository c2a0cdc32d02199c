import IconCircle from 'virtual:icons/circle';
import IconCircleCheckFilled from 'virtual:icons/circle-check-filled';
import type { OfficePath } from 'virtual:office/pages';
import { Anchor, Button, Group, Paper, Progress, SimpleGrid, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Answer } from '#contract/call.ts';
import { type ConfirmedStep, confirmedSteps, dashboard, type SetupStep } from '#contract/dashboard.ts';
import { t } from '#web/i18n/t.ts';
import { type Load, useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { callAndTell } from '../confirm-and-call.ts';
import { placeOf } from '../place-of.ts';
import { useMay } from '../session/use-may.ts';

export type Setup = Answer<typeof dashboard.setup>;
type Step = Setup['steps'][number];

const GATE = '/gate';
const GROUPS = ['visitors', 'rent', 'gate'] as const;
type GroupName = (typeof GROUPS)[number];
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
  'cash-count': '/cash-sessions',
  prices: '/add-dailyprice',
  invoice: '/settings/generate-invoices',
  payment: '/make-payment',
  ticket: GATE,
};
const GROUP_OF: Record<SetupStep, GroupName> = {
  visitors: 'visitors',
  contact: 'visitors',
  bank: 'rent',
  catalogue: 'visitors',
  shops: 'rent',
  tenants: 'rent',
  'rent-rules': 'rent',
  vat: 'rent',
  'ticket-prices': 'gate',
  mail: 'rent',
  person: 'gate',
  copy: 'gate',
  'cash-count': 'rent',
  prices: 'visitors',
  invoice: 'rent',
  payment: 'rent',
  ticket: 'gate',
};

/** Loads the setup list for admins; for other roles there is none. */
export function useSetup(): Load<Setup | null> {
  const mayRead = useMay('settings.read');
  return useLoad(`setup ${mayRead}`, async (signal) => (mayRead ? api(dashboard.setup, {}, { signal }) : null));
}

/** The market runs once these are done. What is left then is one line. */
const RUNNING: readonly SetupStep[] = ['prices', 'invoice', 'payment'];

/** The steps of setting up the market, shown until all are done or a person hides the list. */
export function SetupList({ load }: { load: Load<Setup | null> }) {
  const mayWrite = useMay('books.write');
  const [isUnfolded, setIsUnfolded] = useState(false);
  const setup = load.data;
  if (!setup || setup.is_put_away) return null;
  const left = setup.steps.filter(({ is_done }) => !is_done);
  if (left.length === 0) return null;
  const isRunning = RUNNING.every((one) => setup.steps.some(({ step, is_done }) => step === one && is_done));
  return (
    <Paper component="section" withBorder px="md" py={isRunning ? 'xs' : 'md'} aria-labelledby="setup">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Group gap="xs" style={{ rowGap: 0 }}>
            <Title order={2} size={isRunning ? 'h5' : 'h4'} id="setup">
              {t('dashboard.setup.title')}
            </Title>
            <Text size="sm" c="dimmed">
              {isRunning
                ? t('dashboard.setup.left', { count: left.length })
                : t('dashboard.setup.done', { done: setup.steps.length - left.length, count: setup.steps.length })}
            </Text>
          </Group>
          {isRunning && (
            <Button
              variant="subtle"
              size="compact-sm"
              aria-expanded={isUnfolded}
              onClick={() => setIsUnfolded(!isUnfolded)}
            >
              {t(isUnfolded ? 'dashboard.setup.fold' : 'dashboard.setup.unfold')}
            </Button>
          )}
        </Group>
        {(isUnfolded || !isRunning) && <SetupSteps load={load} setup={setup} mayWrite={mayWrite} />}
      </Stack>
    </Paper>
  );
}

interface SetupStepsProps {
  load: Load<Setup | null>;
  setup: Setup;
  mayWrite: boolean;
}

function SetupSteps({ load, setup, mayWrite }: SetupStepsProps) {
  const next = setup.steps.find(({ is_done }) => !is_done)?.step;
  const done = setup.steps.filter(({ is_done }) => is_done).length;
  const groups = GROUPS.map((name) => ({
    name,
    steps: setup.steps.filter(({ step }) => GROUP_OF[step] === name),
  })).filter(({ steps }) => steps.length > 0);
  return (
    <>
      <Progress value={(100 * done) / setup.steps.length} aria-label={t('dashboard.setup.title')} />
      {setup.is_new && <WaysIn />}
      <SimpleGrid cols={{ base: 1, sm: groups.length }} spacing="md">
        {groups.map(({ name, steps }) => (
          <Stack key={name} gap="xs">
            <Title order={3} size="h6">
              {t(`dashboard.setup.group.${name}`)}
            </Title>
            <Stack component="ol" gap="xs" m={0} p={0}>
              {steps.map((step) => (
                <SetupRow
                  key={step.step}
                  step={step}
                  isNext={step.step === next}
                  {...(mayWrite && {
                    confirm: (confirmed: ConfirmedStep) => void saySetup(load, setup, { confirmed }),
                  })}
                />
              ))}
            </Stack>
          </Stack>
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
    </>
  );
}

/** Two other ways to begin a market. */
function WaysIn() {
  if (!useMay('settings.write')) return null;
  return (
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

const ACTIONS: Partial<Record<SetupStep, 'dashboard.setup.isKept' | 'dashboard.setup.isCounted'>> = {
  copy: 'dashboard.setup.isKept',
  'cash-count': 'dashboard.setup.isCounted',
};

interface SetupRowProps {
  step: Step;
  /** The first open step has a button instead of a plain link. */
  isNext: boolean;
  confirm?: (step: ConfirmedStep) => void;
}

function SetupRow({ step: row, isNext, confirm }: SetupRowProps) {
  const { step, is_done, detail } = row;
  const action = t(ACTIONS[step] ?? 'dashboard.setup.isRight');
  const Sign = is_done ? IconCircleCheckFilled : IconCircle;
  return (
    <Group component="li" gap="xs" wrap="nowrap" align="flex-start" style={{ listStyle: 'none' }}>
      <Sign
        size={20}
        aria-hidden
        style={{
          flex: 'none',
          marginTop: 'var(--space-1)',
          color: is_done ? 'var(--mantine-color-leaf-filled)' : undefined,
        }}
      />
      <div style={{ minWidth: 0 }}>
        <Group gap="xs">
          <StepLink step={step} isNext={isNext} />
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

function StepLink({ step, isNext }: { step: SetupStep; isNext: boolean }) {
  const name = t(`dashboard.setup.step.${step}`);
  const place = PLACES[step];
  if (place === GATE)
    return isNext ? (
      <Button component="a" href={GATE} size="compact-sm">
        {name}
      </Button>
    ) : (
      <Anchor href={GATE}>{name}</Anchor>
    );
  return isNext ? (
    <Button component={Link} to={place} size="compact-sm">
      {name}
    </Button>
  ) : (
    <Anchor component={Link} to={place}>
      {name}
    </Anchor>
  );
}
