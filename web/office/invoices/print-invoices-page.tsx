import IconAlertTriangle from 'virtual:icons/alert-triangle';
import IconPrinter from 'virtual:icons/printer';
import { Alert, Anchor, Button, Group, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import type { Answer } from '#contract/call.ts';
import { invoicePaper } from '#contract/documents/invoice-paper.ts';
import { taxInvoicePaper } from '#contract/documents/tax-invoice-paper.ts';
import { invoices } from '#contract/invoices.ts';
import type { PrintedTaxDocument } from '#contract/tax.ts';
import { InvoiceSheet } from '#web/documents/paper.tsx';
import { TaxSheet } from '#web/documents/tax-paper.tsx';
import { t } from '#web/i18n/t.ts';
import { AsyncState, Empty } from '#web/ui/async-state.tsx';
import { newKey } from '#web/ui/form/use-form-key.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { placeOf } from '../place-of.ts';
import styles from './print-invoices.module.css';
import { announcePrinted, idsToPrint } from './print-job.ts';
import { useBusyTab } from './use-busy-tab.ts';

type Papers = Answer<typeof invoices.papers>;

export function PrintInvoicesPage() {
  useDocumentTitle(t('invoices.print.windowTitle'));
  const [ids] = useState(idsToPrint);
  return (
    <main className={styles.page}>
      {ids.length === 0 ? (
        <>
          <Title order={1} size="h4">
            {t('invoices.print.windowTitle')}
          </Title>
          <Empty
            text={t('invoices.print.none')}
            next={
              <Anchor component={Link} to={placeOf('/invoices')}>
                {t('invoices.print.toInvoices')}
              </Anchor>
            }
          />
        </>
      ) : (
        <Papers ids={ids} />
      )}
    </main>
  );
}

function Papers({ ids }: { ids: string[] }) {
  const load = useLoad('papers', (signal) => api(invoices.papers, { body: { invoice_ids: ids } }, { signal }));
  return (
    <AsyncState load={load} failure={t('invoices.list.failed')}>
      {(papers) => <Sheets papers={papers} />}
    </AsyncState>
  );
}

function Sheets({ papers }: { papers: Papers }) {
  const run = usePrintRun(papers.invoices.map(({ invoice_id }) => invoice_id));
  const all = papers.invoices.length;
  return (
    <>
      <Bar run={run} all={all} />
      {papers.invoices.map((invoice) => {
        const document = papers.tax_documents.find(({ invoice_id }) => invoice_id === invoice.invoice_id);
        return document ? (
          <TaxSheet key={invoice.invoice_id} paper={taxInvoicePaper(run.isPrinted ? copyOf(document) : document)} />
        ) : (
          <InvoiceSheet
            key={invoice.invoice_id}
            paper={invoicePaper(
              invoice,
              papers.centre,
              papers.how_to_pay.find(({ invoice_id }) => invoice_id === invoice.invoice_id),
            )}
          />
        );
      })}
    </>
  );
}

function copyOf(document: PrintedTaxDocument): PrintedTaxDocument {
  return { ...document, marks: { upper: 'COPY ONLY', lower: 'COPY ONLY' } };
}

function Bar({ run, all }: { run: PrintRun; all: number }) {
  const { failed, step, tried } = run;
  const status = {
    printing: t('invoices.print.printing'),
    marking: t('invoices.print.marking', { tried, all }),
    marked: t('invoices.print.marked', { marked: all - failed.length, all }),
  };
  return (
    <div className={styles.bar}>
      <Group justify="space-between" mb="sm">
        <div>
          <Title order={1} size="h4">
            {t('invoices.print.count', { count: all })}
          </Title>
          <Text size="sm" role="status">
            {status[step]}
          </Text>
        </div>
        <Button leftSection={<IconPrinter size={18} aria-hidden />} disabled={step === 'marking'} onClick={run.print}>
          {t('invoices.print.again')}
        </Button>
      </Group>
      {failed.length > 0 && step === 'marked' && (
        <NotMarked count={failed.length} ids={failed.map(({ id }) => id)}>
          <Button size="xs" variant="default" onClick={run.markAgain}>
            {t('invoices.print.markAgain')}
          </Button>
        </NotMarked>
      )}
    </div>
  );
}

function NotMarked({ count, ids, children }: { count: number; ids: readonly string[]; children: ReactNode }) {
  const title = t('invoices.print.notMarked', { count });
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={title} role="alert" mb="sm">
      <Text size="sm" mb="sm">
        {ids.join(', ')}
      </Text>
      {children}
    </Alert>
  );
}

interface PrintRun {
  step: 'printing' | 'marking' | 'marked';
  tried: number;
  failed: readonly PrintToRecord[];
  isPrinted: boolean;
  /** Prints the invoices, and records one more print of each. */
  print: () => void;
  /** Tries again to record the prints that could not be recorded. Nothing is printed again. */
  markAgain: () => void;
}

function usePrintRun(ids: readonly string[]): PrintRun {
  const [tried, setTried] = useState(0);
  const [step, setStep] = useState<PrintRun['step']>('printing');
  const [failed, setFailed] = useState<readonly PrintToRecord[]>([]);
  const [isPrinted, setIsPrinted] = useState(false);
  useBusyTab(step === 'marking');

  const record = async (prints: readonly PrintToRecord[]) => {
    setStep('marking');
    setTried(ids.length - prints.length);
    setFailed(await recordPrints(prints, () => setTried((before) => before + 1)));
    setStep('marked');
    announcePrinted();
  };
  const print = () => {
    // Sheets are marked as copies from the second print on. They stay unmarked during the first print: a browser that
    // does not wait for its print dialog would otherwise print the mark.
    if (step !== 'printing') flushSync(() => setIsPrinted(true));
    window.print();
    void record(printsOf(ids));
  };
  const printAtFirst = useEffectEvent(print);
  useEffect(() => printAtFirst(), []);
  return { step, tried, failed, isPrinted, print, markAgain: () => void record(failed) };
}

/** The number of prints that are recorded in parallel. Each is a small write. */
const AT_A_TIME = 4;

/**
 * A print that the server has yet to record. Its idempotency key allows the request to be sent again after a lost
 * answer without being counted twice.
 */
interface PrintToRecord {
  id: string;
  key: string;
}

function printsOf(ids: readonly string[]): PrintToRecord[] {
  return ids.map((id) => ({ id, key: newKey() }));
}

async function recordPrints(prints: readonly PrintToRecord[], onTried: () => void): Promise<PrintToRecord[]> {
  const waiting = [...prints];
  const failed: PrintToRecord[] = [];
  const work = async () => {
    for (let print = waiting.shift(); print; print = waiting.shift()) {
      if (!(await isRecorded(print))) failed.push(print);
      onTried();
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return failed;
}

async function isRecorded({ id, key }: PrintToRecord): Promise<boolean> {
  try {
    await api(invoices.print, { params: { id }, body: { printed: true } }, { idempotencyKey: key });
    return true;
  } catch {
    return false;
  }
}
