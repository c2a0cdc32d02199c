import type { Day, Instant } from '#billing/calendar.ts';
import texts from '#texts/ticket-paper.json' with { type: 'json' };
import { writeFigure } from '../figures.ts';
import type { Language } from '../languages.ts';
import { writeDay, writeInstant } from '../messages/day-words.ts';
import { fill, type MessageValues } from '../messages/format-message.ts';
import type { SanitationTicket, VehicleTicket } from '../tickets.ts';
import { type NamedVehicleType, vehicleTypeName } from '../vehicle-type-names.ts';

export interface PrintedTicket {
  /**
   * The number with which the ticket is checked: `T20_5`, `V17`, or the device's number until the server has assigned
   * one.
   */
  number: string;
  /** The number that an offline device assigned, printed beside the server's. */
  deviceNumber: string | null;
  /** The vehicle; null on a sanitation ticket. */
  vehicle: { type: string; number: string } | null;
  /** The last day of a pass; null or missing on a ticket for one entry. */
  passUntil?: Day | null;
  rupees: number;
  issuedAt: Instant;
  byWhom: string;
  /** True if it was printed before, so that two papers of one ticket differ. */
  isCopy?: boolean;
}

type TicketText = 'name' | 'kind' | 'copy' | 'sanitation' | 'device' | 'price' | 'pass' | 'issuer' | 'code';

/** The lines of a ticket, from top to bottom. */
export interface TicketPaper {
  language: Language;
  name: string;
  lines: {
    place: 'centre' | 'kind' | 'copy' | 'number' | 'device' | 'vehicle' | 'pass' | 'price' | 'time' | 'issuer';
    text: string;
  }[];
  /** The address in the QR code. A signed-in phone that opens it shows whether the ticket is valid. */
  code: { address: string; name: string };
}

interface TicketIssue {
  centre: string;
  /** The public address of the market. */
  origin: string;
  /** The language of the phone that prints the ticket. */
  language: Language;
  types: readonly NamedVehicleType[];
}

export function ticketPaper(ticket: PrintedTicket, issue: TicketIssue): TicketPaper {
  const { centre, origin, language, types } = issue;
  const textOf = (part: TicketText, values: MessageValues = {}) => ticketText(part, values, language);
  const { number, deviceNumber, vehicle, passUntil, rupees, issuedAt, byWhom, isCopy } = ticket;
  const device = deviceNumber === null || deviceNumber === number ? '' : deviceNumber;
  const address = checkAddressOf(origin, number);
  const kind = vehicle ? vehicleTypeName(types, vehicle.type, language) : textOf('sanitation');
  const lines: TicketPaper['lines'] = [
    { place: 'centre', text: centre },
    { place: 'kind', text: textOf('kind', { kind }) },
    { place: 'copy', text: isCopy ? textOf('copy') : '' },
    { place: 'number', text: number },
    { place: 'device', text: device && textOf('device', { number: device }) },
    { place: 'vehicle', text: vehicle?.number ?? '' },
    { place: 'pass', text: passUntil ? textOf('pass', { date: writeDay(passUntil, language) }) : '' },
    { place: 'price', text: textOf('price', { figure: writeFigure(rupees) }) },
    { place: 'time', text: writeInstant(issuedAt, language) },
    { place: 'issuer', text: textOf('issuer', { name: byWhom }) },
  ];
  return {
    language,
    name: textOf('name', { number }),
    lines: lines.filter(({ text }) => text !== ''),
    code: { address, name: textOf('code', { address }) },
  };
}

export function printedSanitation(ticket: SanitationTicket): PrintedTicket {
  const { customId: number, price: rupees } = ticket;
  return { ...issueOf(ticket), number, vehicle: null, rupees };
}

/** Returns the content of a vehicle ticket. Its number is `V` followed by its id (contract/gate.ts, check). */
export function printedVehicle(ticket: VehicleTicket): PrintedTicket {
  const { id, vehicleType, vehicleNumber, ticketPrice } = ticket;
  const vehicle = { type: vehicleType, number: vehicleNumber };
  return { ...issueOf(ticket), number: `V${id}`, vehicle, passUntil: ticket.pass_until, rupees: ticketPrice };
}

function issueOf({ issued_at, byWhom, device_number }: SanitationTicket | VehicleTicket) {
  return { issuedAt: issued_at, byWhom, deviceNumber: device_number };
}

function ticketText(part: TicketText, values: MessageValues, language: Language): string {
  return fill(texts.paper, { key: `ticket-paper.${part}`, values }, language);
}

function checkAddressOf(origin: string, number: string): string {
  return `${origin}/gate/check/${encodeURIComponent(number)}`;
}
