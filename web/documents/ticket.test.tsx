import { cleanup, render, screen } from '@testing-library/react';
import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { instantOf } from '#billing/calendar.ts';
import { type PrintedTicket, ticketPaper } from '#contract/documents/ticket-paper.ts';
import { firstVehicleTypes } from '#contract/first-vehicle-types.ts';
import type { Language } from '#contract/languages.ts';
import { TicketSheet } from './ticket.tsx';

const lorry: PrintedTicket = {
  number: 'V17',
  deviceNumber: 'K-9',
  vehicle: { type: 'Lorry', number: 'WP CAB-1234' },
  rupees: 1150,
  issuedAt: instantOf(Date.parse('2026-11-20T19:00:12.000Z')),
  byWhom: 'kumari@example.com',
};

const types = firstVehicleTypes.map((type) => ({ ...type, former_names: [] }));
const issue = { centre: 'Pola Economic Centre', origin: 'https://pola.example', types };

function show(more: Partial<PrintedTicket> = {}, language: Language = 'en') {
  const paper = ticketPaper({ ...lorry, ...more }, { ...issue, language });
  render(<TicketSheet paper={paper} />);
}
const lines = () => [...screen.getByRole('article').querySelectorAll('p')].map(({ textContent }) => textContent);

test('a ticket of a vehicle names market, type, both numbers, vehicle, price, Colombo time and issuer', () => {
  show();
  expect(lines()).toEqual([
    'Pola Economic Centre',
    'Lorry ticket',
    'V17',
    'Device No. K-9',
    'WP CAB-1234',
    'Rs. 1,150.00',
    '21 Nov 2026, 00:30:12',
    'Issued by kumari@example.com',
  ]);
});

test('a sanitation ticket has its price and no vehicle', () => {
  show({ number: 'T20_5', vehicle: null, deviceNumber: null, rupees: 20 });
  expect(lines().slice(1, 4)).toEqual(['Sanitation ticket', 'T20_5', 'Rs. 20.00']);
});

test('a ticket that has only a device number shows it once', () => {
  show({ number: 'K-9' });
  expect(screen.getAllByText(/K-9/)).toHaveLength(1);
});

test('the QR code is that of the address, with black modules and a margin of four white ones', () => {
  show();
  const code = screen.getByRole('img', { name: 'QR code for https://pola.example/gate/check/V17' });
  const [, , width = 0] = (code.getAttribute('viewBox') ?? '').split(' ').map(Number);
  expect((width - 8 - 17) % 4).toBe(0);
  const bars = [...(code.querySelector('path')?.getAttribute('d') ?? '').matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)];
  const modules = bars.flatMap(([, x, y, length]) =>
    Array.from({ length: Number(length) }, (_, at) => `${Number(x) + at} ${y}`),
  );
  const { data } = encode('https://pola.example/gate/check/V17', { ecc: 'M', border: 4 });
  const black = data.flatMap((row, y) => row.flatMap((isBlack, x) => (isBlack ? [`${x} ${y}`] : [])));
  expect(modules).toEqual(black);
  const places = modules.flatMap((place) => place.split(' ').map(Number));
  expect([Math.min(...places), Math.max(...places)]).toEqual([4, width - 5]);
  expect(code.getAttribute('width')).toBe(`${width * 0.75}mm`);
});

test('another number has another QR code', () => {
  show();
  const first = screen.getByRole('img').innerHTML;
  cleanup();
  show({ number: 'V18' });
  expect(screen.getByRole('img').innerHTML).not.toBe(first);
});

test('the address to check is below the gate address of this market', () => {
  const { code } = ticketPaper({ ...lorry, number: 'T20_5' }, { ...issue, language: 'en' });
  expect(code.address).toBe('https://pola.example/gate/check/T20_5');
});
