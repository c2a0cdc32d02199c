import { Alert, VisuallyHidden } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useParams } from 'react-router';
import { ticketPaper } from '#contract/documents/ticket-paper.ts';
import { gate } from '#contract/gate.ts';
import { tariff } from '#contract/tariff.ts';
import { TicketSheet } from '#web/documents/ticket.tsx';
import { currentLanguage, t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../../api.ts';
import { stateSentence, stateWord, ticketOf } from '../check/describe-verdict.ts';
import styles from './print-ticket-page.module.css';
import { RollPanel } from './roll-panel.tsx';

export function PrintTicketPage() {
  const { number = '' } = useParams();
  useDocumentTitle(t('tickets.print.tabTitle', { number }));
  const load = useLoad(`ticket ${number}`, async (signal) => {
    const [answer, types] = await Promise.all([
      api(gate.check, { params: { number } }, { signal }),
      api(tariff.listTypes, {}, { signal }),
    ]);
    return { ...answer, types };
  });
  return (
    <main className={styles.page}>
      <VisuallyHidden component="h1">{t('tickets.print.title', { number })}</VisuallyHidden>
      <AsyncState load={load} failure={t('tickets.print.failed')}>
        {(answer) => {
          const ticket = answer.state === 'valid' ? ticketOf(answer) : undefined;
          const { centre, types } = answer;
          const issue = { centre: centre.name, origin: location.origin, language: currentLanguage(), types };
          if (ticket)
            return <RollPanel>{(sheet) => <TicketSheet paper={ticketPaper(ticket, issue)} sheet={sheet} />}</RollPanel>;
          return (
            <Alert color="red" role="alert" title={`${answer.number}: ${stateWord(answer.state)}`}>
              {t('tickets.print.notPrinted', { sentence: stateSentence(answer.state) })}
            </Alert>
          );
        }}
      </AsyncState>
    </main>
  );
}
