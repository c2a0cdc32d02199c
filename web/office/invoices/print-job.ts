import { newKey } from '#web/ui/form/use-form-key.ts';

const IDS = 'print-invoices';
const PRINTED = 'invoices-printed';

/**
 * Opens the window that prints these invoices. Returns false when the browser blocks it. The IDs are in the session storage,
 * of which a new window gets a copy: an address with 500 would be too long, and a link must not print.
 */
export function openPrintWindow(ids: readonly string[]): boolean {
  sessionStorage.setItem(IDS, JSON.stringify(ids));
  return window.open('/print/invoices', '_blank') !== null;
}

/** Returns the IDs that this window was opened to print; a reload prints them again. */
export function idsToPrint(): string[] {
  const stored: unknown = JSON.parse(sessionStorage.getItem(IDS) ?? '[]');
  return Array.isArray(stored) ? stored.map(String) : [];
}

/** Notifies the other windows of this browser that invoices were printed. */
export function announcePrinted(): void {
  localStorage.setItem(PRINTED, newKey());
}

/** Calls `listener` when another window has printed. Returns the function that stops this. */
export function onPrinted(listener: () => void): () => void {
  const listen = ({ key }: StorageEvent) => {
    if (key === PRINTED) listener();
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}
