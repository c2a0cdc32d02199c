import { Alert, Anchor, Box, Button, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { composeLankaQr, type QrMerchant } from '#billing/tax/lanka-qr.ts';
import { readMerchantQr } from '#billing/tax/read-lanka-qr.ts';
import { tax } from '#contract/tax.ts';
import { QrCode } from '#web/documents/qr-code.tsx';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { placeOf } from '../place-of.ts';

/** LANKAQR requires a reference. This one identifies payments without a bill. */
const REFERENCE = 'GATE';

/** The page of the payment code without an amount, for the first test with a bank app and for a sign at the gate. */
export function PaymentCodePage() {
  const load = useLoad('tax settings', (signal) => api(tax.getSetup, {}, { signal }));
  useDocumentTitle(t('shell.page.print-payment-code'));
  return (
    <Stack component="main" align="center" gap="md" p="md">
      <AsyncState load={load} failure={t('tax.settings.failed')}>
        {({ qr_code }) => {
          const read = readMerchantQr(qr_code);
          return read.isRead ? <PaymentCode merchant={read.merchant} /> : <NoCode />;
        }}
      </AsyncState>
    </Stack>
  );
}

function NoCode() {
  return (
    <>
      <VisuallyHidden component="h1">{t('shell.page.print-payment-code')}</VisuallyHidden>
      <Alert color="red" role="alert">
        {t('tax.code.none')} <Anchor href={placeOf('/settings/tax')}>{t('shell.page.settings-tax')}</Anchor>
      </Alert>
    </>
  );
}

function PaymentCode({ merchant }: { merchant: QrMerchant }) {
  const composed = composeLankaQr({ merchant, amountCents: undefined, reference: REFERENCE });
  if (!composed.isComposed) return <NoCode />;
  return (
    <>
      <Title order={1} ta="center">
        {t('tax.code.scan')}
      </Title>
      <Box w="100%" maw="110mm">
        <QrCode text={composed.text} label={t('shell.page.print-payment-code')} side="100%" />
      </Box>
      <Text size="xl" fw={700} ta="center">
        {merchant.name}, {merchant.city}
      </Text>
      <Text size="lg" ta="center">
        {t('tax.code.enter')}
      </Text>
      <Button className="not-on-paper" onClick={() => print()}>
        {t('shop-summary.paper.print')}
      </Button>
    </>
  );
}
