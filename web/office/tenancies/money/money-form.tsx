import { SimpleGrid, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import type { TenancyFile } from '#contract/tenancies.ts';
import { offeredMethods } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { wordChoices } from '#web/i18n/word.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { AmountField } from '#web/ui/form/amount-field.tsx';
import { formatMoney } from '#web/ui/format/money.ts';
import { limitOf, type MoneyValues, needsDetail, type TenancyMoney } from './describe-money.ts';

interface MoneyFieldsProps {
  values: MoneyValues;
  field: (name: keyof MoneyValues) => GetInputPropsReturnType;
  money?: TenancyMoney;
  sameTenant: TenancyFile['SameTenant'];
  hasFocus?: boolean;
}

export function MoneyFields({ values, field, money, sameTenant, hasFocus = false }: MoneyFieldsProps) {
  const limit = money && limitOf(values.action, money);
  const isPaid = needsDetail(values.action, 'method');
  return (
    <SimpleGrid cols={{ base: 1, sm: isPaid ? 3 : 2 }} spacing="md" style={{ alignItems: 'start' }}>
      <AmountField
        label={t('tenancies.money.amount.label')}
        required
        {...(limit && { description: t('tenancies.money.amount.upTo', { amount: formatMoney(limit) }) })}
        data-autofocus={hasFocus || undefined}
        {...field('amount')}
      />
      {isPaid && (
        <>
          <ChoiceField
            label={t('tenancies.money.method.label')}
            required
            data={wordChoices('method', offeredMethods)}
            {...field('method')}
          />
          <TextInput
            label={t('tenancies.money.reference.label')}
            description={t('tenancies.money.reference.description')}
            autoComplete="off"
            {...field('reference')}
          />
        </>
      )}
      {needsDetail(values.action, 'reason') && (
        <TextInput label={t('tenancies.money.reason.label')} required autoComplete="off" {...field('reason')} />
      )}
      {needsDetail(values.action, 'to_tenancy_id') && (
        <ChoiceField
          label={t('tenancies.money.to.label')}
          placeholder={t('tenancies.money.to.placeholder')}
          required
          data={sameTenant.map(({ tenancy_id, shop_id: shop, tenant_name: name }) => ({
            value: String(tenancy_id),
            label: t('tenancies.money.to.option', { shop, name }),
          }))}
          {...field('to_tenancy_id')}
        />
      )}
    </SimpleGrid>
  );
}
