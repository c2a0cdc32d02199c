import { Alert, Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { readFactor } from '#contract/price-file/written-unit.ts';
import { t } from '#web/i18n/t.ts';
import type { ImportReport } from './use-import.ts';

type Question = ImportReport['questions'][number];

interface ImportQuestionsProps {
  questions: readonly Question[];
  answer: (id: string, value: string) => void;
  isBusy: boolean;
}

export function ImportQuestions({ questions, answer, isBusy }: ImportQuestionsProps) {
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
