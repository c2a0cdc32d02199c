import type { Answer } from '#contract/call.ts';
import { message } from '#contract/messages/message.ts';
import type { session } from '#contract/session.ts';
import type { Caller } from '../../http/core/app-context.ts';
import type { AccountWithPassword } from './queries.ts';

export function presentLogin(account: AccountWithPassword, token: string): Answer<typeof session.login> {
  return {
    message: message('session.login.done'),
    token,
    role: account.role,
    name: account.username,
    email: account.email,
    must_change_password: account.must_change_password === 1,
  };
}

export function presentCaller(caller: Caller): Answer<typeof session.current> {
  return { name: caller.name, email: caller.email, role: caller.role, must_change_password: caller.mustChangePassword };
}
