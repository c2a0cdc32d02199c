import { z } from 'zod';
import { call } from './call.ts';
import { inputMessage } from './messages/input-message.ts';
import { roles } from './permissions.ts';
import { instant, lineText, timestamps } from './scalars.ts';
import { emailIn, passwordChosen } from './session.ts';

const account = z.object({
  admin_id: z.int(),
  username: z.string(),
  email: z.string(),
  role: z.enum(roles),
  ...timestamps,
});
export type Account = z.output<typeof account>;

const message = z.string();

/** A session that has not ended. */
const openSession = z.object({
  id: z.string(),
  email: z.string(),
  username: z.string(),
  role: z.enum(roles),
  created_at: instant,
  last_seen_at: instant,
  address: z.string(),
  agent: z.string(),
  /** The session of the request itself. */
  is_own: z.boolean(),
});
export type OpenSession = z.output<typeof openSession>;

export const accounts = {
  list: call({
    method: 'GET',
    path: '/api/admin/list',
    permission: 'accounts.read',
    summary: 'List all accounts.',
    answer: z.object({ admins: z.array(account) }),
    refusals: [],
  }),
  register: call({
    method: 'POST',
    path: '/api/admin/register',
    permission: 'accounts.register',
    summary: 'Register an account with a role. Only a superadmin can register a superadmin.',
    body: z.object({
      username: lineText(60),
      email: emailIn,
      password: passwordChosen,
      role: z.enum(roles),
    }),
    answer: z.object({ message, admin: account }),
    status: 201,
    refusals: ['account_exists', 'weak_password', 'role_too_high'],
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/admin/delete-by-email',
    permission: 'accounts.delete',
    summary: 'Delete an account and end its sessions. Its entries stay in the audit log.',
    body: z.object({ email: emailIn }),
    answer: z.object({ message }),
    refusals: ['account_not_found', 'superadmin_stays'],
  }),
  sessions: call({
    method: 'GET',
    path: '/api/admin/sessions',
    permission: 'accounts.read',
    summary: 'List the active sessions with their addresses, most recently used first.',
    answer: z.array(openSession),
    refusals: [],
  }),
  endSession: call({
    method: 'DELETE',
    path: '/api/admin/sessions/:id',
    permission: 'accounts.register',
    summary:
      "End a session. Its token is rejected from the next request on. Only a superadmin can end a superadmin's session.",
    params: z.object({ id: z.uuid(inputMessage('input.uuid')).toLowerCase() }),
    answer: z.object({ message }),
    refusals: ['session_not_found', 'role_too_high'],
  }),
};
