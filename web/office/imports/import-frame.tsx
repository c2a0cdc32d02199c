import { Alert, Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { readFactor } from '#contract/price-file/written-unit.ts';
import { t } from '#web/i18n/t.ts';
import { SkeletonLines, Waiting } from '#web/ui/async-state.tsx';
import { Remarks } from './report-panels.tsx';
import { type ImportedSubject, SourceForm, type TableSource } from './source-form.tsx';
import type { ImportSummary, TableImport } from './use-import.ts';

interface ImportFrameProps<Report extends ImportSummary, Extra> {
  subject: ImportedSubject;
  run: TableImport<Report, Extra>;
  /** Further input that the file needs, shown above the report. */
  further?: ReactNode;
  children: (report: Report) => ReactNode;
}

/** Asks for a file or pasted text, shows questions about its content, and shows the report. */
export function ImportFrame<Report extends ImportSummary, Extra>(props: ImportFrameProps<Report, Extra>) {
  const { subject, run, further, children } = props;
  const { source, sheets, report, failure, state } = run;
  const [pasted, setPasted] = useState('');
  return (
    <>
      {source === undefined ? (
        <SourceForm
          subject={subject}
          choose={(reading) => void run.choose(reading)}
          pasted={pasted}
          setPasted={setPasted}
          isBusy={state !== 'open'}
        />
      ) : (
        <Group gap="sm">
          <Text fw={700} style={{ overflowWrap: 'anywhere' }}>
            {source.name}
          </Text>
          <Button variant="default" size="xs" onClick={run.reset} disabled={state === 'writing'}>
            {report?.written ? t('imports.another') : t('imports.chooseAnother')}
          </Button>
        </Group>
      )}
      {sheets.length > 0 && (
        <ChooseSheet
          question={subject.whichSheet}
          sheets={sheets}
          choose={(sheet) => void run.choose(Promise.resolve([sheet]))}
        />
      )}
      {source !== undefined && <Remarks color="gray" title={t('imports.workbookNotes')} texts={source.notes} />}
      {report?.written !== true && further}
      {failure !== undefined && (
        <Failed sentence={failure} {...(source !== undefined && { check: () => void run.check() })} />
      )}
      {report === undefined && state === 'checking' && (
        <Waiting>
          <SkeletonLines />
        </Waiting>
      )}
      {report && !report.written && (
        <ImportQuestions
          // A choice shows at once, and the next question can be answered while the file is checked again.
          questions={report.questions.map((one) => ({ ...one, answer: run.answers[one.id] ?? one.answer }))}
          answer={(id, value) => void run.answer(id, value)}
          isBusy={state === 'writing'}
        />
      )}
      {report && children(report)}
    </>
  );
}

interface ChooseSheetProps {
  question: string;
  sheets: readonly TableSource[];
  choose: (sheet: TableSource) => void;
}

function ChooseSheet({ question, sheets, choose }: ChooseSheetProps) {
  return (
    <Stack gap="xs" role="group" aria-label={question}>
      <Text fw={700}>{question}</Text>
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

function Failed({ sentence, check }: { sentence: string; check?: () => void }) {
  return (
    <Alert color="red" role="alert" title={sentence}>
      {check && (
        <Button size="xs" variant="default" onClick={check}>
          {t('imports.checkAgain')}
        </Button>
      )}
    </Alert>
  );
}

type Question = ImportSummary['questions'][number];

interface ImportQuestionsProps {
  questions: readonly Question[];
  answer: (id: string, value: string) => void;
  isBusy: boolean;
}

function ImportQuestions({ questions, answer, isBusy }: ImportQuestionsProps) {
  if (questions.length === 0) return null;
  return (
    <Alert color="turmeric" role="group" title={t('imports.question.title')}>
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
        description={t('imports.question.lines', { count: lines })}
        value={question.answer}
        onChange={(value) => answer(id, value)}
      >
        <Stack gap="var(--space-2)" mt="xs">
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
        label={t('imports.question.number')}
        value={text}
        inputMode="decimal"
        error={isWrong && t('imports.question.badNumber')}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && use()}
      />
      <Button variant="default" disabled={isBusy} onClick={use}>
        {t('imports.question.useNumber')}
      </Button>
      {!isChoice && question.answer !== null && (
        <Text size="sm" role="status">
          {question.answer}
        </Text>
      )}
    </Group>
  );
}
