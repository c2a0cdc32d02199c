import { z } from 'zod';
import { call } from './call.ts';
import { instant } from './scalars.ts';

/** `never`: not printed by this machine. `changed`: what it says is no longer so. `due`: printed over a month ago. */
const sheetStates = ['never', 'changed', 'due', 'current'] as const;

const sheetState = z.object({
  state: z.enum(sheetStates),
  printed_at: instant.nullable(),
  printed_by: z.string().nullable(),
  changed: z.array(z.string()).meta({ description: 'What has changed since it was printed, such as Version' }),
});
export type EmergencySheetState = z.output<typeof sheetState>;

export const emergencySheet = {
  state: call({
    method: 'GET',
    path: '/api/emergency-sheet',
    permission: 'backup.read',
    summary: 'Get when the emergency sheet of this machine was last printed, and what on it has changed since.',
    answer: sheetState,
    refusals: [],
  }),
  print: call({
    method: 'GET',
    path: '/api/emergency-sheet/pdf',
    permission: 'backup.read',
    writes: 'unkeyed',
    summary:
      'Get the emergency sheet as a PDF of one page: keys with fingerprints, bucket, version, addresses and the commands ' +
      'that restore this market on a new machine. It contains no secrets. The audit log records who printed it.',
    answer: z.string(),
    file: ['pdf'],
    refusals: [],
  }),
};
