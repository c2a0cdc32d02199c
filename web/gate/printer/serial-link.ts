import type { DeviceNavigator } from './device-types.ts';
import { type LinkOptions, type PrinterLink, within } from './printer-link.ts';

const PIECE = 512;

export async function openSerial(
  { baudRate, onGone }: LinkOptions,
  isAsking: boolean,
): Promise<PrinterLink | undefined> {
  const { serial } = navigator as DeviceNavigator;
  const port = await (isAsking ? serial?.requestPort() : serial?.getPorts().then(([first]) => first));
  if (!port) return undefined;
  await port.open({ baudRate });
  port.addEventListener('disconnect', onGone, { once: true });
  const writer = port.writable?.getWriter();
  const reader = port.readable?.getReader();
  let reading: Promise<{ value?: Uint8Array | undefined }> | undefined;
  return {
    name: '',
    piece: PIECE,
    async write(bytes) {
      await writer?.write(bytes);
    },
    async read(ms) {
      reading ??= reader?.read();
      const answer = await (reading && within(ms, reading));
      if (answer) reading = undefined;
      return answer?.value;
    },
    async close() {
      port.removeEventListener('disconnect', onGone);
      await reader?.cancel();
      reader?.releaseLock();
      writer?.releaseLock();
      await port.close();
    },
  };
}
