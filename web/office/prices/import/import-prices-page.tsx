import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { day } from '#billing/calendar.ts';
import { t } from '#web/i18n/t.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { DayField } from '#web/ui/form/day-field.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { ImportFrame } from '../../imports/import-frame.tsx';
import { FaultyLines, ImportRemarks } from '../../imports/report-panels.tsx';
import type { ImportedSubject } from '../../imports/source-form.tsx';
import { placeOf } from '../../place-of.ts';
import { Screen } from '../../screen.tsx';
import { AcceptedPrices, ClosedDays, daysOf, PriceCounts } from './accepted-prices-table.tsx';
import { UnmatchedItemsForm } from './unmatched-items-form.tsx';
import { type ImportReport, type PriceImport, usePriceImport } from './use-price-import.ts';

export function ImportPricesPage() {
  const run = usePriceImport();
  const subject: ImportedSubject = {
    file: t('prices.import.file'),
    hint: t('prices.import.hint'),
    example: 'date,item,min_price,max_price\n2026-11-20,Beans,380,400',
    whichSheet: t('prices.import.whichSheet'),
    findSheets: async (tables) => (await import('#web/ui/file/find-price-sheets.ts')).findPriceSheets(tables),
  };
  return (
    <Screen path="/import-prices">
      <ImportFrame subject={subject} run={run} further={run.needsDate && <DateOfAll run={run} />}>
        {(report) => <Report run={run} report={report} />}
      </ImportFrame>
    </Screen>
  );
}

function DateOfAll({ run }: { run: PriceImport }) {
  return (
    <Group gap="sm" align="flex-end">
      <DayField
        label={t('prices.import.date')}
        value={run.extra.date}
        latest={browserToday()}
        onChange={run.chooseDate}
      />
      <Button disabled={run.extra.date === null || run.isCurrent} onClick={() => void run.check()}>
        {t('prices.import.useDate')}
      </Button>
    </Group>
  );
}

function Report({ run, report }: { run: PriceImport; report: ImportReport }) {
  return (
    <Stack gap="lg">
      {report.written && <Written report={report} />}
      <PriceCounts report={report} />
      <ImportRemarks warnings={report.warnings} notes={report.notes} />
      {!report.written && <ClosedDays days={report.closed_days} />}
      {!report.written && <WriteBar run={run} report={report} />}
      {!report.written && run.unknown.length > 0 && (
        <UnmatchedItemsForm
          items={run.unknown}
          mapping={run.extra.mapping}
          map={run.map}
          accept={(item, productId) => void run.accept(item, productId)}
          check={() => void run.check()}
          isBusy={run.state === 'checking'}
        />
      )}
      <FaultyLines report={report} hint={t('prices.report.faultsHint')} />
      {!report.written && <AcceptedPrices report={report} />}
    </Stack>
  );
}

function WriteBar({ run, report }: { run: PriceImport; report: ImportReport }) {
  const count = report.added + report.updated;
  const isOpen = report.questions.some(({ answer }) => answer === null);
  const ask = async () => {
    const isMeant = await confirm({
      title: t('prices.import.saveTitle', { count }),
      body: <ImportEffect report={report} />,
      action: t('prices.import.save', { count }),
      isDoubtful: report.unusual > 0 || report.closed_days.length > 0 || report.warnings.length > 0,
    });
    if (isMeant) await run.write();
  };
  return (
    <Group gap="sm">
      <Button
        disabled={!run.isCurrent || isOpen || count === 0}
        loading={run.state === 'writing'}
        onClick={() => void ask()}
      >
        {t('prices.import.save', { count })}
      </Button>
      <Text size="sm" c="dimmed" role="status">
        {!run.isCurrent && t('prices.import.changedSince')}
        {run.isCurrent && isOpen && t('imports.answerFirst')}
        {run.isCurrent && !isOpen && count === 0 && t('imports.nothingToSave')}
        {run.isCurrent && !isOpen && count > 0 && t('imports.notYet')}
      </Text>
    </Group>
  );
}

function ImportEffect({ report }: { report: ImportReport }) {
  const { added, updated, unchanged, unusual, faulty, closed_days, warnings } = report;
  return (
    <Stack gap="xs">
      {warnings.map((warning) => (
        <Text key={warning} size="sm" fw={700}>
          {warning}
        </Text>
      ))}
      {unusual > 0 && (
        <Text size="sm" fw={700}>
          {t('prices.import.effectUnusual', { count: unusual })}
        </Text>
      )}
      {closed_days.length > 0 && (
        <Text size="sm" fw={700}>
          {t('prices.import.effectClosed', { count: closed_days.length })}
        </Text>
      )}
      <Text size="sm">{t('prices.import.effect', { added, updated, days: daysOf(report) })}</Text>
      {updated > 0 && <Text size="sm">{t('prices.import.effectUpdated')}</Text>}
      {unchanged > 0 && <Text size="sm">{t('prices.import.effectUnchanged', { count: unchanged })}</Text>}
      {faulty > 0 && <Text size="sm">{t('prices.import.effectFaults', { count: faulty })}</Text>}
    </Stack>
  );
}

function Written({ report }: { report: ImportReport }) {
  const { added, updated, last_day } = report;
  return (
    <Alert color="leaf" role="status" title={t('prices.import.saved', { count: added + updated })}>
      <Group gap="md">
        {last_day !== null && (
          <>
            <Anchor href={`/home-dailyprice?date=${last_day}`}>{t('prices.saved.asReaders')}</Anchor>
            <Anchor component={Link} to={placeOf('/view-dailyprices', { date: last_day })}>
              {t('prices.import.viewDay', { day: formatOfficeDay(day(last_day)) })}
            </Anchor>
          </>
        )}
        <Anchor component={Link} to={placeOf('/daily-price')}>
          {t('prices.list.back')}
        </Anchor>
      </Group>
    </Alert>
  );
}
