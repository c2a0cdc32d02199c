import type { Page } from '@playwright/test';

export interface StubUsb {
  printed: number[];
  isOff: boolean;
  isStalled: boolean;
  losesEvery: number;
  msForPiece: number;
  switchOff(): void;
}

declare global {
  interface Window {
    stubUsb: StubUsb;
  }
}

/** Puts a receipt printer at the USB port of the page. A test reads its bytes and sets its faults in `window.stubUsb`. */
export async function plugInPrinter(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const listeners = new Set<(event: Event) => void>();
    const state: StubUsb = {
      printed: [],
      isOff: false,
      isStalled: false,
      losesEvery: 0,
      msForPiece: 0,
      switchOff() {
        state.isOff = true;
        for (const listener of listeners) listener(Object.assign(new Event('disconnect'), { device }));
      },
    };
    window.stubUsb = state;
    let pieces = 0;
    const bulk = { type: 'bulk', endpointNumber: 1 } as const;
    const endpoints = [
      { ...bulk, direction: 'out' },
      { ...bulk, direction: 'in' },
    ];
    const device = {
      productName: 'Stub 58',
      configuration: { interfaces: [{ interfaceNumber: 0, alternates: [{ interfaceClass: 7, endpoints }] }] },
      async open() {
        if (state.isOff) throw new DOMException('Access denied.', 'NetworkError');
      },
      close: async () => {},
      selectConfiguration: async () => {},
      claimInterface: async () => {},
      async transferOut(_: number, bytes: Uint8Array) {
        if (state.isOff) throw new DOMException('A transfer error has occurred.', 'NetworkError');
        if (state.isStalled) await new Promise(() => {});
        if (state.msForPiece > 0) await new Promise((resolve) => setTimeout(resolve, state.msForPiece));
        pieces += 1;
        const isLost = state.losesEvery > 0 && pieces % state.losesEvery === 0;
        if (bytes[0] !== 0x10 && !isLost) state.printed.push(...bytes);
        return { status: 'ok' };
      },
      transferIn: () => new Promise(() => {}),
    };
    const usb = {
      getDevices: async () => (localStorage.getItem('stub-usb') === null ? [] : [device]),
      async requestDevice() {
        localStorage.setItem('stub-usb', 'allowed');
        return device;
      },
      addEventListener: (_: string, listener: (event: Event) => void) => void listeners.add(listener),
      removeEventListener: (_: string, listener: (event: Event) => void) => void listeners.delete(listener),
    };
    Object.defineProperty(navigator, 'usb', { value: usb });
  });
}
