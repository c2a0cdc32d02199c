import type { Day } from '#billing/calendar.ts';
import { may } from '#contract/permissions.ts';
import { type ProgramToken, programTokens } from '#contract/program-tokens.ts';
import type { ProgramScope } from '#contract/words.ts';
import type { ListedTokenRow } from './queries.ts';

/**
 * Returns whether a token can be used. It reads with the rights of whoever made it, so it works only while that account
 * is not disabled and may make tokens.
 */
export function tokenStateOf(token: ListedTokenRow, today: Day): ProgramToken['state'] {
  if (token.revoked_at !== null) return 'revoked';
  if (token.last_day < today) return 'ended';
  const isMaker = token.role !== null && token.disabled_at === null && may(token.role, programTokens.make.permission);
  return isMaker ? 'valid' : 'maker_disabled';
}

export function scopesOf({ scopes }: Pick<ListedTokenRow, 'scopes'>): ProgramScope[] {
  return JSON.parse(scopes) as ProgramScope[];
}

export function presentToken(token: ListedTokenRow, today: Day): ProgramToken {
  return {
    token_id: token.id,
    label: token.label,
    scopes: scopesOf(token),
    state: tokenStateOf(token, today),
    last_day: token.last_day,
    made_at: token.made_at,
    made_by: token.email ?? token.made_by,
    used_at: token.used_at,
    revoked_at: token.revoked_at,
    revoked_by: token.revoked_by,
  };
}
