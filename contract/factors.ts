import { z } from 'zod';
import { call } from './call.ts';
import { inputMessage } from './messages/input-message.ts';
import { roles } from './roles.ts';
import { idInPath, instant, lineText } from './scalars.ts';

const base64url = (most: number) =>
  z
    .string()
    .min(1, inputMessage('input.required'))
    .max(most)
    .regex(/^[\w-]*$/, inputMessage('input.characters'));

export const tokenIn = base64url(100);

/** A code is accepted in any form, because a malformed code must get the same answer as a wrong one. */
const codeIn = z.string().trim().min(1, inputMessage('input.required')).max(60);

const passkeySigned = z.object({
  id: base64url(1400),
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(4000),
    userHandle: base64url(100).optional(),
  }),
});
export type PasskeySigned = z.output<typeof passkeySigned>;

const passkeyCreated = z.object({
  id: base64url(1400),
  response: z.object({ clientDataJSON: base64url(4000), attestationObject: base64url(20_000) }),
});
export type PasskeyCreated = z.output<typeof passkeyCreated>;

export const proofIn = z.object({
  challenge: tokenIn.optional(),
  code: codeIn.optional(),
  passkey: passkeySigned.optional(),
});
export type Proof = z.output<typeof proofIn>;

/** The data with which a browser is asked for a passkey. A passkey works only at `origin`. */
export const passkeyRequest = z.object({
  challenge: z.string(),
  site: z.string(),
  origin: z.string(),
  /** The credential ids of the account; empty means any passkey of the site. */
  passkeys: z.array(z.string()),
});
export type PasskeyRequest = z.output<typeof passkeyRequest>;

const message = z.string();
/** New recovery codes, shown once; null when the existing ones remain valid. */
const recoveryCodes = z.array(z.string()).nullable();

const passkey = z.object({ id: z.int(), name: z.string(), created_at: instant, used_at: instant.nullable() });
export type Passkey = z.output<typeof passkey>;

const ownFactors = z.object({
  app: passkey.pick({ id: true, created_at: true, used_at: true }).nullable(),
  passkeys: z.array(passkey),
  recovery_codes_left: z.int(),
  is_required: z.boolean(),
});
export type OwnFactors = z.output<typeof ownFactors>;

const requirement = z.object({ roles: z.array(z.enum(roles)).max(roles.length) });

const OWN = '/api/admin/own-factors';

export const factors = {
  own: call({
    method: 'GET',
    path: OWN,
    permission: 'session.own',
    summary: 'Get the second factors of your account: app, passkeys and the number of unused recovery codes.',
    answer: ownFactors,
    refusals: [],
  }),
  beginApp: call({
    method: 'POST',
    path: `${OWN}/new-app`,
    permission: 'session.own',
    writes: 'nothing',
    summary:
      'Get a secret for an authenticator app, as text and as the address of a QR code (requires a verified session). ' +
      'Nothing changes until the first code is sent, within 10 minutes.',
    verified: 'always',
    answer: z.object({ challenge: z.string(), secret: z.string(), address: z.string() }),
    refusals: ['verification_required', 'factor_exists'],
  }),
  addApp: call({
    method: 'POST',
    path: `${OWN}/app`,
    permission: 'session.own',
    writes: 'unkeyed',
    summary:
      'Add the authenticator app with a code that it shows. With the first factor, the answer has recovery codes.',
    body: z.object({ challenge: tokenIn, code: codeIn }),
    answer: z.object({ message, recovery_codes: recoveryCodes }),
    status: 201,
    refusals: ['challenge_not_found', 'factor_exists', 'wrong_code'],
  }),
  beginPasskey: call({
    method: 'POST',
    path: `${OWN}/new-passkey`,
    permission: 'session.own',
    writes: 'nothing',
    summary: 'Get what a browser needs to create a passkey (requires a verified session). It is valid for 10 minutes.',
    verified: 'always',
    answer: passkeyRequest.extend({
      site_name: z.string(),
      user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    }),
    refusals: ['verification_required', 'too_many_factors'],
  }),
  addPasskey: call({
    method: 'POST',
    path: `${OWN}/passkeys`,
    permission: 'session.own',
    writes: 'unkeyed',
    summary: 'Add a passkey under a name. With the first factor, the answer has recovery codes.',
    body: z.object({ name: lineText(60), challenge: tokenIn, passkey: passkeyCreated }),
    answer: z.object({ message, passkey, recovery_codes: recoveryCodes }),
    status: 201,
    refusals: ['challenge_not_found', 'wrong_passkey', 'factor_exists', 'too_many_factors'],
  }),
  renewRecoveryCodes: call({
    method: 'POST',
    path: `${OWN}/recovery-codes`,
    permission: 'session.own',
    writes: 'unkeyed',
    summary: 'Replace your recovery codes (requires a verified session). The answer is the only place that shows them.',
    verified: 'always',
    answer: z.object({ message, recovery_codes: z.array(z.string()) }),
    refusals: ['verification_required', 'factor_not_found'],
  }),
  remove: call({
    method: 'DELETE',
    path: `${OWN}/:id`,
    permission: 'session.own',
    writes: 'unkeyed',
    summary:
      'Remove the app or a passkey of your account (requires a verified session). With the last one, the recovery ' +
      'codes are removed too.',
    params: z.object({ id: idInPath }),
    verified: 'always',
    answer: z.object({ message }),
    refusals: ['verification_required', 'factor_not_found'],
  }),
  requirement: call({
    method: 'GET',
    path: '/api/settings/second-factor',
    permission: 'factors.require',
    summary: 'Get the roles that must have a second factor.',
    answer: requirement,
    refusals: [],
  }),
  setRequirement: call({
    method: 'PUT',
    path: '/api/settings/second-factor',
    permission: 'factors.require',
    writes: 'versioned',
    summary:
      'Set the roles that must have a second factor (requires a verified session). An account of such a role without ' +
      'one can only add it.',
    body: requirement,
    verified: 'always',
    answer: z.object({ message, requirement }),
    refusals: ['verification_required'],
  }),
};
