import { Alert, Button, VisuallyHidden } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconPrinter } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useParams } from 'react-router';
import { gate } from '#contract/gate.ts';
import { printOnRoll } from '#web/documents/print-on-roll.ts';
import { checkAddressOf, type PrintedTicket } from '#web/documents/printed-ticket.ts';
import { TicketSheet } from '#web/documents/ticket.tsx';
import { AsyncState } from '#web/ui/async-state.tsx';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../../api.ts';
import { ticketOf, verdictText } from '../check/describe-verdict.ts';
import styles from './print-ticket-page.module.css';

/** The window that prints a ticket as soon as it is there. A ticket that was taken back is not printed. */
export function PrintTicketPage() {
  const { number = '' } = useParams();
  useDocumentTitle(`Ticket ${number} · Pola`);
  const load = useLoad(`ticket ${number}`, (signal) => api(gate.check, { params: { number } }, { signal }));
  return (
    <main className={styles.page}>
      <VisuallyHidden component="h1">Ticket {number}</VisuallyHidden>
      <AsyncState load={load} failure="Failed to load the ticket.">
        {(answer) => {
          const ticket = answer.state === 'valid' ? ticketOf(answer) : undefined;
          if (ticket) return <Paper ticket={ticket} centre={answer.centre.name} />;
          return (
            <Alert color="red" role="alert" title={`${answer.number}: ${verdictText[answer.state].word}`}>
              {verdictText[answer.state].sentence} It is not printed.
            </Alert>
          );
        }}
      </AsyncState>
    </main>
  );
}

function Paper({ ticket, centre }: { ticket: PrintedTicket; centre: string }) {
  const sheet = useRef<HTMLElement>(null);
  useEffect(() => void printOnRoll(sheet.current), []);
  return (
    <>
      <TicketSheet
        ticket={ticket}
        centre={centre}
        checkAddress={checkAddressOf(location.origin, ticket.number)}
        sheet={sheet}
      />
      <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => printOnRoll(sheet.current)}>
        Print
      </Button>
    </>
  );
}
