import { SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { RestoreReport } from '#contract/restore.ts';
import { t } from '#web/i18n/t.ts';
import { AmountField } from '#web/ui/form/amount-field.tsx';
import type { PlainForm } from '#web/ui/form/use-plain-form.ts';
import { formatInstant } from '#web/ui/format/dates.ts';
import { ChoiceQuestion } from './choice-question.tsx';
import type { RestoreValues } from './restore-answers.ts';

interface LastNumberFieldsProps {
  form: PlainForm<RestoreValues>;
  report: RestoreReport;
}

export function LastNumberFields({ form, report: { made_at, numbers } }: LastNumberFieldsProps) {
  const { since } = form.inner.getValues();
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {t('restore.numbers.title')}
      </Title>
      <ChoiceQuestion
        form={form}
        path="since"
        label={t('restore.numbers.about', { made: formatInstant(made_at) })}
        choices={[
          { value: 'nothing', label: t('restore.numbers.nothing') },
          { value: 'maybe', label: t('restore.numbers.maybe') },
        ]}
      />
      {since === 'maybe' && (
        <>
          <Text size="sm">{t('restore.numbers.hint')}</Text>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            {numbers.map(({ name, last }, at) => (
              <AmountField
                key={name}
                label={seriesName(name)}
                description={t('restore.numbers.last', { last: String(last) })}
                decimals={0}
                {...form.field(`used.${at}`)}
              />
            ))}
          </SimpleGrid>
        </>
      )}
    </Stack>
  );
}

const TAX = 'tax:';

/** Returns the name of a series, which `npm run restore` writes as it is stored. */
function seriesName(name: string): string {
  if (name === 'receipt' || name === 'vehicle-ticket' || name === 'gate-phone') return t(`restore.number.${name}`);
  if (name.startsWith(TAX)) return t('restore.number.tax', { name: name.slice(TAX.length) });
  return t('restore.number.sanitation', { name });
}
