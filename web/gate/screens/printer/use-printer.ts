import { createContext, use, useEffect, useSyncExternalStore } from 'react';
import type { TicketEntry } from '../../engine/entries.ts';
import type { PhonePrinter } from '../../printer/phone-printer.ts';
import { type PrinterState, TicketPrinter } from '../../printer/ticket-printer.ts';
import { useGate, useGateView } from '../use-gate.ts';

export const PrinterContext = createContext(new TicketPrinter(async () => undefined));

interface OwnPrinter {
  printer: TicketPrinter;
  state: PrinterState;
  /** The stored choice; undefined on a phone without a printer. */
  choice: PhonePrinter | undefined;
}

export function usePrinter(): OwnPrinter {
  const printer = use(PrinterContext);
  const state = useSyncExternalStore(printer.subscribe, printer.state);
  return { printer, state, choice: useGateView().phone.printer };
}

/** Opens the stored printer when the page opens, and tries again when the screen is on again. */
export function useStoredPrinter(): void {
  const { printer, choice } = usePrinter();
  const isChosen = choice !== undefined;
  useEffect(() => {
    if (choice && printer.state().state === 'none') void printer.connect(choice, false);
  }, [printer, choice]);
  useEffect(() => {
    if (!isChosen) return;
    const wake = () => document.visibilityState === 'visible' && printer.retry();
    document.addEventListener('visibilitychange', wake);
    return () => document.removeEventListener('visibilitychange', wake);
  }, [printer, isChosen]);
}

/** Returns a function that prints tickets on the receipt printer; undefined without one. */
export function usePrintOnRoll(): ((tickets: readonly TicketEntry[]) => void) | undefined {
  const gate = useGate();
  const { printer, choice } = usePrinter();
  if (!choice) return undefined;
  return (tickets) => {
    for (const { order, number } of tickets)
      printer.print({
        number,
        draw: async (isAgain) => {
          const { drawEntry } = await import('./draw-entry.ts');
          const { entries, phone } = gate.view();
          const ticket = entries.find(
            (entry): entry is TicketEntry => entry.what === 'ticket' && entry.order === order,
          );
          if (!ticket) throw new Error(`Ticket ${number} is not on this phone.`);
          return drawEntry({ ticket, isAgain, types: phone.vehicleTypes, roll: choice.roll });
        },
        onPrinted: () => gate.countPrint(order),
      });
  };
}
