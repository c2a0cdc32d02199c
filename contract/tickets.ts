import { z } from 'zod';
import { dayText, instant, optionalLine, orNone, rupeesOut, wholeNumber } from './scalars.ts';

/**
 * The letters of a gate phone and its own count: `K-17`. The office gives the letters, the phone counts. V alone is no
 * phone: V17 is the vehicle ticket with the id 17.
 */
const deviceNumberIn = z
  .string({ error: 'Enter the number of the device as text, such as K-17.' })
  .trim()
  .toUpperCase()
  .regex(/^(?!V-?\d)[A-Z]{1,4}-?[1-9]\d{0,8}$/, 'A device number is 1 to 4 letters and a count, such as K-17.')
  .transform((text) => text.replace('-', ''))
  .meta({
    description: 'The number that an offline device gave: letters and a count, such as K-17',
    examples: ['K-17'],
  });

/** An instant coming in, in any offset. Whether it may be that old is decided by the act that takes it. */
export const issuedAtIn = z.iso
  .datetime({ offset: true, error: 'Enter an instant, ISO 8601.' })
  .meta({ description: 'When it was issued: ISO 8601, at most 48 hours ago; a clock 2 minutes ahead counts as now' });

/** A shift of the gate, by the identifier that the device made for it. */
export const shiftIdIn = z.uuid('Enter the identifier of a shift.').toLowerCase();

/** What every issued ticket may also say (wire.md, section 5): from a device that was offline. */
export const issuedOffline = {
  issued_at: issuedAtIn.optional(),
  device_number: deviceNumberIn.optional(),
  shift_id: shiftIdIn.optional(),
};

/** What every ticket carries about its issue. */
export const issued = {
  /** The Colombo day it belongs to, in lists and sums. */
  date: dayText,
  /** E-mail of who issued it. */
  byWhom: z.string(),
  issued_at: instant,
  /** As it is printed: K-17. */
  device_number: z.string().nullable(),
};

/** Income of a day, a month or a period. */
export const income = { totalIncome: rupeesOut, ticketCount: z.int() };

/** A part of a text, ignoring case; empty for none. */
export const partOf = (maxLength: number) => orNone(optionalLine(maxLength));

/** A page of a list: 100 tickets unless `limit` says how many; without both, all that the list gives. */
export const paging = { page: orNone(wholeNumber(999_999)), limit: orNone(wholeNumber(500)) };

/** A period of whole days, both included: both ends or neither. */
export const period = { startDate: orNone(dayText), endDate: orNone(dayText) };

/** Why a ticket is taken back; it stays as void with this reason. */
export const voiding = z.object({ reason: optionalLine(200).optional() });
