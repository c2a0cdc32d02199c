import { Alert, Button, Paper, Radio, Stack, Text } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { lastBills, type TenancyFile, tenancies } from '#contract/tenancies.ts';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { DayField } from '#web/ui/form/day-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { formatMonth, formatOfficeDay } from '#web/ui/format/dates.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../../api.ts';
import { EffectPanel } from '../../payments/effect.tsx';
import { Screen } from '../../screen.tsx';
import { lastBilledMonth, monthToBill } from './describe-end.ts';
import classes from './end-tenancy.module.css';
import { FigurePanel } from './figures-panel.tsx';
import { StepsPanel } from './steps-panel.tsx';
import { type EndFormState, useEndForm } from './use-end-form.ts';

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
      <Button component={Link} to={`/tenancy/${file.tenant_id}`} variant="default">
        {t('tenancies.end.openFile')}
      </Button>
    </Alert>
  );
}

function EndForm({ file }: { file: TenancyFile }) {
  const state = useEndForm(file);
  return (
    <Form form={state.form} saveLabel={t('tenancies.end.save')} cancelTo={`/tenancy/${file.tenant_id}`}>
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
            <Stack gap={6} mt={6}>
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
