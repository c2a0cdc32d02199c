import { createContext, use, useSyncExternalStore } from 'react';
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

/** True does not mean that the server can be reached. */
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
