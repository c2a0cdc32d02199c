import type { PrinterKind } from './printer-link.ts';

/** The printable dots across a roll of 58 and of 80 mm, at 8 dots a millimetre. */
export const dotsAcross = { 58: 384, 80: 576 } as const;
export type RollWidth = keyof typeof dotsAcross;

/** The receipt printer of a phone, as the phone stores it. */
export interface PhonePrinter {
  kind: PrinterKind;
  /** The name of the device, as it says it. */
  name: string;
  roll: RollWidth;
  baudRate: number;
  hasCutter: boolean;
  /** Whether each ticket is printed when it is issued. */
  isAutomatic: boolean;
}
