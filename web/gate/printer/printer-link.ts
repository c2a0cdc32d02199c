/** A connection to a receipt printer. */
export interface PrinterLink {
  /** The name of the device, as it says it. */
  name: string;
  /** The most bytes of one `write`. */
  piece: number;
  /** Resolves when the device has taken the bytes. */
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Resolves with the next bytes that the device sends; undefined if it sends none within `ms`, or never does. */
  read(ms: number): Promise<Uint8Array | undefined>;
  close(): Promise<void>;
}

export const printerKinds = ['bluetooth', 'usb', 'serial'] as const;
export type PrinterKind = (typeof printerKinds)[number];

export interface LinkOptions {
  /** The speed of a serial cable. Bluetooth and USB have none. */
  baudRate: number;
  /** Called once when the device goes away. */
  onGone: () => void;
}

/** Opens a link. Without `isAsking`, only a device that was allowed before is opened; undefined if there is none. */
export type OpenLink = (kind: PrinterKind, options: LinkOptions, isAsking: boolean) => Promise<PrinterLink | undefined>;

/** Returns a promise of the result, or of undefined after `ms`. */
export async function within<Result>(ms: number, result: Promise<Result>): Promise<Result | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
}
