import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { openDialog } from '#web/ui/dialog/confirm.tsx';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { ReasonPanel } from '../reason/reason-panel.tsx';
import { useReason } from '../reason/use-reason.ts';
import { EffectPanel } from './effect-panel.tsx';
import { type DryRun, useEffectPreview } from './use-effect-preview.ts';

export interface EffectQuestion {
  /** 'Void payment 31?' */
  title: string;
  sentence: string;
  confirmLabel: string;
  isDangerous?: boolean;
  /** Waiving a fine needs one too. */
  needsReason?: true;
  dryRun: DryRun;
}

export interface Consent {
  /** IDs of invoices whose new fine is waived. */
  waived: string[];
  reason: string | undefined;
}

export type WaiverInput = {
  do_not_charge: string[];
  waive_reason?: string;
};

export function waiverIn({ waived, reason }: Consent): WaiverInput {
  return { do_not_charge: waived, ...(waived.length > 0 && reason !== undefined && { waive_reason: reason }) };
}

/** Only a change whose effect is shown can be confirmed. `work` as of `openDialog`. */
export function confirmEffect(
  question: EffectQuestion,
  work?: (consent: Consent) => Promise<boolean>,
): Promise<Consent | undefined> {
  return openDialog<Consent | undefined>(
    (answer) => <EffectDialog question={question} answer={answer} />,
    undefined,
    async (consent) => (consent && work ? work(consent) : true),
  );
}

interface EffectDialogProps {
  question: EffectQuestion;
  answer: (consent: Consent | undefined) => void;
}

function EffectDialog({ question, answer }: EffectDialogProps) {
  const { title, sentence, confirmLabel, isDangerous, dryRun } = question;
  const [waived, setWaived] = useState<string[]>([]);
  const needsReason = question.needsReason === true || waived.length > 0;
  const reason = useReason(needsReason);
  const preview = useEffectPreview({ key: title, dryRun, waived });
  const body = (
    <Stack gap="sm">
      <Text size="sm">{sentence}</Text>
      <EffectPanel preview={preview} waiver={{ waived, onChange: setWaived }} />
      {needsReason && <ReasonPanel reason={reason} />}
    </Stack>
  );
  const close = (isYes: boolean) => {
    if (!isYes) answer(undefined);
    else if (reason.check()) answer({ waived, reason: reason.text || undefined });
  };
  return (
    <ConfirmDialog
      question={{ title, body, action: confirmLabel, isOff: !preview.isCertain, ...(isDangerous && { isDangerous }) }}
      answer={close}
    />
  );
}
