import { z } from 'zod';
import { call } from './call.ts';
import { tokenIn } from './factors.ts';
import { languages } from './languages.ts';
import { inputMessage } from './messages/input-message.ts';
import { reverified } from './money-effects.ts';
import { roles } from './roles.ts';
import { idInPath, instant, lineText, timestamps } from './scalars.ts';
import { emailIn, passwordChosen, verification } from './session.ts';

const account = z.object({
  admin_id: z.int(),
  username: z.string(),
  email: z.string(),
  role: z.enum(roles),
  is_disabled: z.boolean(),
  ...timestamps,
});
export type Account = z.output<typeof account>;

const listedAccount = account.extend({
  has_second_factor: z.boolean(),
  /** The instant until which an unused password link is valid. */
  link_expires_at: instant.nullable(),
});
export type ListedAccount = z.output<typeof listedAccount>;

const message = z.string();

const linkIn = { language: z.enum(languages), by_mail: z.boolean() };
const linkOut = {
  /** Path and token of the link, shown once; null if the link was mailed. */
  link: z.string().nullable(),
  expires_at: instant,
  mail: z.string().nullable(),
};

const openSession = z.object({
  id: z.string(),
  email: z.string(),
  username: z.string(),
  role: z.enum(roles),
  created_at: instant,
  last_seen_at: instant,
  address: z.string(),
  agent: z.string(),
  is_own: z.boolean(),
});
export type OpenSession = z.output<typeof openSession>;

const one = z.object({ id: idInPath });

export const accounts = {
  list: call({
    method: 'GET',
    path: '/api/admin/list',
    permission: 'accounts.read',
    summary: 'List all accounts.',
    answer: z.object({ admins: z.array(listedAccount) }),
    refusals: [],
  }),
  names: call({
    method: 'GET',
    path: '/api/admin/names',
    permission: 'books.read',
    summary: 'Get the names of the accounts by email address, for lists that say who did something.',
    answer: z.object({ names: z.record(z.string(), z.string()) }),
    refusals: [],
  }),
  register: call({
    method: 'POST',
    path: '/api/admin/register',
    permission: 'accounts.register',
    writes: 'unkeyed',
    summary:
      'Register an account with a role (requires a verified session, or the email and password of the caller as ' +
      '`verification`). Only a superadmin can register a superadmin.',
    emptyBody: 'input.accounts.register-empty',
    body: z.object({
      username: lineText(60),
      email: emailIn,
      password: passwordChosen,
      role: z.enum(roles),
      verification,
    }),
    answer: z.object({ message, admin: account }),
    status: 201,
    verified: 'sometimes',
    refusals: ['account_exists', 'weak_password', 'role_too_high', ...reverified],
  }),
  invite: call({
    method: 'POST',
    path: '/api/admin/invite',
    permission: 'accounts.register',
    writes: 'unkeyed',
    summary:
      'Register an account whose holder chooses the password with a link, which works once within 7 days (requires a verified session). ' +
      'A link that is mailed is not in the answer. ' +
      'Only a superadmin can register a superadmin.',
    body: z.object({ username: lineText(60), email: emailIn, role: z.enum(roles), ...linkIn }),
    verified: 'unless-recent',
    answer: z.object({ message, admin: account, ...linkOut }),
    status: 201,
    refusals: ['account_exists', 'role_too_high', 'verification_required'],
  }),
  edit: call({
    method: 'PUT',
    path: '/api/admin/accounts/:id',
    permission: 'accounts.register',
    writes: 'versioned',
    summary:
      'Change the name, email and role of an account, and disable or enable it (requires a verified session). Disabling ' +
      'ends its sessions. Only a superadmin can change a superadmin, and the last one stays active.',
    params: one,
    body: z.object({ username: lineText(60), email: emailIn, role: z.enum(roles), is_disabled: z.boolean() }),
    verified: 'unless-recent',
    answer: z.object({ message, admin: account }),
    refusals: ['account_not_found', 'account_exists', 'role_too_high', 'last_superadmin', 'verification_required'],
  }),
  resetPassword: call({
    method: 'POST',
    path: '/api/admin/accounts/:id/reset-password',
    permission: 'accounts.register',
    writes: 'unkeyed',
    summary:
      'Set a one-time password, which the answer contains, and end the sessions of the account (requires a verified ' +
      "session). It must be changed at the next sign-in, within 72 hours. Only a superadmin can reset a superadmin's.",
    params: one,
    answer: z.object({ message, password: z.string(), expires_at: instant }),
    verified: 'unless-recent',
    refusals: ['account_not_found', 'own_password', 'role_too_high', 'verification_required'],
  }),
  resetByLink: call({
    method: 'POST',
    path: '/api/admin/accounts/:id/reset-link',
    permission: 'accounts.register',
    writes: 'unkeyed',
    summary:
      'End the password and the sessions of an account, and create a link with which its holder chooses a new password, ' +
      "once within 7 days (requires a verified session). Only a superadmin can reset a superadmin's.",
    params: one,
    body: z.object(linkIn),
    verified: 'unless-recent',
    answer: z.object({ message, ...linkOut }),
    refusals: ['account_not_found', 'own_password', 'role_too_high', 'verification_required'],
  }),
  cancelLink: call({
    method: 'DELETE',
    path: '/api/admin/accounts/:id/link',
    permission: 'accounts.register',
    writes: 'unkeyed',
    summary:
      'Cancel the unused link of an account to choose a password (requires a verified session). Only a superadmin can ' +
      "cancel a superadmin's.",
    params: one,
    verified: 'unless-recent',
    answer: z.object({ message }),
    refusals: ['account_not_found', 'link_not_found', 'role_too_high', 'verification_required'],
  }),
  readLink: call({
    method: 'POST',
    path: '/api/admin/password-link/read',
    permission: 'public',
    writes: 'nothing',
    summary: 'Get whose password a link sets.',
    body: z.object({ token: tokenIn }),
    answer: z.object({ username: z.string(), email: z.string(), language: z.enum(languages).nullable() }),
    refusals: ['link_not_found', 'too_many_tries'],
  }),
  useLink: call({
    method: 'POST',
    path: '/api/admin/password-link',
    permission: 'public',
    writes: 'unkeyed',
    summary: 'Choose the password with a link, which ends the link and all sessions of the account.',
    body: z.object({ token: tokenIn, password: passwordChosen }),
    answer: z.object({ message, email: z.string() }),
    refusals: ['link_not_found', 'weak_password', 'too_many_tries'],
  }),
  removeFactors: call({
    method: 'DELETE',
    path: '/api/admin/accounts/:id/factors',
    permission: 'accounts.register',
    writes: 'unkeyed',
    summary:
      'Remove the second factors and recovery codes of an account (requires a verified session). Only a superadmin can ' +
      "remove a superadmin's.",
    params: one,
    verified: 'always',
    answer: z.object({ message }),
    refusals: ['account_not_found', 'factor_not_found', 'role_too_high', 'verification_required'],
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/admin/delete-by-email',
    permission: 'accounts.delete',
    writes: 'unkeyed',
    summary:
      'Delete an account and end its sessions (requires a verified session, or the email and password of the caller as ' +
      '`verification`). Its entries stay in the audit log.',
    body: z.object({ email: emailIn, verification }),
    answer: z.object({ message }),
    verified: 'sometimes',
    refusals: ['account_not_found', 'superadmin_stays', ...reverified],
  }),
  sessions: call({
    method: 'GET',
    path: '/api/admin/sessions',
    permission: 'accounts.read',
    summary: 'List the active sessions with their addresses, most recently used first.',
    answer: z.array(openSession),
    refusals: [],
  }),
  ownSessions: call({
    method: 'GET',
    path: '/api/admin/own-sessions',
    permission: 'session.own',
    summary: 'List the active sessions of your account, most recently used first.',
    answer: z.array(openSession),
    refusals: [],
  }),
  endOwnSession: call({
    method: 'DELETE',
    path: '/api/admin/own-sessions/:id',
    permission: 'session.own',
    writes: 'unkeyed',
    summary: 'End a session of your account. Its token is rejected from the next request on.',
    params: z.object({ id: z.uuid(inputMessage('input.uuid')).toLowerCase() }),
    answer: z.object({ message }),
    refusals: ['session_not_found'],
  }),
  endSession: call({
    method: 'DELETE',
    path: '/api/admin/sessions/:id',
    permission: 'accounts.register',
    writes: 'unkeyed',
    summary:
      "End a session. Its token is rejected from the next request on. Only a superadmin can end a superadmin's session.",
    params: z.object({ id: z.uuid(inputMessage('input.uuid')).toLowerCase() }),
    answer: z.object({ message }),
    refusals: ['session_not_found', 'role_too_high'],
  }),
};
