import type { Instant } from '#billing/calendar.ts';
import { writeNumber } from '#contract/figures.ts';
import { type RestoredCounts, restoredCounts } from '#contract/restore.ts';
import { t } from '#web/i18n/t.ts';
import { formatInstant } from '#web/ui/format/dates.ts';
import { ImportCounts } from '../imports/report-panels.tsx';

interface RestoredCountListProps {
  made: Instant;
  rows: number;
  counts: RestoredCounts;
}

export function RestoredCountList({ made, rows, counts }: RestoredCountListProps) {
  return (
    <ImportCounts
      counts={[
        [t('restore.report.made'), formatInstant(made)],
        ...restoredCounts.map((name) => [t(`restore.count.${name}`), writeNumber(counts[name])] as const),
        [t('restore.report.rows'), writeNumber(rows)],
      ]}
    />
  );
}
