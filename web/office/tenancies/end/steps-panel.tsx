import { Checkbox, Paper, Stack, Text, Title } from '@mantine/core';
import type { TenancyFile } from '#contract/tenancies.ts';
import { t } from '#web/i18n/t.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import {
  figuresOf,
  isPossible,
  limitOf,
  moneySourceOf,
  needsDetail,
  newMoney,
  type TenancyMoney,
} from '../money/describe-money.ts';
import { MoneyFields } from '../money/money-form.tsx';
import { END_STEPS, type EndStep, inOrderOfSteps } from './describe-end.ts';
import classes from './end-tenancy.module.css';
import type { EndFormState } from './use-end-form.ts';

interface StepsPanelProps {
  file: TenancyFile;
  state: EndFormState;
}

export function StepsPanel({ file, state }: StepsPanelProps) {
  const title = t('tenancies.end.steps.label');
  const offered = END_STEPS.filter((step) => !needsDetail(step, 'to_tenancy_id') || file.SameTenant.length > 0);
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Stack gap="md">
        <div>
          <Title order={2} size="h5">
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {t('tenancies.end.steps.about')}
          </Text>
        </div>
        {offered.map((step) => (
          <StepFields key={step} step={step} file={file} state={state} />
        ))}
      </Stack>
    </Paper>
  );
}

function StepFields({ step, file, state }: StepsPanelProps & { step: EndStep }) {
  const { form, money } = state;
  const { actions } = form.inner.values;
  const at = actions.findIndex(({ action }) => action === step);
  const values = actions[at];
  // What is left after the other steps, for which the amount of this one is proposed.
  const remaining = { ...money, SameTenant: file.SameTenant };
  const choose = (isOn: boolean) => {
    const others = actions.filter(({ action }) => action !== step);
    form.inner.setFieldValue('actions', inOrderOfSteps(isOn ? [...others, newMoney(step, remaining)] : others));
    form.inner.clearErrors();
  };
  return (
    <Stack gap="xs">
      <Checkbox
        label={t(`tenancies.end.step.${step}`)}
        {...(!values && { description: describeSource(step, money) })}
        checked={values !== undefined}
        disabled={values === undefined && !isPossible(step, remaining)}
        onChange={(event) => choose(event.currentTarget.checked)}
      />
      {values && (
        <div className={classes.step}>
          <MoneyFields
            values={values}
            field={(name) => form.field(`actions.${at}.${name}`)}
            sameTenant={file.SameTenant}
          />
        </div>
      )}
    </Stack>
  );
}

function describeSource(step: EndStep, money: TenancyMoney): string {
  const source = moneySourceOf(step);
  const figures = figuresOf(money);
  if (step === 'deposit_applied' && figures.deposit > 0 && limitOf(step, money) === 0)
    return t('tenancies.end.step.noDue');
  const amount = formatMoney(figures[source]);
  if (source === 'deposit')
    return figures.deposit > 0 ? t('tenancies.end.step.depositHeld', { amount }) : t('tenancies.end.step.noDeposit');
  if (source === 'credit')
    return figures.credit > 0 ? t('tenancies.end.step.credit', { amount }) : t('tenancies.end.step.noCredit');
  return figures.due > 0 ? t('tenancies.end.step.due', { amount }) : t('tenancies.end.step.noDue');
}
