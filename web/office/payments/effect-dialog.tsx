import { Loader, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { sentenceOf } from '#web/client.ts';
import { Failure } from '#web/ui/async-state.tsx';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { NewFineChoices, SettlementText } from './settlement.tsx';
import { type Rehearse, useRehearsal } from './use-effect-preview.ts';

export interface EffectQuestion {
  /** What will happen, and to what: 'Delete payment 31?' */
  title: string;
  sentence: string;
  confirmLabel: string;
  isDangerous?: boolean;
  /** Offers a field for the reason, which the audit log keeps. */
  asksReason?: boolean;
  /** Works out what it would do, without doing it. */
  rehearse: Rehearse;
}

/** What the person chose beside yes. */
export interface Consent {
  /** Invoices whose new fine is not to be charged. */
  spared: string[];
  reason: string | undefined;
}

interface EffectDialogProps {
  question: EffectQuestion;
  answer: (consent: Consent | undefined) => void;
}

/** Asks with the money before one's eyes: what is settled, what is owed then, and which fines it brings. */
export function EffectDialog({ question, answer }: EffectDialogProps) {
  const { title, sentence, confirmLabel, isDangerous, asksReason, rehearse } = question;
  const [spared, setSpared] = useState<string[]>([]);
  const [reason, setReason] = useState('');
  const rehearsal = useRehearsal(rehearse, spared);
  const { effect, fines, isCertain, isWorking, error, retry } = rehearsal;
  const body = (
    <Stack gap="sm">
      <Text size="sm">{sentence}</Text>
      <Text size="sm" component="div" role="status" aria-busy={isWorking} opacity={isCertain ? 1 : 0.6}>
        {effect && <SettlementText effect={effect} />}
        {isWorking && <Working isAgain={effect !== undefined} />}
      </Text>
      {error !== undefined && <Failure sentence={sentenceOf(error, UNKNOWN)} error={undefined} retry={retry} />}
      <NewFineChoices fines={fines} spared={spared} onChange={setSpared} />
      {asksReason && (
        <TextInput
          label="Reason"
          description="Kept in the audit log; may be left out"
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
      question={{ title, body, action: confirmLabel, isOff: !isCertain, ...(isDangerous && { isDangerous }) }}
      answer={(isYes) => answer(isYes ? { spared, reason: reason.trim() || undefined } : undefined)}
    />
  );
}

const UNKNOWN = 'What this would do could not be worked out.';

function Working({ isAgain }: { isAgain: boolean }) {
  return (
    <>
      {isAgain ? ' ' : 'Working out what this does… '}
      <Loader size="xs" aria-hidden />
    </>
  );
}
