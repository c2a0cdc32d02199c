import type { DeviceNavigator, UsbDevice } from './device-types.ts';
import { type LinkOptions, type PrinterLink, within } from './printer-link.ts';

/** The class of printers in the USB standard. */
const PRINTER = 7;
const PIECE = 4096;

export async function openUsb({ onGone }: LinkOptions, isAsking: boolean): Promise<PrinterLink | undefined> {
  const { usb } = navigator as DeviceNavigator;
  const device = await (isAsking
    ? usb?.requestDevice({ filters: [{ classCode: PRINTER }] })
    : usb?.getDevices().then(([first]) => first));
  if (!usb || !device) return undefined;
  await device.open();
  if (device.configuration === null) await device.selectConfiguration(1);
  const { number, out, back } = findPorts(device);
  await device.claimInterface(number);
  const notice = (event: Event) => {
    if ((event as Event & { device?: UsbDevice }).device === device) onGone();
  };
  usb.addEventListener('disconnect', notice);
  let reading: Promise<{ data?: DataView }> | undefined;
  return {
    name: device.productName ?? '',
    piece: PIECE,
    async write(bytes) {
      const { status } = await device.transferOut(out, bytes);
      if (status !== 'ok') throw new Error(`The printer answers "${status}".`);
    },
    async read(ms) {
      if (back === undefined) return undefined;
      reading ??= device.transferIn(back, 64);
      const answer = await within(ms, reading);
      if (answer) reading = undefined;
      return answer?.data && new Uint8Array(answer.data.buffer);
    },
    async close() {
      usb.removeEventListener('disconnect', notice);
      await device.close();
    },
  };
}

function findPorts({ configuration }: UsbDevice): { number: number; out: number; back: number | undefined } {
  for (const { interfaceNumber, alternates } of configuration?.interfaces ?? [])
    for (const { interfaceClass, endpoints } of alternates) {
      const portOf = (way: 'in' | 'out') =>
        endpoints.find(({ direction, type }) => direction === way && type === 'bulk')?.endpointNumber;
      const out = portOf('out');
      if (interfaceClass === PRINTER && out !== undefined) return { number: interfaceNumber, out, back: portOf('in') };
    }
  throw new Error('The device has no interface of a printer.');
}
