import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { IconExternalLink, IconFileSpreadsheet } from '@tabler/icons-react';
import { t } from '#web/i18n/t.ts';
import { useBusy } from '#web/ui/use-busy.ts';
import { openReport, type ReportFile, saveReport } from './open-report.ts';

export function ReportPanel({ report, text }: { report: ReportFile; text: string }) {
  return (
    <Card withBorder padding="md">
      <Stack justify="space-between" h="100%" gap="md">
        <Text size="sm">{text}</Text>
        <ReportButtons report={report} label={report.title} />
      </Stack>
    </Card>
  );
}

export function ReportButtons({ report, label }: { report: ReportFile; label: string }) {
  const opening = useBusy(() => openReport(report));
  const saving = useBusy(() => saveReport(report));
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        title={t('reports.card.newTab')}
        px="sm"
        rightSection={<IconExternalLink size={18} aria-hidden />}
        loading={opening.isBusy}
        onClick={opening.run}
      >
        {label}
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
