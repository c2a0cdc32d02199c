import { Alert, VisuallyHidden } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useParams } from 'react-router';
import { printedShift, shiftPaper } from '#contract/documents/shift-paper.ts';
import { gate } from '#contract/gate.ts';
import { tariff } from '#contract/tariff.ts';
import { ShiftSheet } from '#web/documents/shift.tsx';
import { currentLanguage, t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import styles from '../tickets/print/print-ticket-page.module.css';
import { RollPanel } from '../tickets/print/roll-panel.tsx';

export function PrintShiftPage() {
  const { id = '' } = useParams();
  const load = useLoad(`shift ${id}`, async (signal) => {
    const [answer, types] = await Promise.all([
      api(gate.shift, { params: { id } }, { signal }),
      api(tariff.listTypes, {}, { signal }),
    ]);
    return { ...answer, types };
  });
  const title = t('gate.slip.tabTitle', { issuer: load.data?.shift.byWhom ?? '' });
  useDocumentTitle(title);
  return (
    <main className={styles.page}>
      <VisuallyHidden component="h1">{title}</VisuallyHidden>
      <AsyncState load={load} failure={t('gate.slip.failed')}>
        {({ shift, split, centre, types }) => {
          const printed = printedShift(shift, split);
          const issue = { centre: centre.name, language: currentLanguage(), types };
          if (printed)
            return <RollPanel>{(sheet) => <ShiftSheet paper={shiftPaper(printed, issue)} sheet={sheet} />}</RollPanel>;
          return (
            <Alert color="red" role="alert">
              {t('gate.slip.notClosed')}
            </Alert>
          );
        }}
      </AsyncState>
    </main>
  );
}
