import { useEffect, useRef, useState } from 'react';
import type { Cents } from '#billing/money.ts';
import { t } from '#web/i18n/t.ts';
import { useSession } from '#web/session.ts';
import { rejectedEntries, type TicketKind } from '../engine/entries.ts';
import { PriceChanged } from '../engine/gate.ts';
import { useGate, useGateView } from './use-gate.ts';

/** Taps within this time count as one, because a wet finger bounces. */
const BOUNCE_MS = 400;

/** `isResting` for a moment after a tap, and after something above has moved the buttons. */
export function useIssue(): {
  /** Returns whether the ticket is stored. */
  issue: (kind: TicketKind, cents: Cents) => Promise<boolean>;
  rest: () => void;
  isResting: boolean;
  failure: string | undefined;
} {
  const gate = useGate();
  const above = `${useSession() !== undefined} ${rejectedEntries(useGateView().entries).length}`;
  const [isResting, setResting] = useState(false);
  const shown = useRef(above);
  useEffect(() => {
    if (shown.current === above) return undefined;
    shown.current = above;
    setResting(true);
    const timer = setTimeout(() => setResting(false), BOUNCE_MS);
    return () => clearTimeout(timer);
  }, [above]);
  const [failure, setFailure] = useState<string>();
  const rest = () => {
    setResting(true);
    setTimeout(() => setResting(false), BOUNCE_MS);
  };
  const issue = async (kind: TicketKind, cents: Cents) => {
    rest();
    setFailure(undefined);
    try {
      await gate.issue(kind, cents);
      navigator.vibrate?.(60);
      return true;
    } catch (error) {
      const isNewPrice = error instanceof PriceChanged;
      setFailure(t(isNewPrice ? 'gate-app.vehicle.newPrice' : 'gate-app.tickets.notSaved'));
      return false;
    }
  };
  return { issue, rest, isResting, failure };
}
