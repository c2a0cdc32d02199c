import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { PasskeyCreated, PasskeySigned } from '#contract/factors.ts';

export interface PasskeyAsked {
  challenge: string;
  site: string;
  origin: string;
}

interface Manner {
  isVerified?: boolean;
  counter?: number;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const WITH_KEY = 0x40;

export class TestPasskey {
  readonly id = randomBytes(16).toString('base64url');
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  get publicKey(): string {
    return Buffer.from(this.#coseKey()).toString('base64url');
  }

  create({ challenge, site, origin }: PasskeyAsked, manner: Manner = {}): PasskeyCreated {
    const id = Buffer.from(this.id, 'base64url');
    const keyPart = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, this.#coseKey()]);
    const authData = Buffer.concat([authenticatorData(site, WITH_KEY, manner), keyPart]);
    const attestation = isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]),
    );
    const clientDataJSON = clientData('webauthn.create', challenge, origin).toString('base64url');
    return {
      id: this.id,
      response: { clientDataJSON, attestationObject: Buffer.from(attestation).toString('base64url') },
    };
  }

  sign({ challenge, site, origin }: PasskeyAsked, manner: Manner = {}): PasskeySigned {
    const data = clientData('webauthn.get', challenge, origin);
    const authData = authenticatorData(site, 0, manner);
    const signed = Buffer.concat([authData, createHash('sha256').update(data).digest()]);
    return {
      id: this.id,
      response: {
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
      },
    };
  }

  /** Returns the public key (ES256) in the COSE format of RFC 9053. */
  #coseKey(): Uint8Array {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    return isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    );
  }
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function authenticatorData(site: string, more: number, { isVerified = true, counter = 0 }: Manner): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  const flags = PRESENT + (isVerified ? VERIFIED : 0) + more;
  return Buffer.concat([createHash('sha256').update(site).digest(), Buffer.from([flags]), count]);
}
