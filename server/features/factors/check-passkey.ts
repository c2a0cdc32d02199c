import type { PasskeyCreated, PasskeySigned } from '#contract/factors.ts';
import { type Config, passkeySite } from '../../config.ts';
import { loadRarePart } from '../../load-part.ts';
import type { FactorRow } from './queries.ts';

/** Loads the library on first use, because loading it earlier would slow down the start. */
const loadLibrary = () => loadRarePart('passkeys', () => import('@simplewebauthn/server'));

type NewPasskey = Pick<FactorRow, 'credential' | 'secret' | 'counter'>;

export async function checkNewPasskey(
  config: Config,
  { id, response }: PasskeyCreated,
  challenge: string,
): Promise<NewPasskey | undefined> {
  const { verifyRegistrationResponse } = await loadLibrary();
  const { registrationInfo } = await orNothing(
    verifyRegistrationResponse({
      response: { ...credentialOf(id), response },
      ...expectedOf(config, challenge),
    }),
  );
  if (!registrationInfo) return undefined;
  const { credential } = registrationInfo;
  return {
    credential: credential.id,
    secret: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
  };
}

/**
 * Returns its new signature counter; undefined for a wrong signature, challenge, site or counter, or an unverified
 * user.
 */
export async function checkPasskey(
  config: Config,
  { id, response: { userHandle, ...response } }: PasskeySigned,
  { passkey, challenge }: { passkey: FactorRow; challenge: string },
): Promise<{ factor: FactorRow; counter: number } | undefined> {
  const { verifyAuthenticationResponse } = await loadLibrary();
  const { authenticationInfo } = await orNothing(
    verifyAuthenticationResponse({
      response: { ...credentialOf(id), response: { ...response, ...(userHandle !== undefined && { userHandle }) } },
      ...expectedOf(config, challenge),
      credential: { id, publicKey: new Uint8Array(Buffer.from(passkey.secret, 'base64url')), counter: passkey.counter },
    }),
  );
  return authenticationInfo && { factor: passkey, counter: authenticationInfo.newCounter };
}

function credentialOf(id: string) {
  return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };
}

function expectedOf(config: Config, expectedChallenge: string) {
  const { id, origin } = passkeySite(config);
  return { expectedChallenge, expectedOrigin: origin, expectedRPID: id, requireUserVerification: true };
}

async function orNothing<Result extends { verified: boolean }>(check: Promise<Result>): Promise<Partial<Result>> {
  try {
    const result = await check;
    return result.verified ? result : {};
  } catch {
    return {};
  }
}
