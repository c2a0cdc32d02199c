import { type Instant, instantOf } from '#billing/calendar.ts';
import type { ListedAccount, OpenSession } from '#contract/accounts.ts';
import { accounts } from '#contract/accounts.ts';

const MORNING: Instant = instantOf(Date.parse('2026-11-20T01:30:00.000Z'));

export function testAccount(facts: Partial<ListedAccount> = {}): ListedAccount {
  return {
    admin_id: 7,
    username: 'Ruwan Silva',
    email: 'ruwan@example.com',
    role: 'editor',
    is_disabled: false,
    createdAt: MORNING,
    updatedAt: MORNING,
    has_second_factor: false,
    link_expires_at: null,
    ...facts,
  };
}

export function testSession(facts: Partial<OpenSession> = {}): OpenSession {
  return {
    id: 'd2ad3a3e-52d6-4e4c-8d2e-2b1b6c1f7a10',
    username: 'Ruwan Silva',
    email: 'ruwan@example.com',
    role: 'editor',
    created_at: MORNING,
    last_seen_at: MORNING,
    address: '10.1.2.3',
    agent: 'Mozilla/5.0 (Linux; Android 10; K) Chrome/141.0.0.0 Mobile Safari/537.36',
    is_own: false,
    ...facts,
  };
}

export const answerAccounts = (...admins: ListedAccount[]) => Response.json(accounts.list.answer.parse({ admins }));
export const answerSessions = (...open: OpenSession[]) => Response.json(accounts.sessions.answer.parse(open));
