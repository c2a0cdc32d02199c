import IconAlertTriangle from 'virtual:icons/alert-triangle';
import IconCheck from 'virtual:icons/check';
import IconDownload from 'virtual:icons/download';
import { Alert, Button, Card, Group, List, Stack, Table, Text, Title } from '@mantine/core';
import { cents, parseRupees, toRupees } from '#billing/money.ts';
import { writeFigure } from '#contract/figures.ts';
import type { VatSchedulesAnswer } from '#contract/tax.ts';
import { t } from '#web/i18n/t.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { useMay } from '../session/use-may.ts';
import { downloadSchedule } from './download-files.ts';

type Figures = VatSchedulesAnswer['output'];

export function ComparisonPanel({ schedules, onTried }: { schedules: VatSchedulesAnswer; onTried: () => void }) {
  const { period, output, ledger, rounding, next, files, return_due } = schedules;
  const mayWrite = useMay('books.write');
  const hasErrors = schedules.faults.some(({ is_warning }) => !is_warning);
  const rows: [string, Figures][] = [
    [t('tax.schedules.output'), output],
    [t('tax.schedules.ledger'), ledger],
    ...(rounding.value === 0 && rounding.vat === 0
      ? []
      : [[t('tax.schedules.rounding'), rounding] satisfies [string, Figures]]),
    [t('tax.schedules.difference'), differenceOf(schedules)],
  ];
  return (
    <Card component="section" aria-labelledby="comparison" withBorder padding="md">
      <Stack gap="sm">
        <Title order={2} size="h4" id="comparison">
          {t('tax.schedules.compare')}
        </Title>
        <FigureTable rows={rows} />
        <Verdict schedules={schedules} />
        <Faults schedules={schedules} />
        <Text size="sm">{t('tax.schedules.returnDue', { day: formatOfficeDay(return_due) })}</Text>
        {mayWrite && !hasErrors && (
          <Group gap="sm">
            {next.map((file) => (
              <Button
                key={file.schedule}
                variant="default"
                leftSection={<IconDownload size={18} aria-hidden />}
                onClick={() => void downloadSchedule(period, file).finally(onTried)}
              >
                {t('tax.schedules.download', { schedule: file.schedule })}
              </Button>
            ))}
          </Group>
        )}
        {files.length > 0 && (
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {t('tax.schedules.files', { names: files.map(({ name }) => name).join(', ') })}
          </Text>
        )}
      </Stack>
    </Card>
  );
}

function FigureTable({ rows }: { rows: readonly [string, Figures][] }) {
  return (
    <Table aria-label={t('tax.schedules.compare')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Td />
          <Table.Th ta="right">{t('tax.schedules.value')}</Table.Th>
          <Table.Th ta="right">{t('tax.schedules.vat')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(([name, { value, vat }]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" fw={400}>
              {name}
            </Table.Th>
            <Table.Td ta="right">{writeFigure(value)}</Table.Td>
            <Table.Td ta="right">{writeFigure(vat)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Verdict({ schedules }: { schedules: VatSchedulesAnswer }) {
  if (schedules.is_equal)
    return (
      <Alert
        color="green"
        icon={<IconCheck aria-hidden />}
        title={t('tax.schedules.equal')}
        // The green of the theme is too light for small text.
        styles={{ title: { color: 'var(--mantine-color-text)' } }}
      />
    );
  const { value, vat } = differenceOf(schedules);
  const title = t('tax.schedules.differs', { value: writeFigure(value), vat: writeFigure(vat) });
  return <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} title={title} />;
}

function Faults({ schedules: { faults, late } }: { schedules: VatSchedulesAnswer }) {
  const sentences = (isWarning: boolean) =>
    faults
      .filter(({ fault, is_warning }) => is_warning === isWarning && fault !== 'ledger differs')
      .map(({ fault, number }) => t('tax.schedules.fault', { fault: WORDS[fault], number: number ?? '' }));
  const warnings = [...sentences(true), ...late.map((one) => t('tax.schedules.late', one))];
  return (
    <>
      <Sentences title={t('tax.schedules.errors')} sentences={sentences(false)} />
      <Sentences title={t('tax.schedules.warnings')} sentences={warnings} />
    </>
  );
}

const WORDS: Record<VatSchedulesAnswer['faults'][number]['fault'], string> = {
  'date outside period': 'period',
  'tin not nine digits': 'tin',
  'value not above 0': 'value',
  'listed twice': 'twice',
  'vat off': 'vat',
  'text not ascii': 'ascii',
  'ledger differs': 'ledger',
};

function Sentences({ title, sentences }: { title: string; sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={700}>
        {title}
      </Text>
      <List size="sm">
        {sentences.map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
    </div>
  );
}

/** Returns the difference, calculated in whole cents because doubles are inexact. */
function differenceOf({ output, ledger, rounding }: VatSchedulesAnswer): Figures {
  const part = (name: keyof Figures) =>
    toRupees(cents(centsOf(output[name]) + centsOf(rounding[name]) - centsOf(ledger[name])));
  return { value: part('value'), vat: part('vat') };
}

function centsOf(rupees: number): number {
  return parseRupees(rupees.toFixed(2)) ?? 0;
}
