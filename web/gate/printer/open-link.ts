import { openBluetooth } from './bluetooth-link.ts';
import type { DeviceNavigator } from './device-types.ts';
import { type OpenLink, type PrinterKind, printerKinds } from './printer-link.ts';
import { openSerial } from './serial-link.ts';
import { openUsb } from './usb-link.ts';

const OPENERS = { bluetooth: openBluetooth, usb: openUsb, serial: openSerial };

export const openLink: OpenLink = (kind, options, isAsking) => OPENERS[kind](options, isAsking);

/** Returns the kinds of printers that this browser can speak to. */
export function kindsHere(): PrinterKind[] {
  return printerKinds.filter((kind) => (navigator as DeviceNavigator)[kind] !== undefined);
}
