import { useState } from 'react';
import { t } from '#web/i18n/t.ts';
import type { TicketEntry } from '../engine/entries.ts';
import { Fault, Field } from './field.tsx';
import { useGate } from './use-gate.ts';
import { useGateAction } from './use-gate-action.ts';

const REASONS = ['gate-app.last.cancelReason', 'gate-app.list.wrongEntry', 'gate-app.list.paidTwice'] as const;

interface CancelTicketsProps {
  tickets: readonly TicketEntry[];
  onKeep: () => void;
}

/** Asks why tickets are cancelled; nothing is cancelled without a reason. */
export function CancelTickets({ tickets, onKeep }: CancelTicketsProps) {
  const gate = useGate();
  const [text, setText] = useState('');
  const { failure, run } = useGateAction(t('gate-app.list.failed'));
  const cancel = (reason: string) =>
    run(() =>
      gate.cancelTickets(
        tickets.map(({ order }) => order),
        reason,
      ),
    );
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') cancel(text.trim());
      }}
    >
      <p>
        <b>{t('gate-app.list.question', { number: tickets.map(({ number }) => number).join(' ') })}</b>
      </p>
      {REASONS.map((reason) => (
        <button key={reason} type="button" onClick={() => cancel(t(reason))}>
          {t(reason)}
        </button>
      ))}
      <Field label={t('gate-app.list.other')} value={text} most={200} autoComplete="off" onType={setText} />
      <button type="submit" className="danger" disabled={text.trim() === ''}>
        {t('gate-app.last.yes')}
      </button>
      <button type="button" onClick={onKeep}>
        {t('gate-app.last.no')}
      </button>
      <Fault>{failure}</Fault>
    </form>
  );
}
