import { Button, Paper, Stack, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { Link } from 'react-router';
import { type Day, isDay } from '#billing/calendar.ts';
import { t } from '#web/i18n/t.ts';
import { useAddress } from '#web/ui/address/use-address.ts';
import { Screen } from '../../screen.tsx';
import { ChoosePaymentPanel } from './choose-payment-panel.tsx';
import { CorrectionForm } from './correction-form.tsx';
import { FindPaymentsForm } from './find-payments-form.tsx';
import { useCorrection } from './use-correction.ts';
import { useFoundPayments } from './use-found-payments.ts';

/** Specification 1, section 2. An address that names the payment opens the third step. */
export function CorrectPaymentPage() {
  const { get, change } = useAddress();
  const [shopId, asked] = [get('shop'), get('date')];
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
    <Button component={Link} to="/payments" variant="default" leftSection={<IconArrowLeft size={18} aria-hidden />}>
      {t('payments.correct.back')}
    </Button>
  );
}
