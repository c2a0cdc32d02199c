import { useEffect, useRef, useState } from 'react';
import type { Cents } from '#billing/money.ts';
import { t } from '#web/i18n/t.ts';
import { useSession } from '#web/session.ts';
import { rejectedEntries, type TicketKind } from '../engine/entries.ts';
import { useGate, useGateView } from './use-gate.ts';

/** Taps within this time count as one, because a wet finger bounces. */
const BOUNCE_MS = 400;

/** `isResting` for a moment after a tap, and after something above has moved the buttons. */
export function useIssue(): {
  issue: (kind: TicketKind, cents: Cents) => void;
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
  const issue = (kind: TicketKind, cents: Cents) => {
    rest();
    setFailure(undefined);
    gate.issue(kind, cents).then(
      () => navigator.vibrate?.(60),
      () => setFailure(t('gate-app.tickets.notSaved')),
    );
  };
  return { issue, rest, isResting, failure };
}
