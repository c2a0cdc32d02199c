import type { PasskeyCreated, PasskeyRequest, PasskeySigned } from '#contract/factors.ts';
import { CallError } from './client.ts';
import { t } from './i18n/t.ts';
import { loadPart } from './load-part.ts';

const fetchLibrary = () => loadPart(() => import('@simplewebauthn/browser'));

export function hasPasskeys(): boolean {
  return typeof globalThis.PublicKeyCredential === 'function';
}

/** Throws a CallError whose message can be shown. */
export function signWithPasskey({ challenge, site, ...asked }: PasskeyRequest): Promise<PasskeySigned> {
  return asPerson(asked.origin, async () => {
    const { startAuthentication } = await fetchLibrary();
    const allowCredentials = asked.passkeys.map(listed);
    const optionsJSON = { challenge, rpId: site, allowCredentials, userVerification: 'required' } as const;
    const { id, response } = await startAuthentication({ optionsJSON });
    return { id, response };
  });
}

interface NewPasskeyRequest extends PasskeyRequest {
  site_name: string;
  user: { id: string; name: string; displayName: string };
}

/** ES256, EdDSA and RS256. Every authenticator has at least one of them. */
const ALGORITHMS = [-7, -8, -257];

/** Throws a CallError whose message can be shown. */
export function createPasskey({ challenge, site, user, ...asked }: NewPasskeyRequest): Promise<PasskeyCreated> {
  return asPerson(asked.origin, async () => {
    const { startRegistration } = await fetchLibrary();
    const { id, response } = await startRegistration({
      optionsJSON: {
        challenge,
        user,
        rp: { id: site, name: asked.site_name },
        excludeCredentials: asked.passkeys.map(listed),
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
        attestation: 'none',
      },
    });
    return { id, response: { clientDataJSON: response.clientDataJSON, attestationObject: response.attestationObject } };
  });
}

function listed(id: string) {
  return { type: 'public-key' as const, id };
}

async function asPerson<Result>(origin: string, ask: () => Promise<Result>): Promise<Result> {
  if (!hasPasskeys()) throw failure(t('shared.passkey.unsupported'));
  if (location.origin !== origin) throw failure(t('shared.passkey.elsewhere', { origin }));
  try {
    return await ask();
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    throw failure(t(name === 'InvalidStateError' ? 'shared.passkey.exists' : 'shared.passkey.cancelled'));
  }
}

function failure(message: string): CallError {
  return new CallError(400, { code: 'wrong_passkey', message });
}
