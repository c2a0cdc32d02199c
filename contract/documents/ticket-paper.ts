import type { Instant } from '#billing/calendar.ts';
import texts from '../messages/en/ticket-paper.json' with { type: 'json' };
import { formatMessage, type MessageValues } from '../messages/format-message.ts';
import type { SanitationTicket, VehicleTicket } from '../tickets.ts';
import { writeFigure, writeInstant } from './figures.ts';

/** A ticket of either kind, as printed. */
export interface PrintedTicket {
  /** The number that it is checked by: `T20_5`, `V17`, or that of a device until the server has given its own. */
  number: string;
  /** The number that an offline device gave it, beside the server's. */
  deviceNumber: string | null;
  /** `Sanitation`, or the type of the vehicle. */
  kind: string;
  vehicleNumber: string | null;
  rupees: number;
  issuedAt: Instant;
  byWhom: string;
}

type TicketText = 'name' | 'kind' | 'sanitation' | 'device' | 'price' | 'issuer' | 'code';

/** The texts of a ticket, from top to bottom, and its QR code. */
export interface TicketPaper {
  name: string;
  lines: { place: 'centre' | 'kind' | 'number' | 'device' | 'vehicle' | 'price' | 'time' | 'issuer'; text: string }[];
  /** The address at which a signed-in phone sees whether the ticket is valid. */
  code: { address: string; name: string };
}

/** Returns a ticket as printed; `origin` is where this market is reached. */
export function ticketPaper(ticket: PrintedTicket, centre: string, origin: string): TicketPaper {
  const { number, deviceNumber, kind, vehicleNumber, rupees, issuedAt, byWhom } = ticket;
  const device = deviceNumber === null || deviceNumber === number ? '' : deviceNumber;
  const address = checkAddressOf(origin, number);
  const lines: TicketPaper['lines'] = [
    { place: 'centre', text: centre },
    { place: 'kind', text: textOf('kind', { kind }) },
    { place: 'number', text: number },
    { place: 'device', text: device && textOf('device', { number: device }) },
    { place: 'vehicle', text: vehicleNumber ?? '' },
    { place: 'price', text: textOf('price', { figure: writeFigure(rupees) }) },
    { place: 'time', text: writeInstant(issuedAt) },
    { place: 'issuer', text: textOf('issuer', { name: byWhom }) },
  ];
  return {
    name: textOf('name', { number }),
    lines: lines.filter(({ text }) => text !== ''),
    code: { address, name: textOf('code', { address }) },
  };
}

/** Returns what the kind of a sanitation ticket is called. */
export function sanitationKind(): string {
  return textOf('sanitation');
}

/** Returns a sanitation ticket as it is printed. */
export function printedSanitation(ticket: SanitationTicket): PrintedTicket {
  const { customId: number, price: rupees } = ticket;
  return { ...issueOf(ticket), number, kind: sanitationKind(), vehicleNumber: null, rupees };
}

/** Returns a vehicle ticket as it is printed; its number is `V` and its id (contract/gate.ts, check). */
export function printedVehicle(ticket: VehicleTicket): PrintedTicket {
  const { id, vehicleType, vehicleNumber, ticketPrice } = ticket;
  return { ...issueOf(ticket), number: `V${id}`, kind: vehicleType, vehicleNumber, rupees: ticketPrice };
}

function issueOf({ issued_at, byWhom, device_number }: SanitationTicket | VehicleTicket) {
  return { issuedAt: issued_at, byWhom, deviceNumber: device_number };
}

/** Its catalogue is separate from those of other papers and of the API, because gate phones load it. */
function textOf(part: TicketText, values: MessageValues = {}): string {
  return formatMessage(texts[`ticket-paper.${part}`], values, 'en');
}

function checkAddressOf(origin: string, number: string): string {
  return `${origin}/gate/check/${encodeURIComponent(number)}`;
}
