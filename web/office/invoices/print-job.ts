import { newKey } from '#web/ui/form/use-form-key.ts';
import { placeOf } from '../place-of.ts';

const IDS = 'print-invoices';
const PRINTED = 'invoices-printed';

/**
 * Returns false when the browser blocks it. The IDs are stored in session storage, because 500 are too many for an
 * address, and because opening a copied address must not print.
 */
export function openPrintWindow(ids: readonly string[]): boolean {
  sessionStorage.setItem(IDS, JSON.stringify(ids));
  return window.open(placeOf('/print/invoices'), '_blank') !== null;
}

/** A reload of the window prints them again. */
export function idsToPrint(): string[] {
  const stored: unknown = JSON.parse(sessionStorage.getItem(IDS) ?? '[]');
  return Array.isArray(stored) ? stored.map(String) : [];
}

export function announcePrinted(): void {
  localStorage.setItem(PRINTED, newKey());
}

export function onPrinted(listener: () => void): () => void {
  const listen = ({ key }: StorageEvent) => {
    if (key === PRINTED) listener();
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}
