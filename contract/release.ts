import { z } from 'zod';
import { call } from './call.ts';

export const releases = {
  current: call({
    method: 'GET',
    path: '/api/settings/release',
    permission: 'books.read',
    summary: 'Get the release of the running program.',
    answer: z.object({
      version: z.string(),
      /** `unknown` if the program was built without git. `-changed` after it: its sources were changed. */
      commit: z.string(),
      /** The name of the last migration of the database. */
      schema: z.string(),
    }),
    refusals: [],
  }),
};
