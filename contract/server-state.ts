import { z } from 'zod';
import { call } from './call.ts';

const state = z.object({
  /** `full`: the disk of the server is full. `refused`: the database does not take writes for another reason. */
  writes: z.enum(['taken', 'refused', 'full']),
  /** The space on the disk of the data folder; null if the operating system does not report it. */
  disk: z.object({ free_bytes: z.number(), size_bytes: z.number() }).nullable(),
  /** In how many weeks the disk is full if it fills as in the last weeks; null if it does not, or is not known yet. */
  full_in_weeks: z.number().nullable(),
  /**
   * For how many days the certificate of the public address is valid, 0 if it is that of another name; null if there is
   * none or it could not be read.
   */
  certificate_days: z.int().nullable(),
  /**
   * What the role of the server may do on PostgreSQL besides reading and writing rows, `owner`: change tables; null if
   * nothing, or if it is not known.
   */
  database_role: z.enum(['owner', 'superuser']).nullable(),
});
export type ServerState = z.output<typeof state>;

export const serverState = {
  get: call({
    method: 'GET',
    path: '/api/settings/server',
    permission: 'books.read',
    summary: 'Get whether the server takes writes, the space on its disk, and the days left of its certificate.',
    answer: state,
    refusals: [],
  }),
};
