import type { Account, ListedAccount, OpenSession } from '#contract/accounts.ts';
import type { SessionRow } from '../session/queries.ts';
import type { AccountRow, ListedAccountRow } from './queries.ts';

export function presentAccount(row: AccountRow): Account {
  return {
    admin_id: row.id,
    username: row.username,
    email: row.email,
    role: row.role,
    is_disabled: row.disabled_at !== null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function presentListedAccount(row: ListedAccountRow): ListedAccount {
  return {
    ...presentAccount(row),
    has_second_factor: Number(row.factors) > 0,
    link_expires_at: row.link_expires_at,
  };
}

export function presentOpenSession(row: SessionRow, ownId: string): OpenSession {
  return {
    id: row.id,
    email: row.email,
    username: row.username,
    role: row.role,
    created_at: row.created_at,
    last_seen_at: row.last_seen_at,
    address: row.address,
    agent: row.agent,
    is_own: row.id === ownId,
  };
}
