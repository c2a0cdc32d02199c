/** What is used here of Web Bluetooth, WebUSB and Web Serial, which are not in the types of TypeScript. */
export interface BluetoothCharacteristic extends EventTarget {
  value?: DataView;
  properties: { write: boolean; writeWithoutResponse: boolean; notify: boolean };
  writeValueWithResponse(bytes: BufferSource): Promise<void>;
  writeValueWithoutResponse(bytes: BufferSource): Promise<void>;
  startNotifications(): Promise<unknown>;
}

export interface BluetoothDevice extends EventTarget {
  name?: string;
  gatt: {
    connect(): Promise<{
      getPrimaryServices(): Promise<{ getCharacteristics(): Promise<BluetoothCharacteristic[]> }[]>;
    }>;
    disconnect(): void;
  };
}

interface UsbEndpoint {
  direction: 'in' | 'out';
  type: string;
  endpointNumber: number;
}

export interface UsbDevice {
  productName?: string;
  configuration: {
    interfaces: {
      interfaceNumber: number;
      alternates: { interfaceClass: number; endpoints: UsbEndpoint[] }[];
    }[];
  } | null;
  open(): Promise<void>;
  close(): Promise<void>;
  selectConfiguration(value: number): Promise<void>;
  claimInterface(number: number): Promise<void>;
  transferOut(endpoint: number, bytes: BufferSource): Promise<{ status: string }>;
  transferIn(endpoint: number, length: number): Promise<{ data?: DataView }>;
}

export interface SerialPort extends EventTarget {
  readable: ReadableStream<Uint8Array> | null;
  writable: WritableStream<Uint8Array> | null;
  open(options: { baudRate: number }): Promise<void>;
  close(): Promise<void>;
}

export interface DeviceNavigator {
  bluetooth?: {
    getDevices?(): Promise<BluetoothDevice[]>;
    requestDevice(options: {
      acceptAllDevices: true;
      optionalServices: readonly (number | string)[];
    }): Promise<BluetoothDevice>;
  };
  usb?: EventTarget & {
    getDevices(): Promise<UsbDevice[]>;
    requestDevice(options: { filters: readonly { classCode: number }[] }): Promise<UsbDevice>;
  };
  serial?: {
    getPorts(): Promise<SerialPort[]>;
    requestPort(): Promise<SerialPort>;
  };
}
