import IconFileTypePdf from 'virtual:icons/file-type-pdf';
import IconMail from 'virtual:icons/mail';
import IconPrinter from 'virtual:icons/printer';
import { Button, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Answer } from '#contract/call.ts';
import { statementPaper } from '#contract/documents/statement-paper.ts';
import { mail } from '#contract/mail.ts';
import { type Statement, shops } from '#contract/shops.ts';
import { sentenceOf } from '#web/client.ts';
import { StatementSheets } from '#web/documents/statement.tsx';
import { t } from '#web/i18n/t.ts';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { saveBlob } from '#web/ui/file/save-blob.ts';
import { useRecordOnce } from '#web/ui/form/use-record-once.ts';
import { useBusy } from '#web/ui/use-busy.ts';
import { api, apiFile } from '../api.ts';
import { confirmAndCall } from '../confirm-and-call.ts';
import { useMay } from '../session/use-may.ts';
import classes from './shop-summary.module.css';

/** The paper itself is visible only in print. */
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

/** Returns true while the page is printed. */
function usePrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const abort = new AbortController();
    // The browser prints what is on the screen when this handler returns, so the state is set synchronously.
    addEventListener('beforeprint', () => flushSync(() => setIsPrinting(true)), abort);
    addEventListener('afterprint', () => setIsPrinting(false), abort);
    return () => abort.abort();
  }, []);
  return isPrinting;
}

async function saveStatement(statement: Statement): Promise<void> {
  const { shop_id, tenancy_id, today } = statement;
  const query = { tenancy_id: String(tenancy_id), ...daysOf(statement) };
  try {
    const pdf = await apiFile(shops.statementPdf, { params: { id: shop_id }, query });
    saveBlob(pdf, `${t('shop-summary.paper.file', { shop: shop_id, day: today })}.pdf`);
  } catch (error) {
    toastFailed(sentenceOf(error, t('shop-summary.paper.notSaved')));
  }
}

/** Asks first, because a sent email cannot be recalled. */
async function emailStatement(statement: Statement, recordOnce: ReturnType<typeof useRecordOnce>): Promise<void> {
  const { shop_id, tenancy_id, tenant_name: name, tenant_email: address } = statement;
  if (address === null) {
    toastFailed(t('shop-summary.paper.noAddress', { name }));
    return;
  }
  const question = {
    title: t('shop-summary.paper.question', { name }),
    body: t('shop-summary.paper.sentence', { address }),
    action: t('shop-summary.paper.send'),
  };
  const request = { params: { id: shop_id }, body: { tenancy_id, ...daysOf(statement) } };
  await confirmAndCall<Answer<typeof mail.sendStatement>>(question, {
    call: () => recordOnce((options) => api(mail.sendStatement, request, options)),
    done: ({ success, message }) => (success ? toastDone : toastFailed)(message),
    failed: t('shop-summary.paper.notSent'),
    failedSeconds: 4,
  });
}

function daysOf({ from, to }: Statement): { from?: string; to?: string } {
  return { ...(from !== null && { from }), ...(to !== null && { to }) };
}
