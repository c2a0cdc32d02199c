import { wholeRupees } from '#billing/money.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Reader } from '../../db/connect.ts';
import { presentDeviceNumber } from './present.ts';
import {
  findSanitationTicketOfDevice as findSanitationOfDevice,
  findSanitationTicket,
  type SanitationTicketRow,
} from './sanitation-queries.ts';
import {
  findVehicleTicketOfDevice as findVehicleOfDevice,
  findVehicleTicket,
  type VehicleTicketRow,
} from './vehicle-queries.ts';

/** A sanitation or vehicle ticket, which may have been cancelled. */
export interface FoundTicket {
  number: string;
  sanitation?: SanitationTicketRow | undefined;
  vehicle?: VehicleTicketRow | undefined;
}

/**
 * Finds a ticket by its number in capitals: T20_5, V17 (17 is the id of a vehicle ticket), or K-17 or K17 (device K).
 */
export async function findTicket(db: Reader, number: string): Promise<FoundTicket> {
  const [, price, count] = /^T(\d+)_(\d+)$/.exec(number) ?? [];
  if (price !== undefined)
    return { number, sanitation: await findSanitationTicket(db, wholeRupees(Number(price)), Number(count)) };
  const plain = number.replace('-', '');
  const [, id] = /^V(\d+)$/.exec(plain) ?? [];
  if (id !== undefined) return { number: plain, vehicle: await findVehicleTicket(db, Number(id)) };
  return {
    number: presentDeviceNumber(plain),
    sanitation: await findSanitationOfDevice(db, plain),
    vehicle: await findVehicleOfDevice(db, plain),
  };
}

const ID = /^\d+$/;

/** `named` is the id or the number of the ticket. */
export async function findTicketId(db: Reader, kind: 'sanitation' | 'vehicle', named: string): Promise<number> {
  const id = ID.test(named) ? Number(named) : (await findTicket(db, named))[kind]?.id;
  if (id === undefined) throw new Refusal('ticket_not_found');
  return id;
}
