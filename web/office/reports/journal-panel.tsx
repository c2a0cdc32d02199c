import { Anchor, Button, Card, Group, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { addDays, addMonths, firstDayOf, type Month } from '#billing/calendar.ts';
import { journal, journalFormats } from '#contract/journal.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { toastFailed } from '#web/ui/dialog/toast.ts';
import { saveBlob } from '#web/ui/file/save-blob.ts';
import { apiFile } from '../api.ts';
import { placeOf } from '../place-of.ts';
import { ReportText } from './report-panel.tsx';

const NAMES = { csv: 'CSV', hledger: 'hledger', beancount: 'beancount' } as const;

type Format = keyof typeof NAMES;

/** Saves the journal of a month for an accounting program. */
export function JournalPanel({ month }: { month: Month }) {
  return (
    <Card withBorder padding="md">
      <Stack justify="space-between" h="100%" gap="md" align="flex-start">
        <ReportText title={t('reports.journal.title')} text={t('reports.text.journal')} />
        <Anchor component={Link} to={placeOf('/journal-accounts')} size="sm">
          {t('reports.accounts.link')}
        </Anchor>
        <Group gap="sm">
          {journalFormats.map((format) => (
            <Button
              key={format}
              variant="default"
              px="sm"
              onClick={() => void saveJournal(month, format)}
              aria-label={t('reports.journal.saveAs', { format: NAMES[format] })}
            >
              {NAMES[format]}
            </Button>
          ))}
        </Group>
      </Stack>
    </Card>
  );
}

async function saveJournal(month: Month, format: Format): Promise<void> {
  const from = firstDayOf(month);
  const to = addDays(addMonths(from, 1), -1);
  try {
    saveBlob(await apiFile(journal.file, { query: { from, to, format } }), `journal-${month}.${format}`);
  } catch (error) {
    toastFailed(sentenceOf(error, t('reports.journal.failed')));
  }
}
