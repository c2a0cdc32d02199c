import IconArrowLeft from 'virtual:icons/arrow-left';
import IconSearch from 'virtual:icons/search';
import { Button, Group, Paper, Radio, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { type Day, isDay } from '#billing/calendar.ts';
import { amountOf } from '#contract/amount-text.ts';
import { writeFigure } from '#contract/figures.ts';
import type { Payment } from '#contract/payments.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { useAddress } from '#web/ui/address/use-address.ts';
import { AmountField } from '#web/ui/form/amount-field.tsx';
import { DayField } from '#web/ui/form/day-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { moveOnWithEnter } from '#web/ui/form/form-keys.ts';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import type { OfficeForm } from '#web/ui/form/use-office-form.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { Unbroken } from '#web/ui/format/one-line.tsx';
import { placeOf } from '../../place-of.ts';
import { Screen } from '../../screen.tsx';
import { useMayFix } from '../fix/use-fix-payment.tsx';
import { type CorrectionValues, useCorrection } from './use-correction.ts';
import { type FoundPayments, useFoundPayments } from './use-found-payments.ts';

/**
 * The page for correcting a payment (specification 1, section 2). If the address contains a shop, a day and a payment,
 * that payment is selected, and the focus starts in the third step.
 */
export function CorrectPaymentPage() {
  const { get, change } = useAddress();
  const shopId = get('shop');
  const asked = get('date');
  const date = isDay(asked) ? asked : null;
  const { found, isSearching, search } = useFoundPayments();
  const { form, choose } = useCorrection(found, () => found && void search(found.shopId, found.date));

  const searchAtStart = useEffectEvent(async () => {
    if (shopId === '' || date === null) return;
    const payments = await search(shopId, date);
    const named = payments.find(({ payment_id }) => String(payment_id) === get('payment'));
    if (!named) return;
    choose(named);
    form.inner.getInputNode('actual_amount')?.focus();
  });
  useEffect(() => void searchAtStart(), []);

  const searchFor = (shop: string, day: Day) => {
    change({ shop, date: day, payment: undefined });
    form.clear();
    void search(shop, day);
  };
  return (
    <Screen path="/correct-payment" title={t('payments.correct.title')} actions={<BackToMain />}>
      <Stack gap="md" maw={760}>
        <Step title={t('payments.correct.step1')}>
          <FindPaymentsForm start={{ shopId, date }} isSearching={isSearching} search={searchFor} />
        </Step>
        <Step title={t('payments.correct.step2')}>
          <ChoosePaymentPanel found={found} chosenId={form.inner.values.payment_id} choose={choose} />
        </Step>
        <Step title={t('payments.correct.step3')}>
          <CorrectionForm form={form} found={found} />
        </Step>
      </Stack>
    </Screen>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper component="section" withBorder p="md" aria-label={title}>
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      {children}
    </Paper>
  );
}

function BackToMain() {
  return (
    <Button
      component={Link}
      to={placeOf('/payments')}
      variant="default"
      leftSection={<IconArrowLeft size={18} aria-hidden />}
    >
      {t('payments.correct.back')}
    </Button>
  );
}

interface FindPaymentsFormProps {
  start: { shopId: string; date: Day | null };
  isSearching: boolean;
  search: (shopId: string, date: Day) => void;
}

function FindPaymentsForm({ start, isSearching, search }: FindPaymentsFormProps) {
  const [typed, setTyped] = useState(start.shopId);
  const [date, setDate] = useState(start.date);
  const shopId = typed.trim();
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    if (shopId !== '' && date !== null && !isSearching) search(shopId, date);
  };
  return (
    <form onSubmit={submit} onKeyDown={moveOnWithEnter} aria-label={t('payments.correct.find.form')}>
      <Group gap="md" align="flex-end">
        <TextInput
          label={t('payments.correct.find.shop')}
          required
          autoFocus
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <DayField label={t('payments.correct.find.date')} required value={date} onChange={setDate} />
        <Button
          type="submit"
          disabled={shopId === '' || date === null}
          loading={isSearching}
          leftSection={<IconSearch size={18} aria-hidden />}
        >
          {t('payments.correct.find.search')}
        </Button>
      </Group>
    </form>
  );
}

interface ChoosePaymentPanelProps {
  found: FoundPayments | undefined;
  chosenId: number | null;
  choose: (payment: Payment) => void;
}

function ChoosePaymentPanel({ found, chosenId, choose }: ChoosePaymentPanelProps) {
  const list = useRef<HTMLDivElement>(null);
  const mayFix = useMayFix();
  const focusList = useEffectEvent(() => {
    if (chosenId === null) list.current?.querySelector<HTMLInputElement>('input:not([disabled])')?.focus();
  });
  useEffect(() => {
    if (found) focusList();
  }, [found]);
  if (!found) return <Text c="dimmed">{t('payments.correct.choose.idle')}</Text>;
  const { shopId, date, payments } = found;
  const where = { shop: shopId, date: formatOfficeDay(date) };
  if (payments.length === 0) return <Text c="dimmed">{t('payments.correct.choose.none', where)}</Text>;
  const chooseId = (id: string) => {
    const payment = payments.find(({ payment_id }) => String(payment_id) === id);
    if (payment) choose(payment);
  };
  return (
    <Radio.Group
      label={t('payments.correct.choose.label', where)}
      value={chosenId === null ? '' : String(chosenId)}
      onChange={chooseId}
    >
      <Stack gap="xs" mt="xs" ref={list}>
        {payments.map((payment) => {
          const isOff = !mayFix({ ...payment, recorded_at: payment.createdAt });
          return (
            <Radio
              key={payment.payment_id}
              value={String(payment.payment_id)}
              disabled={isOff}
              label={<Unbroken text={describe(payment)} />}
              description={isOff ? t('payments.correct.choose.ofOffice') : payment.note}
            />
          );
        })}
      </Stack>
    </Radio.Group>
  );
}

function describe({ payment_id, corrected_amount, payment_method, invoice_id }: Payment): string {
  const parts = [
    t('payments.correct.choose.payment', { id: String(payment_id) }),
    formatMoney(corrected_amount),
    word('method', payment_method),
    invoice_id,
  ];
  return parts.filter(Boolean).join(' · ');
}

interface CorrectionFormProps {
  form: OfficeForm<CorrectionValues>;
  found: FoundPayments | undefined;
}

function CorrectionForm({ form, found }: CorrectionFormProps) {
  const { field } = form;
  const recorded = form.inner.values.admin_put_amount;
  return (
    <Form form={form} saveLabel={t('payments.correct.submit')}>
      <Group grow gap="md" align="flex-start">
        <TextInput
          label={t('payments.correct.shop')}
          value={found?.shopId ?? ''}
          readOnly
          variant="filled"
          tabIndex={-1}
        />
        <TextInput
          label={t('payments.correct.date')}
          value={found ? formatOfficeDay(found.date) : ''}
          readOnly
          variant="filled"
          tabIndex={-1}
        />
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput
          label={t('payments.correct.recorded')}
          required
          readOnly
          variant="filled"
          tabIndex={-1}
          value={recorded === '' ? '' : writeFigure(amountOf(recorded))}
          error={field('admin_put_amount').error}
        />
        <AmountField label={t('payments.correct.actual')} required {...field('actual_amount')} />
      </SimpleGrid>
      <TextInput
        label={t('payments.correct.invoice')}
        description={t('payments.correct.optional')}
        autoComplete="off"
        placeholder="INV-A12-202611"
        {...field('invoice_id')}
      />
      <LongTextField label={t('payments.correct.reason')} required rows={2} {...field('edit_reason')} />
    </Form>
  );
}
