import { Alert, Button, Checkbox, Paper, Radio, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { checkInput } from '#contract/messages/input-message.ts';
import { lastBills, type TenancyFile, tenancies } from '#contract/tenancies.ts';
import { type EndStep, endSteps } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { DayField } from '#web/ui/form/day-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useRecordOnce } from '#web/ui/form/use-record-once.ts';
import { formatMonth, formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../../api.ts';
import {
  confirmEffect,
  type DryRun,
  EffectPanel,
  type EffectPreview,
  useEffectPreview,
  waiverIn,
} from '../../payments/effect.tsx';
import { placeOf } from '../../place-of.ts';
import { Screen } from '../../screen.tsx';
import {
  figuresOf,
  isPossible,
  limitOf,
  moneySourceOf,
  needsDetail,
  newMoney,
  type TenancyMoney,
  type TenancyMoneyEffect,
} from '../money/describe-money.ts';
import { MoneyFields } from '../money/money-form.tsx';
import {
  type EndValues,
  inOrderOfSteps,
  lastBilledMonth,
  monthToBill,
  newEnd,
  toEndInput,
  validateEnd,
} from './describe-end.ts';
import classes from './end-tenancy.module.css';

export function EndTenancyPage() {
  const { id = '' } = useParams();
  const load = useLoad(`tenancy ${id}`, (signal) => api(tenancies.get, { params: { id } }, { signal }));
  return (
    <Screen
      path="/end-tenancy/:id"
      {...(load.data && {
        title: t('tenancies.end.titleOf', { name: load.data.name }),
        subtitle: <Place file={load.data} />,
      })}
    >
      <AsyncState load={load} failure={t('tenancies.page.failed')}>
        {(file) =>
          file.ended_on === null ? (
            <EndForm key={file.tenant_id} file={file} />
          ) : (
            <Ended file={file} day={file.ended_on} />
          )
        }
      </AsyncState>
    </Screen>
  );
}

function Place({ file: { shop_id, shop_name, started_on } }: { file: TenancyFile }) {
  const since = t('tenancies.page.since', { shop: shop_id, from: formatOfficeDay(started_on) });
  return `${since} · ${shop_name}`;
}

function Ended({ file, day }: { file: TenancyFile; day: NonNullable<TenancyFile['ended_on']> }) {
  return (
    <Alert color="gray" title={t('tenancies.end.ended', { day: formatOfficeDay(day) })}>
      <Button component={Link} to={placeOf('/tenancy/:id', { id: file.tenant_id })} variant="default">
        {t('tenancies.end.openFile')}
      </Button>
    </Alert>
  );
}

function EndForm({ file }: { file: TenancyFile }) {
  const state = useEndForm(file);
  return (
    <Form
      form={state.form}
      saveLabel={t('tenancies.end.save')}
      cancelTo={placeOf('/tenancy/:id', { id: file.tenant_id })}
    >
      <div className={classes.form}>
        <Stack gap="md">
          <LastDayPanel file={file} state={state} />
          <StepsPanel file={file} state={state} />
        </Stack>
        <Stack gap="md" className={classes.figures ?? ''}>
          <FigurePanel title={t('tenancies.end.now')} money={file} />
          <AfterPanel state={state} />
        </Stack>
      </div>
    </Form>
  );
}

interface PartProps {
  file: TenancyFile;
  state: EndFormState;
}

function LastDayPanel({ file, state: { form } }: PartProps) {
  const { last_day, last_bill } = form.inner.values;
  const month = monthToBill(file, last_day);
  const billed = lastBilledMonth(file);
  const about = billed
    ? t('tenancies.end.bill.lastBilled', { month: formatMonth(billed) })
    : t('tenancies.end.bill.neverBilled');
  return (
    <Paper withBorder p="md">
      <Stack gap="md">
        <DayField
          label={t('tenancies.end.lastDay.label')}
          required
          maw={240}
          {...form.field('last_day')}
          value={last_day}
        />
        {month === undefined ? (
          <Text size="sm" c="dimmed">
            {about}
          </Text>
        ) : (
          <Radio.Group
            label={t('tenancies.end.bill.label', { month: formatMonth(month) })}
            description={about}
            {...form.field('last_bill')}
            value={last_bill}
          >
            <Stack gap="var(--space-2)" mt="var(--space-2)">
              {lastBills.map((choice) => (
                <Radio key={choice} value={choice} label={t(`tenancies.end.bill.${choice}`)} />
              ))}
            </Stack>
          </Radio.Group>
        )}
      </Stack>
    </Paper>
  );
}

function AfterPanel({ state: { preview } }: { state: EndFormState }) {
  const title = t('tenancies.end.after');
  const { effect } = preview;
  return (
    <FigurePanel title={title} money={effect} dueName={t('tenancies.end.afterDue')}>
      <EffectPanel preview={preview} idle={t('tenancies.end.idle')} />
    </FigurePanel>
  );
}

interface FigurePanelProps {
  title: string;
  money: TenancyMoney | undefined;
  dueName?: string;
  children?: ReactNode;
}

function FigurePanel({ title, money, dueName = t('tenancies.money.due'), children }: FigurePanelProps) {
  const figures = money && figuresOf(money);
  const names = [
    ['due', dueName],
    ['credit', t('tenancies.money.credit')],
    ['deposit', t('tenancies.money.deposit')],
  ] as const;
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Title order={2} size="h5" mb="xs">
        {title}
      </Title>
      <dl className={classes.list}>
        {names.map(([source, name]) => (
          <div key={source} className={classes.line}>
            <Text size="sm" c="dimmed" component="dt">
              {name}
            </Text>
            <Text component="dd" m={0} ml="auto" fw={source === 'due' ? 700 : 500}>
              {figures ? formatMoney(figures[source]) : '–'}
            </Text>
          </div>
        ))}
      </dl>
      {children}
    </Paper>
  );
}

interface StepsPanelProps {
  file: TenancyFile;
  state: EndFormState;
}

function StepsPanel({ file, state }: StepsPanelProps) {
  const title = t('tenancies.end.steps.label');
  const offered = endSteps.filter((step) => !needsDetail(step, 'to_tenancy_id') || file.SameTenant.length > 0);
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
  // The money that remains after the other steps. The amount proposed for this step is calculated from it.
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

interface EndFormState {
  form: OfficeForm<EndValues>;
  preview: EffectPreview<TenancyMoneyEffect>;
  money: TenancyMoney;
}

function useEndForm(file: TenancyFile): EndFormState {
  const navigate = useNavigate();
  const recordOnce = useRecordOnce();
  const params = { id: String(file.tenant_id) };
  const dryRunOf =
    (values: EndValues): DryRun<TenancyMoneyEffect> =>
    async (waived) => {
      const body = { ...toEndInput(file, values), do_not_charge: [...waived] };
      const { tenancy, ...effect } = await api(tenancies.end, { params, query: { dry_run: 'true' }, body });
      return { ...effect, ...tenancy };
    };
  const form: OfficeForm<EndValues> = useOfficeForm({
    initialValues: newEnd(),
    schema: tenancies.end.body,
    toBody: (values) => toEndInput(file, values),
    check: (values) => validateEnd(file, values),
    ask: async (values) => {
      const consent = await confirmEnd(file, values, dryRunOf(values));
      return consent && waiverIn(consent);
    },
    save: ({ do_not_charge, waive_reason, ...values }) => {
      const ended = toEndInput(file, { ...values, do_not_charge });
      const body = { ...ended, do_not_charge, ...(waive_reason !== undefined && { waive_reason }) };
      return recordOnce((options) => api(tenancies.end, { params, query: {}, body }, options));
    },
    fallback: t('tenancies.end.failed'),
    onSaved: ({ message }) => {
      toastDone(message, 4);
      void navigate(placeOf('/tenancy/:id', { id: file.tenant_id }), { replace: true });
    },
  });
  const { values } = form.inner;
  const input = toEndInput(file, values);
  const isComplete =
    Object.keys(validateEnd(file, values)).length === 0 && checkInput(tenancies.end.body, input).faults.length === 0;
  const preview = useEffectPreview({ key: isComplete ? JSON.stringify(input) : '', dryRun: dryRunOf(values) });
  return { form, preview, money: useLastMoney(file, preview.effect) };
}

function useLastMoney(file: TenancyMoney, effect: TenancyMoneyEffect | undefined): TenancyMoney {
  const [last, setLast] = useState(file);
  if (effect !== undefined && effect !== last) setLast(effect);
  return last;
}

function confirmEnd({ name, shop_id: shop }: TenancyFile, { last_day }: EndValues, dryRun: DryRun<TenancyMoneyEffect>) {
  const day = last_day === null ? '' : formatOfficeDay(last_day);
  return confirmEffect({
    title: t('tenancies.end.confirm.title', { name, shop }),
    sentence: t('tenancies.end.confirm.sentence', { name, day }),
    confirmLabel: t('tenancies.end.save'),
    isDangerous: true,
    dryRun,
  });
}
