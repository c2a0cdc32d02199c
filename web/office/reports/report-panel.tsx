import IconExternalLink from 'virtual:icons/external-link';
import IconFileSpreadsheet from 'virtual:icons/file-spreadsheet';
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { t } from '#web/i18n/t.ts';
import { useBusy } from '#web/ui/use-busy.ts';
import { openReport, type ReportFile, saveReport } from './open-report.ts';

export function ReportPanel({ report, text }: { report: ReportFile; text: string }) {
  return (
    <Card withBorder padding="md">
      <Stack justify="space-between" h="100%" gap="md">
        <ReportText title={report.title} text={text} />
        <ReportButtons report={report} isOneOfSeveral />
      </Stack>
    </Card>
  );
}

export function ReportText({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <Title order={2} size="h5">
        {title}
      </Title>
      <Text size="sm">{text}</Text>
    </div>
  );
}

export function ReportButtons({ report, isOneOfSeveral }: { report: ReportFile; isOneOfSeveral?: true }) {
  const opening = useBusy(() => openReport(report));
  const saving = useBusy(() => saveReport(report));
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        variant={isOneOfSeveral ? 'light' : 'filled'}
        title={t('reports.card.newTab')}
        px="sm"
        rightSection={<IconExternalLink size={18} aria-hidden />}
        aria-label={t('reports.card.asPdf', { title: report.title })}
        loading={opening.isBusy}
        onClick={opening.run}
      >
        {t('reports.card.pdf')}
      </Button>
      <Button
        variant="default"
        px="sm"
        leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
        aria-label={t('reports.card.asSpreadsheet', { title: report.title })}
        loading={saving.isBusy}
        onClick={saving.run}
      >
        {t('reports.card.spreadsheet')}
      </Button>
    </Group>
  );
}
