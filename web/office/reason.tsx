import { Stack, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { checkInput, wordInput } from '#contract/messages/input-message.ts';
import { reasonIn } from '#contract/scalars.ts';
import { t } from '#web/i18n/t.ts';
import { openDialog } from '#web/ui/dialog/confirm.tsx';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';

interface ReasonInput {
  text: string;
  isRequired: boolean;
  fault: string | undefined;
  change: (text: string) => void;
  field: React.RefObject<HTMLInputElement | null>;
  /** Returns whether the reason is valid; if it is not, shows the error. */
  check: () => boolean;
}

export function useReason(isRequired: boolean): ReasonInput {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const change = (typed: string) => {
    setText(typed);
    setFault(undefined);
  };
  const check = () => {
    const [found] = isRequired || text.trim() !== '' ? checkInput(reasonIn, text).faults : [];
    if (!found) return true;
    setFault(wordInput(found.message, 'reason', t));
    field.current?.focus();
    return false;
  };
  return { text: text.trim(), isRequired, fault, change, field, check };
}

export function ReasonPanel({ reason: { fault, change, field } }: { reason: ReasonInput }) {
  return (
    <TextInput
      ref={field}
      label={t('payments.effect.reason.label')}
      description={t('payments.effect.reason.required')}
      required
      autoComplete="off"
      onChange={(event) => change(event.currentTarget.value)}
      error={fault}
    />
  );
}

interface ReasonQuestion {
  title: string;
  sentence: string;
  action: string;
}

export async function askReason(
  question: ReasonQuestion,
  work: (reason: string) => Promise<boolean>,
): Promise<boolean> {
  const reason = await openDialog<string | undefined>(
    (answer) => <ReasonDialog question={question} answer={answer} />,
    undefined,
    async (given) => given === undefined || work(given),
  );
  return reason !== undefined;
}

interface ReasonDialogProps {
  question: ReasonQuestion;
  answer: (reason: string | undefined) => void;
}

function ReasonDialog({ question: { title, sentence, action }, answer }: ReasonDialogProps) {
  const reason = useReason(true);
  const body = (
    <Stack gap="sm">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {sentence}
      </Text>
      <ReasonPanel reason={reason} />
    </Stack>
  );
  const close = (isYes: boolean) => {
    if (!isYes) answer(undefined);
    else if (reason.check()) answer(reason.text);
  };
  return <ConfirmDialog question={{ title, body, action, isDangerous: true }} answer={close} />;
}
