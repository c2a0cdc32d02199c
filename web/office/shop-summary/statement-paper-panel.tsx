import { Button, Group } from '@mantine/core';
import { IconFileTypePdf, IconMail, IconPrinter } from '@tabler/icons-react';
import { statementPaper } from '#contract/documents/statement-paper.ts';
import type { Statement } from '#contract/shops.ts';
import { StatementSheets } from '#web/documents/statement.tsx';
import { t } from '#web/i18n/t.ts';
import { useRecordOnce } from '#web/ui/form/use-record-once.ts';
import { useBusy } from '#web/ui/use-busy.ts';
import { useMay } from '../session/use-may.ts';
import { emailStatement, saveStatement } from './send-statement.ts';
import classes from './shop-summary.module.css';
import { usePrinting } from './use-printing.ts';

/** The paper itself is only printed. */
export function StatementPaperPanel({ statement }: { statement: Statement }) {
  const mayWrite = useMay('books.write');
  const isPrinting = usePrinting();
  const recordOnce = useRecordOnce();
  const saving = useBusy(() => saveStatement(statement));
  const sending = useBusy(() => emailStatement(statement, recordOnce));
  return (
    <>
      <Group gap="xs" role="group" aria-label={t('shop-summary.paper.label')}>
        <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
          {t('shop-summary.paper.print')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconFileTypePdf size={18} aria-hidden />}
          loading={saving.isBusy}
          onClick={saving.run}
        >
          {t('shop-summary.paper.pdf')}
        </Button>
        {mayWrite && (
          <Button
            variant="default"
            leftSection={<IconMail size={18} aria-hidden />}
            loading={sending.isBusy}
            onClick={sending.run}
          >
            {t('shop-summary.paper.email')}
          </Button>
        )}
      </Group>
      {isPrinting && (
        <div className={classes.printed}>
          <StatementSheets paper={statementPaper(statement)} />
        </div>
      )}
    </>
  );
}
