import { useEffect, useRef } from 'react';
import { toRupees } from '#billing/money.ts';
import { type PrintedShift, shiftPaper } from '#contract/documents/shift-paper.ts';
import { printOnRoll } from '#web/documents/print-on-roll.ts';
import { ShiftSheet } from '#web/documents/shift.tsx';
import { currentLanguage } from '#web/i18n/t.ts';
import { type ShiftClosing, shownEmail } from '../../engine/entries.ts';
import { centreName } from '../printed-entry.ts';
import { useGateView } from '../use-gate.ts';

export function ShiftPrint({ closing }: { closing: ShiftClosing }) {
  const sheet = useRef<HTMLElement>(null);
  const { deviceCode, vehicleTypes: types } = useGateView().phone;
  useEffect(() => void printOnRoll(sheet.current), []);
  const issue = { centre: centreName(), language: currentLanguage(), types };
  const paper = shiftPaper(printedClosing(closing, deviceCode), issue);
  return (
    <div className="paper" aria-hidden>
      <ShiftSheet paper={paper} sheet={sheet} />
    </div>
  );
}

function printedClosing(closing: ShiftClosing, device: string | null): PrintedShift {
  const byWhom = shownEmail(closing);
  const { shiftId: id, opened: openedAt, at: closedAt, reason, state, split = [] } = closing;
  return {
    id,
    byWhom,
    device,
    openedAt,
    closedAt,
    reason,
    isSent: state === 'sent',
    opening: toRupees(closing.opening),
    expected: toRupees(closing.expected),
    counted: toRupees(closing.counted),
    split: split.map(({ kind, tickets, cents, voided }) => ({
      kind,
      ticket_count: tickets,
      ticket_sum: toRupees(cents),
      void_count: voided,
    })),
  };
}
