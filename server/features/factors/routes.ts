import { factors } from '#contract/factors.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import { roles } from '#contract/roles.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { addFactor, refuseFurtherFactor } from './add-factor.ts';
import { appAddress, drawAppSecret, stepOfCode } from './check-code.ts';
import { checkNewPasskey } from './check-passkey.ts';
import { openChallenge, takeChallenge } from './open-challenge.ts';
import { presentOwnFactors, presentPasskey } from './present.ts';
import { listFactors } from './queries.ts';
import { removeFactor, renewRecoveryCodes } from './remove-factor.ts';
import { requestPasskey } from './request-passkey.ts';
import { requirementSetting } from './set-requirement.ts';

/**
 * Registers the calls of second factors. Calls that return a secret accept no Idempotency-Key, because the idempotency
 * table would store the answer.
 */
export function factorRoutes(app: AppContext): void {
  codeApps(app);
  passkeys(app);
  const { database } = app;
  endpoint(app, factors.own, async ({ caller }) => {
    const [rows, required] = await Promise.all([
      listFactors(database.reader, caller.accountId),
      requirementSetting.read(database.reader),
    ]);
    return presentOwnFactors(rows, required.roles.includes(caller.role));
  });
  endpoint(app, factors.renewRecoveryCodes, async ({ context, caller }) => {
    const codes = await database.write((tx) => renewRecoveryCodes(tx, context, caller));
    return { message: apiMessage('factors.renew.done'), recovery_codes: codes };
  });
  endpoint(app, factors.remove, async ({ params, context, caller }) => {
    await database.write((tx) => removeFactor(tx, context, { caller, id: params.id }));
    return { message: apiMessage('factors.remove.done') };
  });
  endpoint(app, factors.requirement, () => requirementSetting.read(database.reader));
  endpoint(app, factors.setRequirement, {
    current: (_, tx) => requirementSetting.lock(tx),
    async record({ body, context }, tx) {
      const inOrder = roles.filter((role) => body.roles.includes(role));
      const requirement = await requirementSetting.change(tx, context, { value: () => ({ roles: inOrder }) });
      return { message: apiMessage('factors.requirement.done'), requirement };
    },
  });
}

function codeApps(app: AppContext): void {
  const { database, secrets, centre } = app;
  endpoint(app, factors.beginApp, async ({ context: { now }, caller }) => {
    refuseFurtherFactor(await listFactors(database.reader, caller.accountId), 'app');
    const secret = drawAppSecret();
    const { token: challenge } = await database.writeSession((tx) =>
      openChallenge(tx, {
        purpose: 'new app',
        accountId: caller.accountId,
        now,
        secret: secrets.close(secret, String(caller.accountId)),
      }),
    );
    return { challenge, secret, address: appAddress(secret, { issuer: centre.facts.name.en, label: caller.email }) };
  });
  endpoint(app, factors.addApp, async ({ body, context, caller }) => {
    const { accountId } = caller;
    const expected = { purposes: ['new app'] as const, accountId, now: context.now };
    const challenge = await takeChallenge(database, body.challenge, expected);
    const secret = secrets.open(challenge.secret, String(accountId));
    const counter = secret === undefined ? undefined : stepOfCode(secret, body.code, context.now);
    if (counter === undefined) throw new Refusal('wrong_code');
    const app = { kind: 'app', name: '', credential: null, secret: challenge.secret, counter } as const;
    const { recoveryCodes } = await database.write((tx) => addFactor(tx, context, { caller, challenge, ...app }));
    return { message: apiMessage('factors.add_app.done'), recovery_codes: recoveryCodes };
  });
}

function passkeys(app: AppContext): void {
  const { database, config, centre } = app;
  endpoint(app, factors.beginPasskey, async ({ context: { now }, caller }) => {
    const { accountId, email, name } = caller;
    const rows = await listFactors(database.reader, accountId);
    refuseFurtherFactor(rows, 'passkey');
    const { token } = await database.writeSession((tx) =>
      openChallenge(tx, { purpose: 'new passkey', accountId, now }),
    );
    const id = Buffer.from(`account ${accountId}`).toString('base64url');
    return {
      ...requestPasskey(config, token, rows),
      site_name: centre.facts.name.en,
      user: { id, name: email, displayName: name },
    };
  });
  endpoint(app, factors.addPasskey, async ({ body, context, caller }) => {
    const expected = { purposes: ['new passkey'] as const, accountId: caller.accountId, now: context.now };
    const challenge = await takeChallenge(database, body.challenge, expected);
    const made = await checkNewPasskey(config, body.passkey, body.challenge);
    if (!made) throw new Refusal('wrong_passkey');
    const passkey = { kind: 'passkey', name: body.name, ...made } as const;
    const { factor, recoveryCodes } = await database.write((tx) =>
      addFactor(tx, context, { caller, challenge, ...passkey }),
    );
    return {
      message: apiMessage('factors.add_passkey.done'),
      passkey: presentPasskey(factor),
      recovery_codes: recoveryCodes,
    };
  });
}
