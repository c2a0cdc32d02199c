import { createContext, use, useSyncExternalStore } from 'react';
import type { Gate, GateView } from '../engine/gate.ts';

/** The gate that all screens work on. */
export const GateContext = createContext<Gate | undefined>(undefined);

/** What can be done at the gate. */
export function useGate(): Gate {
  const gate = use(GateContext);
  if (!gate) throw new Error('A screen of the gate stands outside of it.');
  return gate;
}

/** What the phone remembers, kept up to date. */
export function useGateView(): GateView {
  const gate = useGate();
  return useSyncExternalStore(gate.subscribe, gate.view);
}

/** False when this phone has no network at all; true says little. */
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
