import { z } from 'zod';
import { call } from './call.ts';
import { inputMessage } from './messages/input-message.ts';
import { dayText, idInPath, instant, lineText } from './scalars.ts';
import { programScopes } from './words.ts';

/** What every token of a program begins with, so that people and programs recognise one. */
export const PROGRAM_TOKEN_PREFIX = 'pola_';
/** The maximum number of tokens that can be used at a time. */
export const MOST_PROGRAM_TOKENS = 50;
/** A token is valid for at most this many days. */
export const MOST_TOKEN_DAYS = 731;
/** The maximum number of requests with one token in a minute. */
export const MOST_TOKEN_REQUESTS = 60;

/** `maker_disabled`: whoever made the token is disabled, was deleted, or may no longer make one. */
const programTokenStates = ['valid', 'ended', 'revoked', 'maker_disabled'] as const;

const programToken = z.object({
  token_id: z.int(),
  label: z.string(),
  scopes: z.array(z.enum(programScopes)),
  state: z.enum(programTokenStates),
  /** The last day on which the token can be used. */
  last_day: dayText,
  made_at: instant,
  made_by: z.string(),
  /** Exact to a minute; null if no program has used the token. */
  used_at: instant.nullable(),
  revoked_at: instant.nullable(),
  revoked_by: z.string().nullable(),
});
export type ProgramToken = z.output<typeof programToken>;

export const programTokens = {
  list: call({
    method: 'GET',
    path: '/api/program-tokens',
    permission: 'settings.write',
    summary:
      'List the tokens of programs, newest first, with the last use of each. The tokens themselves are not shown.',
    answer: z.array(programToken),
    refusals: [],
  }),
  make: call({
    method: 'POST',
    path: '/api/program-tokens',
    permission: 'settings.write',
    writes: 'unkeyed',
    summary:
      'Make a token with which a program can read, until the end of a day (requires a verified session). The answer shows ' +
      'the token, and no later answer does. A program sends it as "Authorization: Bearer pola_...".',
    body: z.object({
      label: lineText(60),
      scopes: z.array(z.enum(programScopes)).min(1, inputMessage('input.required')).max(programScopes.length),
      last_day: dayText,
    }),
    verified: 'unless-recent',
    answer: z.object({ message: z.string(), token: z.string(), program_token: programToken }),
    status: 201,
    refusals: ['too_many_program_tokens', 'verification_required'],
  }),
  revoke: call({
    method: 'POST',
    path: '/api/program-tokens/:id/revoke',
    permission: 'settings.write',
    writes: 'once',
    summary: 'Revoke a token of a program, which is refused from the next request on.',
    params: z.object({ id: idInPath }),
    answer: z.object({ message: z.string(), program_token: programToken }),
    refusals: ['program_token_not_found'],
  }),
};
