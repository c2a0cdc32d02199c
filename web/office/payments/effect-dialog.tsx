import { Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '#web/i18n/t.ts';
import { openDialog } from '#web/ui/dialog/confirm.tsx';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { EffectPanel } from './effect-panel.tsx';
import { type DryRun, useEffectPreview } from './use-effect-preview.ts';

export interface EffectQuestion {
  /** 'Delete payment 31?' */
  title: string;
  sentence: string;
  confirmLabel: string;
  isDangerous?: boolean;
  /** The audit log stores the reason. */
  asksReason?: boolean;
  dryRun: DryRun;
}

export interface Consent {
  /** IDs of invoices whose new fine is waived. */
  waived: string[];
  reason: string | undefined;
}

/**
 * Returns the person's choices; undefined when they cancelled. Only a change whose effect is shown can be confirmed.
 */
export function confirmEffect(question: EffectQuestion): Promise<Consent | undefined> {
  return openDialog<Consent | undefined>((answer) => <EffectDialog question={question} answer={answer} />, undefined);
}

interface EffectDialogProps {
  question: EffectQuestion;
  answer: (consent: Consent | undefined) => void;
}

function EffectDialog({ question, answer }: EffectDialogProps) {
  const { title, sentence, confirmLabel, isDangerous, asksReason, dryRun } = question;
  const [waived, setWaived] = useState<string[]>([]);
  const [reason, setReason] = useState('');
  const preview = useEffectPreview({ key: title, dryRun, waived });
  const body = (
    <Stack gap="sm">
      <Text size="sm">{sentence}</Text>
      <EffectPanel preview={preview} waiver={{ waived, onChange: setWaived }} />
      {asksReason && (
        <TextInput
          label={t('payments.effect.reason.label')}
          description={t('payments.effect.reason.description')}
          maxLength={200}
          autoComplete="off"
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
    </Stack>
  );
  return (
    <ConfirmDialog
      question={{ title, body, action: confirmLabel, isOff: !preview.isCertain, ...(isDangerous && { isDangerous }) }}
      answer={(isYes) => answer(isYes ? { waived, reason: reason.trim() || undefined } : undefined)}
    />
  );
}
