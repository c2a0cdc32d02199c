import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { IconExternalLink, IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { type ReportName, reportTitles } from '#contract/reports.ts';
import { openReport, type ReportPeriod, saveReport } from './open-report.ts';

interface ReportCardProps {
  name: ReportName;
  /** What the report answers, in a sentence. */
  text: string;
  period: ReportPeriod;
}

/** A report with its two buttons: to look at and print in a new tab, or to keep as a spreadsheet. */
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
            title="Opens in a new tab"
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
            aria-label={`${title} as .xlsx`}
            loading={saving.isBusy}
            onClick={saving.run}
          >
            .xlsx
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}

/** Runs something that says itself how it ended, and tells whether it still runs. */
function useBusy(work: () => Promise<void>): { isBusy: boolean; run: () => void } {
  const [isBusy, setIsBusy] = useState(false);
  const run = async () => {
    setIsBusy(true);
    await work();
    setIsBusy(false);
  };
  return { isBusy, run: () => void run() };
}
