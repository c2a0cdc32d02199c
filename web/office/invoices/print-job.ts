import { newKey } from '#web/ui/form/use-form-key.ts';

const IDS = 'print-invoices';
const PRINTED = 'invoices-printed';

/**
 * Opens the window that prints these invoices; false when the browser blocks it. The ids go along in the session storage,
 * which a new window gets a copy of: an address of 500 would break, and anybody's link must not print.
 */
export function openPrintWindow(ids: readonly string[]): boolean {
  sessionStorage.setItem(IDS, JSON.stringify(ids));
  return window.open('/print/invoices', '_blank') !== null;
}

/** What this window was opened to print; a reload prints it again. */
export function idsToPrint(): string[] {
  const kept: unknown = JSON.parse(sessionStorage.getItem(IDS) ?? '[]');
  return Array.isArray(kept) ? kept.map(String) : [];
}

/** Tells the other windows of this office that invoices were printed. */
export function announcePrinted(): void {
  localStorage.setItem(PRINTED, newKey());
}

/** Calls back when another window has printed; gives what ends that. */
export function onPrinted(listener: () => void): () => void {
  const listen = ({ key }: StorageEvent) => {
    if (key === PRINTED) listener();
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}
