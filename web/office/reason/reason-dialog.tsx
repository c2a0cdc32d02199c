import { Stack, Text } from '@mantine/core';
import { openDialog } from '#web/ui/dialog/confirm.tsx';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { ReasonPanel } from './reason-panel.tsx';
import { useReason } from './use-reason.ts';

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
