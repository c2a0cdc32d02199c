import type { BluetoothCharacteristic, BluetoothDevice, DeviceNavigator } from './device-types.ts';
import { type LinkOptions, type PrinterLink, within } from './printer-link.ts';

/** The services of Low Energy printers that are sold; a browser shows only services that were asked for. */
const SERVICES = [
  0x18f0,
  0xff00,
  0xffe0,
  0xae30,
  '49535343-fe7d-4ae5-8fa9-9fafd205e455',
  'e7810a71-73ae-499d-8c15-faa9aef0c3f2',
];
/** A phone and a printer agree on 23 to 512 bytes, and do not say which; printers that are sold take 120. */
const PIECE = 120;

let known: BluetoothDevice | undefined;

export async function openBluetooth({ onGone }: LinkOptions, isAsking: boolean): Promise<PrinterLink | undefined> {
  const { bluetooth } = navigator as DeviceNavigator;
  if (isAsking) known = await bluetooth?.requestDevice({ acceptAllDevices: true, optionalServices: SERVICES });
  else known ??= (await bluetooth?.getDevices?.())?.[0];
  const device = known;
  if (!device) return undefined;
  const server = await device.gatt.connect();
  const services = await server.getPrimaryServices();
  const all = (await Promise.all(services.map((service) => service.getCharacteristics()))).flat();
  const out = all.find(({ properties }) => properties.writeWithoutResponse) ?? all.find(isWritable);
  if (!out) {
    device.gatt.disconnect();
    throw new Error('The device has no service of a printer.');
  }
  const back = all.find(({ properties }) => properties.notify);
  await back?.startNotifications();
  device.addEventListener('gattserverdisconnected', onGone, { once: true });
  return {
    name: device.name ?? '',
    piece: PIECE,
    write: (bytes) =>
      out.properties.writeWithoutResponse ? out.writeValueWithoutResponse(bytes) : out.writeValueWithResponse(bytes),
    read: (ms) => (back ? within(ms, nextValue(back)) : Promise.resolve(undefined)),
    async close() {
      device.removeEventListener('gattserverdisconnected', onGone);
      device.gatt.disconnect();
    },
  };
}

function isWritable({ properties }: BluetoothCharacteristic): boolean {
  return properties.write;
}

function nextValue(characteristic: BluetoothCharacteristic): Promise<Uint8Array> {
  return new Promise((resolve) => {
    const take = () => resolve(new Uint8Array(characteristic.value?.buffer ?? new ArrayBuffer(0)));
    characteristic.addEventListener('characteristicvaluechanged', take, { once: true });
  });
}
