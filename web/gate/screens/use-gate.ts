import { createContext, use, useEffect, useReducer, useSyncExternalStore } from 'react';
import { dayOf, endOfDay, type Instant } from '#billing/calendar.ts';
import type { Gate, GateView } from '../engine/gate.ts';

export const GateContext = createContext<Gate | undefined>(undefined);

export function useGate(): Gate {
  const gate = use(GateContext);
  if (!gate) throw new Error('useGate needs a GateContext.');
  return gate;
}

export function useGateView(): GateView {
  const gate = useGate();
  return useSyncExternalStore(gate.subscribe, gate.view);
}

/** Returns the time, and renders again at midnight in Colombo. */
export function useNow(): Instant {
  const gate = useGate();
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  const now = gate.now();
  const midnight = endOfDay(dayOf(now));
  useEffect(() => {
    const timer = setTimeout(renderAgain, Date.parse(midnight) - Date.parse(gate.now()));
    return () => clearTimeout(timer);
  }, [gate, midnight]);
  return now;
}

/** Returns whether the phone has a network. True does not mean that the server can be reached. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(watchNetwork, () => navigator.onLine);
}

function watchNetwork(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
