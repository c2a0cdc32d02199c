import { z } from 'zod';
import { call } from './call.ts';
import { idInBody, idInPath, instant, lineText } from './scalars.ts';
import { directoryStates } from './words.ts';

/** The maximum number of products that a stall names. */
const MOST_GOODS = 60;

const fields = {
  trade_name: lineText(80),
  /** Products of the product list that the stall sells. */
  product_ids: z.array(idInBody).max(MOST_GOODS),
};

const entry = z.object({
  /** Only an `agreed` entry is public. An `ended` one was agreed in a tenancy that has ended. */
  state: z.enum(directoryStates),
  trade_name: z.string(),
  product_ids: z.array(z.int()),
  recorded_at: instant.nullable(),
  recorded_by: z.string().nullable(),
  withdrawn_at: instant.nullable(),
  withdrawn_by: z.string().nullable(),
});
export type DirectoryEntry = z.output<typeof entry>;

const message = z.string();
const one = z.object({ id: idInPath });
const done = z.object({ message, entry });

export const directory = {
  get: call({
    method: 'GET',
    path: '/api/tenancies/:id/directory',
    permission: 'books.read',
    summary: 'Get what the tenant agreed to have on public pages, and who recorded that and when.',
    params: one,
    answer: entry,
    refusals: ['tenancy_not_found'],
  }),
  agree: call({
    method: 'PUT',
    path: '/api/tenancies/:id/directory',
    permission: 'books.write',
    writes: 'versioned',
    versionFields: ['state', 'trade_name', 'product_ids'],
    summary:
      'Record that the tenant agrees to have a trade name and goods on public pages. Only a current tenancy can.',
    params: one,
    body: z.object(fields),
    answer: done,
    refusals: ['tenancy_not_found', 'tenancy_ended', 'personal_data_erased'],
  }),
  withdraw: call({
    method: 'POST',
    path: '/api/tenancies/:id/directory/withdraw',
    permission: 'books.write',
    writes: 'once',
    summary: 'Withdraw the agreement. From this answer on, public pages do not have the entry.',
    params: one,
    answer: done,
    refusals: ['tenancy_not_found'],
  }),
};
