import type { Instant } from '#billing/calendar.ts';
import type { SanitationTicket, VehicleTicket } from '#contract/tickets.ts';

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

/** A sanitation ticket as it is printed. */
export function printedSanitation(ticket: SanitationTicket): PrintedTicket {
  return { ...issueOf(ticket), number: ticket.customId, kind: 'Sanitation', vehicleNumber: null, rupees: ticket.price };
}

/** A vehicle ticket as it is printed; its number is `V` and its id (contract/gate.ts, check). */
export function printedVehicle(ticket: VehicleTicket): PrintedTicket {
  const { id, vehicleType, vehicleNumber, ticketPrice } = ticket;
  return { ...issueOf(ticket), number: `V${id}`, kind: vehicleType, vehicleNumber, rupees: ticketPrice };
}

function issueOf({ issued_at, byWhom, device_number }: SanitationTicket | VehicleTicket) {
  return { issuedAt: issued_at, byWhom, deviceNumber: device_number };
}

/** The address that a phone opens to see whether the ticket is valid; `origin` is where this market is reached. */
export function checkAddressOf(origin: string, number: string): string {
  return `${origin}/gate/check/${encodeURIComponent(number)}`;
}
