import type { Answer } from '#contract/call.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { session } from '#contract/session.ts';
import type { Caller } from '../../http/core/app-context.ts';
import type { Unworded } from '../../http/core/handler.ts';
import type { AccountWithPassword } from './queries.ts';

export function presentLogin(
  account: AccountWithPassword,
  { token, mustAddFactor }: { token: string; mustAddFactor: boolean },
): Unworded<Answer<typeof session.login>> {
  return {
    message: apiMessage('session.login.done'),
    token,
    account_id: account.id,
    role: account.role,
    name: account.username,
    email: account.email,
    must_change_password: account.must_change_password === 1,
    must_add_factor: mustAddFactor,
    language: account.language,
  };
}

export function presentCaller(caller: Caller): Answer<typeof session.current> {
  const { name, email, role, mustChangePassword, mustAddFactor, language } = caller;
  return { name, email, role, must_change_password: mustChangePassword, must_add_factor: mustAddFactor, language };
}
