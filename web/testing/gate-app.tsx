import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { onTestFinished } from 'vitest';
import type { Instant } from '#billing/calendar.ts';
import { clearSession, storeSession } from '#web/session.ts';
import type { Phone } from '../gate/engine/entries.ts';
import { Gate } from '../gate/engine/gate.ts';
import { GateApp } from '../gate/screens/gate-app.tsx';
import { GateContext } from '../gate/screens/use-gate.ts';
import { FakeGateServer, gateTokenOf } from './gate-server.ts';
import { memoryStore } from './gate-store.ts';

export const GATE_USER = 'nimal@example.com';
const MORNING = '2026-11-20T00:30:00.000Z' as Instant;

export function gateSessionOf(email: string, mustChangePassword = false) {
  return { token: gateTokenOf(email), role: 'tiketing' as const, name: '', email, mustChangePassword };
}

export async function openGateScreen(change: Partial<Phone> = {}, server = new FakeGateServer()) {
  if (!location.pathname.startsWith('/gate')) history.replaceState(null, '', '/gate');
  const store = memoryStore();
  const clock = { now: MORNING };
  await store.change(async (state) => state.savePhone({ ...(await state.phone()), deviceCode: 'K', ...change }));
  storeSession(gateSessionOf(GATE_USER));
  const gate = await Gate.start({
    store,
    server: server.call,
    now: () => clock.now,
    runExclusively: (work) => work(),
    announce: () => undefined,
  });
  onTestFinished(() => {
    gate.stop();
    clearSession();
    history.replaceState(null, '', '/gate');
  });
  render(
    <GateContext value={gate}>
      <GateApp />
    </GateContext>,
  );
  const user = userEvent.setup({ delay: null });
  const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }));
  return { gate, server, store, user, press, clock };
}

export async function openShiftAtGate(change: Partial<Phone> = {}, server = new FakeGateServer()) {
  const gate = await openGateScreen(change, server);
  await gate.press('Open shift with Rs 0');
  await screen.findByRole('region', { name: 'Shift' });
  return gate;
}

export const lastTicketOnScreen = () => within(screen.getByRole('region', { name: 'Last ticket' }));
