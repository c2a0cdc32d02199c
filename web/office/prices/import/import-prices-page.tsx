import { Alert, Anchor, Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { day } from '#billing/calendar.ts';
import { readFactor } from '#contract/price-file/written-unit.ts';
import { t } from '#web/i18n/t.ts';
import { SkeletonLines, Waiting } from '#web/ui/async-state.tsx';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { DayField } from '#web/ui/form/day-field.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { Screen } from '../../screen.tsx';
import { AcceptedPrices } from './accepted-prices-table.tsx';
import { ClosedDays, daysOf, FaultyLines, ImportCounts, ImportRemarks } from './import-report-panel.tsx';
import { PriceSourceForm } from './price-source-form.tsx';
import type { PriceSource } from './read-source.ts';
import { UnmatchedItemsForm } from './unmatched-items-form.tsx';
import { type Import, type ImportReport, useImport } from './use-import.ts';

export function ImportPricesPage() {
  const run = useImport();
  const { source, sheets, report, failure, state } = run;
  const [pasted, setPasted] = useState('');
  return (
    <Screen path="/import-prices">
      {source === undefined ? (
        <PriceSourceForm
          choose={(reading) => void run.choose(reading)}
          pasted={pasted}
          setPasted={setPasted}
          isBusy={state !== 'open'}
        />
      ) : (
        <Group gap="sm">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {source.name}
          </Text>
          <Button variant="default" size="xs" onClick={run.reset} disabled={state === 'writing'}>
            {report?.written ? t('prices.import.another') : t('prices.import.chooseAnother')}
          </Button>
        </Group>
      )}
      {sheets.length > 0 && (
        <ChooseSheet sheets={sheets} choose={(sheet) => void run.choose(Promise.resolve([sheet]))} />
      )}
      {run.needsDate && report?.written !== true && <DateOfAll run={run} />}
      {failure !== undefined && <Failed sentence={failure} run={run} />}
      {report === undefined && state === 'checking' && (
        <Waiting>
          <SkeletonLines />
        </Waiting>
      )}
      {report && <Report run={run} report={report} />}
    </Screen>
  );
}

interface ChooseSheetProps {
  sheets: readonly PriceSource[];
  choose: (sheet: PriceSource) => void;
}

function ChooseSheet({ sheets, choose }: ChooseSheetProps) {
  return (
    <Stack gap="xs" role="group" aria-label={t('prices.import.whichSheet')}>
      <Text fw={600}>{t('prices.import.whichSheet')}</Text>
      <Group gap="xs">
        {sheets.map((sheet) => (
          <Button key={sheet.name} variant="default" onClick={() => choose(sheet)}>
            {sheet.name}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}

function DateOfAll({ run }: { run: Import }) {
  return (
    <Group gap="sm" align="flex-end">
      <DayField label={t('prices.import.date')} value={run.date} latest={browserToday()} onChange={run.chooseDate} />
      <Button disabled={run.date === null || run.isCurrent} onClick={() => void run.check()}>
        {t('prices.import.useDate')}
      </Button>
    </Group>
  );
}

function Failed({ sentence, run }: { sentence: string; run: Import }) {
  return (
    <Alert color="red" role="alert" title={sentence}>
      {run.source && (
        <Button size="xs" variant="default" onClick={() => void run.check()}>
          {t('prices.import.checkAgain')}
        </Button>
      )}
    </Alert>
  );
}

function Report({ run, report }: { run: Import; report: ImportReport }) {
  return (
    <Stack gap="lg">
      {report.written && <Written report={report} />}
      {!report.written && (
        <ImportQuestions
          questions={report.questions}
          answer={(id, value) => void run.answer(id, value)}
          isBusy={run.state !== 'open'}
        />
      )}
      <ImportCounts report={report} />
      <ImportRemarks report={report} />
      {!report.written && <ClosedDays days={report.closed_days} />}
      {!report.written && <WriteBar run={run} report={report} />}
      {!report.written && run.unknown.length > 0 && (
        <UnmatchedItemsForm
          items={run.unknown}
          mapping={run.mapping}
          map={run.map}
          accept={(item, productId) => void run.accept(item, productId)}
          check={() => void run.check()}
          isBusy={run.state === 'checking'}
        />
      )}
      <FaultyLines report={report} />
      {!report.written && <AcceptedPrices report={report} />}
    </Stack>
  );
}

function WriteBar({ run, report }: { run: Import; report: ImportReport }) {
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
        {run.isCurrent && isOpen && t('prices.import.answerFirst')}
        {run.isCurrent && !isOpen && count === 0 && t('prices.import.nothingToSave')}
        {run.isCurrent && !isOpen && count > 0 && t('prices.import.notYet')}
      </Text>
    </Group>
  );
}

function ImportEffect({ report }: { report: ImportReport }) {
  const { added, updated, unchanged, unusual, faulty, closed_days, warnings } = report;
  return (
    <Stack gap="xs">
      {warnings.map((warning) => (
        <Text key={warning} size="sm" fw={600}>
          {warning}
        </Text>
      ))}
      {unusual > 0 && (
        <Text size="sm" fw={600}>
          {t('prices.import.effectUnusual', { count: unusual })}
        </Text>
      )}
      {closed_days.length > 0 && (
        <Text size="sm" fw={600}>
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
            <Anchor component={Link} to={`/view-dailyprices?date=${last_day}`}>
              {t('prices.import.viewDay', { day: formatOfficeDay(day(last_day)) })}
            </Anchor>
          </>
        )}
        <Anchor component={Link} to="/daily-price">
          {t('prices.list.back')}
        </Anchor>
      </Group>
    </Alert>
  );
}

type Question = ImportReport['questions'][number];

interface ImportQuestionsProps {
  questions: readonly Question[];
  answer: (id: string, value: string) => void;
  isBusy: boolean;
}

function ImportQuestions({ questions, answer, isBusy }: ImportQuestionsProps) {
  if (questions.length === 0) return null;
  return (
    <Alert color="turmeric" role="group" title={t('prices.question.title')}>
      <Stack gap="lg">
        {questions.map((question) => (
          <OneQuestion key={question.id} question={question} answer={answer} isBusy={isBusy} />
        ))}
      </Stack>
    </Alert>
  );
}

function OneQuestion({ question, answer, isBusy }: Omit<ImportQuestionsProps, 'questions'> & { question: Question }) {
  const { id, choices, lines, takes_number } = question;
  return (
    <Stack gap="xs">
      <Radio.Group
        label={question.question}
        description={t('prices.question.lines', { count: lines })}
        value={question.answer}
        onChange={(value) => answer(id, value)}
      >
        <Stack gap={6} mt="xs">
          {choices.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} disabled={isBusy} />
          ))}
        </Stack>
      </Radio.Group>
      {takes_number && <OtherNumber question={question} answer={answer} isBusy={isBusy} />}
    </Stack>
  );
}

function OtherNumber({ question, answer, isBusy }: Omit<ImportQuestionsProps, 'questions'> & { question: Question }) {
  const isChoice = question.choices.some(({ value }) => value === question.answer);
  const [text, setText] = useState(isChoice ? '' : (question.answer ?? ''));
  const [isWrong, setIsWrong] = useState(false);
  const use = () => {
    setIsWrong(readFactor(text) === undefined);
    if (readFactor(text) !== undefined) answer(question.id, text.trim());
  };
  return (
    <Group gap="xs" align="flex-end">
      <TextInput
        label={t('prices.question.number')}
        value={text}
        inputMode="decimal"
        error={isWrong && t('prices.question.badNumber')}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && use()}
      />
      <Button variant="default" disabled={isBusy} onClick={use}>
        {t('prices.question.useNumber')}
      </Button>
      {!isChoice && question.answer !== null && (
        <Text size="sm" role="status">
          {question.answer}
        </Text>
      )}
    </Group>
  );
}
