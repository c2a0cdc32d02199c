import { useRef, useState } from 'react';
import type { Cents } from '#billing/money.ts';
import { t } from '#web/i18n/t.ts';
import type { TicketKind } from '../engine/entries.ts';
import { PriceChanged } from '../engine/gate.ts';
import { usePrintOnRoll } from './printer/use-printer.ts';
import { useGate, useGateView } from './use-gate.ts';

/** The maximum number of taps that a slow phone has not stored yet. */
const MOST_PENDING = 50;

interface Issuing {
  /** Issues tickets and returns whether they are stored. Taps are never merged: each call issues separate tickets. */
  issue: (kind: TicketKind, cents: Cents, count?: number) => Promise<boolean>;
  isFull: boolean;
  failure: string | undefined;
}

export function useIssue(): Issuing {
  const gate = useGate();
  const printOnRoll = usePrintOnRoll();
  const isAutomatic = useGateView().phone.printer?.isAutomatic;
  const taps = useRef({ pending: 0, failed: 0 });
  const [pending, setPending] = useState(0);
  const [failure, setFailure] = useState<string>();
  const issue = async (kind: TicketKind, cents: Cents, count = 1) => {
    if (taps.current.pending >= MOST_PENDING) return false;
    if (taps.current.pending === 0) {
      taps.current.failed = 0;
      setFailure(undefined);
    }
    taps.current.pending += 1;
    setPending(taps.current.pending);
    try {
      const tickets = await gate.issue(kind, cents, count);
      if (isAutomatic) printOnRoll?.(tickets);
      navigator.vibrate?.(60);
      return true;
    } catch (error) {
      taps.current.failed += count;
      const isNewPrice = error instanceof PriceChanged;
      setFailure(
        isNewPrice ? t('gate-app.vehicle.newPrice') : t('gate-app.tickets.notSaved', { count: taps.current.failed }),
      );
      return false;
    } finally {
      taps.current.pending -= 1;
      setPending(taps.current.pending);
    }
  };
  const isFull = pending >= MOST_PENDING;
  return { issue, isFull, failure: isFull ? t('gate-app.tickets.full', { count: pending }) : failure };
}
