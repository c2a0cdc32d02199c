import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { IconExternalLink, IconFileSpreadsheet } from '@tabler/icons-react';
import { type ReportName, reportTitles } from '#contract/reports.ts';
import { t } from '#web/i18n/t.ts';
import { useBusy } from '#web/ui/use-busy.ts';
import { openReport, type ReportPeriod, saveReport } from './open-report.ts';

interface ReportCardProps {
  name: ReportName;
  text: string;
  period: ReportPeriod;
}

export function ReportPanel({ name, text, period }: ReportCardProps) {
  const opening = useBusy(() => openReport(name, period));
  const saving = useBusy(() => saveReport(name, period));
  const title = reportTitles[name];
  return (
    <Card withBorder padding="md">
      <Stack justify="space-between" h="100%" gap="md">
        <Text size="sm">{text}</Text>
        <Group gap="xs" wrap="nowrap">
          <Button
            title={t('reports.card.newTab')}
            px="sm"
            rightSection={<IconExternalLink size={18} aria-hidden />}
            loading={opening.isBusy}
            onClick={opening.run}
          >
            {title}
          </Button>
          <Button
            variant="default"
            px="sm"
            leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
            aria-label={t('reports.card.asSpreadsheet', { title })}
            loading={saving.isBusy}
            onClick={saving.run}
          >
            {t('reports.card.spreadsheet')}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
