import { Alert, Checkbox, Loader, Stack, Text } from '@mantine/core';
import type { NewFineEffect } from '#contract/money-effects.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { Failure } from '#web/ui/async-state.tsx';
import { describeEffect, describeFine, describeTenancyEffect, type Effect, isAllCredit } from './describe-effect.ts';
import type { EffectPreview } from './use-effect-preview.ts';

interface EffectPanelProps {
  preview: EffectPreview;
  idle?: string;
  /** Without it the fines are only listed. */
  waiver?: { waived: readonly string[]; onChange: (waived: string[]) => void };
}

export function EffectPanel({ preview, idle, waiver }: EffectPanelProps) {
  const { effect, fines, isCertain, isWorking, error, retry } = preview;
  const failure = error === undefined ? undefined : sentenceOf(error, t('payments.effect.failed'));
  return (
    <Stack gap="sm">
      <Text
        size="sm"
        component="div"
        role="status"
        aria-busy={isWorking}
        opacity={effect && !isCertain ? 0.6 : 1}
        style={{ fontVariantNumeric: 'tabular-nums' }}
        {...(!effect && { c: 'dimmed' })}
      >
        {effect && <EffectText effect={effect} />}
        {!waiver &&
          fines.map((fine) => (
            <div key={fine.invoice_id}>{t('payments.effect.fineToCome', { fine: describeFine(fine) })}</div>
          ))}
        {isWorking && (
          <>
            {effect ? ' ' : `${t('payments.effect.calculating')} `}
            <Loader size="xs" aria-hidden />
          </>
        )}
        {!effect && !isWorking && (failure === undefined ? idle : !waiver && failure)}
      </Text>
      {waiver && failure !== undefined && <Failure sentence={failure} error={undefined} retry={retry} />}
      {waiver && fines.length > 0 && <FineChoices fines={fines} {...waiver} />}
    </Stack>
  );
}

function EffectText({ effect }: { effect: Effect }) {
  const { tenancies = [], payer } = effect;
  if (tenancies.length > 0)
    return tenancies.map((tenancy) => (
      <Stack key={tenancy.tenancy_id} gap={0} mb="xs">
        <Text size="sm" fw={600}>
          {t('payments.effect.tenancy', { tenant: tenancy.tenant_name, shop: tenancy.shop_id })}
        </Text>
        <span>{describeTenancyEffect(tenancy)}</span>
      </Stack>
    ));
  return (
    <>
      {payer && (
        <Text size="sm" fw={600}>
          {t('payments.effect.payer', payer)}
        </Text>
      )}
      {describeEffect(effect)}
      {payer && isAllCredit(effect) && (
        <Alert color="orange" mt="xs" p="xs">
          {t('payments.effect.allCredit', payer)}
        </Alert>
      )}
    </>
  );
}

interface FineChoicesProps {
  fines: readonly NewFineEffect[];
  waived: readonly string[];
  onChange: (waived: string[]) => void;
}

function FineChoices({ fines, waived, onChange }: FineChoicesProps) {
  const choose = (invoiceId: string, isWaived: boolean) => {
    const others = waived.filter((one) => one !== invoiceId);
    onChange(isWaived ? [...others, invoiceId] : others);
  };
  return (
    <Stack gap="xs" role="group" aria-label={t('payments.effect.fines')}>
      {fines.map((fine) => (
        <div key={fine.invoice_id}>
          <Text size="sm">{describeFine(fine)}</Text>
          <Checkbox
            label={t('payments.effect.waive')}
            aria-label={t('payments.effect.waiveOn', { invoice: fine.invoice_id })}
            checked={waived.includes(fine.invoice_id)}
            onChange={(event) => choose(fine.invoice_id, event.currentTarget.checked)}
          />
        </div>
      ))}
    </Stack>
  );
}
