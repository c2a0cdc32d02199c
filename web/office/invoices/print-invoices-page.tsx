import { Alert, Anchor, Button, Group, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconAlertTriangle, IconPrinter } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { Answer } from '#contract/call.ts';
import { invoices } from '#contract/invoices.ts';
import { InvoiceSheet } from '#web/documents/invoice.tsx';
import { AsyncState, Empty } from '#web/ui/async-state.tsx';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import styles from './print-invoices.module.css';
import { idsToPrint } from './print-job.ts';
import { type PrintRun, usePrintRun } from './use-print-run.ts';

type Papers = Answer<typeof invoices.papers>;

/** The window that prints the selected invoices, each on a sheet of its own, and marks them as printed. */
export function PrintInvoicesPage() {
  useDocumentTitle('Invoices · Pola');
  const [ids] = useState(idsToPrint);
  return (
    <main className={styles.page}>
      {ids.length === 0 ? (
        <Empty
          text="Please select at least one invoice to print."
          next={
            <Anchor component={Link} to="/invoices">
              To the invoices
            </Anchor>
          }
        />
      ) : (
        <Papers ids={ids} />
      )}
    </main>
  );
}

function Papers({ ids }: { ids: string[] }) {
  const load = useLoad('papers', (signal) => api(invoices.papers, { body: { invoice_ids: ids } }, { signal }));
  return (
    <AsyncState load={load} failure="Failed to fetch invoices">
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
      {papers.invoices.map((invoice) => (
        <InvoiceSheet key={invoice.invoice_id} centre={papers.centre} invoice={invoice} />
      ))}
    </>
  );
}

/** Stands above the sheets on the screen alone. */
function Bar({ run, all }: { run: PrintRun; all: number }) {
  const { failed, step, tried } = run;
  const said = {
    printing: 'Printing. Each will be marked as printed.',
    marking: `Marking as printed: ${tried} of ${all}. Please keep this window open.`,
    marked: `${all - failed.length} of ${all} marked as printed.`,
  };
  return (
    <div className={styles.bar}>
      <Group justify="space-between" mb="sm">
        <div>
          <Title order={1} size="h4">
            {all === 1 ? 'One invoice' : `${all} invoices`}
          </Title>
          <Text size="sm" role="status">
            {said[step]}
          </Text>
        </div>
        <Button leftSection={<IconPrinter size={18} aria-hidden />} disabled={step === 'marking'} onClick={run.print}>
          Print again
        </Button>
      </Group>
      {failed.length > 0 && step === 'marked' && (
        <NotMarked count={failed.length} ids={failed.map(({ id }) => id)}>
          <Button size="xs" variant="default" onClick={run.markAgain}>
            Mark again
          </Button>
        </NotMarked>
      )}
    </div>
  );
}

function NotMarked({ count, ids, children }: { count: number; ids: readonly string[]; children: ReactNode }) {
  const title = count === 1 ? 'One invoice could not be marked' : `${count} invoices could not be marked`;
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={`${title} as printed`} role="alert" mb="sm">
      <Text size="sm" mb="sm">
        {ids.join(', ')}
      </Text>
      {children}
    </Alert>
  );
}
