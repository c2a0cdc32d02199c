import { z } from 'zod';
import { call } from './call.ts';
import { chosenColumns, columnsIn } from './columns.ts';
import { passkeyRequest, proofIn, tokenIn } from './factors.ts';
import { languages } from './languages.ts';
import { inputMessage } from './messages/input-message.ts';
import { roles } from './roles.ts';

export const emailIn = z
  .string({ error: inputMessage('input.email') })
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email(inputMessage('input.email')));

/** A password is accepted in any form, because a malformed one must get the same answer as a wrong one. */
const passwordTried = z.string().min(1, inputMessage('input.required')).max(1024);

/** The server also refuses the most common passwords. */
export const passwordChosen = z.string().min(8).max(128);

export const credentials = z.object({ email: emailIn, password: passwordTried });
/** Confirms the identity of the caller in a call whose `email` and `password` are those of another account. */
export const verification = credentials.optional();
const message = z.string();

const signedIn = z.object({
  message,
  token: z.string(),
  account_id: z.int(),
  role: z.enum(roles),
  name: z.string(),
  email: z.string(),
  must_change_password: z.boolean(),
  must_add_factor: z.boolean(),
  /** The language of the account; null means the language of the device. */
  language: z.enum(languages).nullable(),
});

export const session = {
  login: call({
    method: 'POST',
    path: '/api/admin/login',
    permission: 'public',
    writes: 'unkeyed',
    summary:
      'Sign in with email and password. Returns the bearer token of a new session. An account with a second factor is ' +
      'refused with `second_step`, which tells how to continue.',
    body: credentials,
    answer: signedIn,
    session: 'opened',
    refusals: [
      'invalid_credentials',
      'account_disabled',
      'password_expired',
      'second_factor_required',
      'too_many_tries',
    ],
  }),
  finishLogin: call({
    method: 'POST',
    path: '/api/admin/login/second-step',
    permission: 'public',
    writes: 'unkeyed',
    summary:
      'Finish a sign-in with a code of the app, a recovery code or a passkey, within 5 minutes and 5 tries. A challenge ' +
      'of `passkey-challenge` needs a passkey and no password.',
    body: proofIn.extend({ challenge: tokenIn }),
    answer: signedIn,
    session: 'opened',
    refusals: ['challenge_not_found', 'invalid_second_factor', 'account_disabled', 'too_many_tries'],
  }),
  passkeyChallenge: call({
    method: 'POST',
    path: '/api/admin/login/passkey-challenge',
    permission: 'public',
    writes: 'nothing',
    summary: 'Get a challenge for signing in with a passkey instead of a password.',
    answer: passkeyRequest,
    refusals: ['too_many_tries'],
  }),
  logout: call({
    method: 'POST',
    path: '/api/admin/logout',
    permission: 'session.own',
    writes: 'unkeyed',
    summary: 'Sign out. The token is rejected from the next request on.',
    session: 'ended',
    answer: z.object({ message }),
    refusals: [],
  }),
  current: call({
    method: 'GET',
    path: '/api/admin/session',
    permission: 'session.own',
    summary: 'Get the account that is signed in.',
    answer: z.object({
      name: z.string(),
      email: z.string(),
      role: z.enum(roles),
      must_change_password: z.boolean(),
      must_add_factor: z.boolean(),
      language: z.enum(languages).nullable(),
    }),
    refusals: [],
  }),
  verify: call({
    method: 'POST',
    path: '/api/admin/verify',
    permission: 'session.own',
    writes: 'unkeyed',
    summary:
      'Verify your credentials again. The session can take sensitive actions for the next 5 minutes. An account with a ' +
      'second factor is refused with `second_step`: `verify/factor` proves it.',
    body: credentials,
    answer: z.object({ success: z.literal(true), message }),
    refusals: ['verification_failed', 'second_factor_required', 'too_many_tries'],
  }),
  proofChallenge: call({
    method: 'POST',
    path: '/api/admin/verify/challenge',
    permission: 'session.own',
    writes: 'nothing',
    summary: 'Get a challenge for a passkey of your account, and whether it has an app, to verify your identity again.',
    answer: passkeyRequest.extend({ has_app: z.boolean() }),
    refusals: [],
  }),
  verifyFactor: call({
    method: 'POST',
    path: '/api/admin/verify/factor',
    permission: 'session.own',
    writes: 'unkeyed',
    summary:
      'Verify your identity again with a code of your app, a recovery code or a passkey. The session can take ' +
      'sensitive actions for the next 5 minutes.',
    body: proofIn,
    answer: z.object({ success: z.literal(true), message }),
    refusals: ['challenge_not_found', 'verification_failed', 'too_many_tries'],
  }),
  setLanguage: call({
    method: 'PUT',
    path: '/api/admin/language',
    permission: 'session.own',
    writes: 'unkeyed',
    summary: 'Set the language of your account: of its screens on every device, and of its answers.',
    body: z.object({ language: z.enum(languages) }),
    answer: z.object({ message, language: z.enum(languages) }),
    refusals: [],
  }),
  columns: call({
    method: 'GET',
    path: '/api/admin/columns',
    permission: 'session.own',
    summary: 'Get the columns that your account chose for its tables.',
    answer: z.object({ columns: chosenColumns }),
    refusals: [],
  }),
  setColumns: call({
    method: 'PUT',
    path: '/api/admin/columns',
    permission: 'session.own',
    writes: 'unkeyed',
    summary: 'Set the columns that a table shows to your account on every device; null for the usual ones.',
    body: columnsIn,
    answer: z.object({ message, columns: chosenColumns }),
    unlogged: true,
    refusals: [],
  }),
  changePassword: call({
    method: 'PUT',
    path: '/api/admin/change-password',
    permission: 'session.own',
    writes: 'unkeyed',
    summary: 'Change your password. All other sessions of your account end.',
    emptyBody: 'input.session.password-empty',
    /** No version is needed, because the call is refused if the password has been changed since the user typed it. */
    body: z.object({ currentPassword: passwordTried, newPassword: passwordChosen }),
    answer: z.object({ message }),
    refusals: ['wrong_current_password', 'weak_password', 'too_many_tries'],
  }),
};
