/** Encrypted content encoding (RFC 8188, 8291); the package has no types of its own. */
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  interface EncryptOptions {
    version: 'aes128gcm';
    /** The public key of the receiver, base64url. */
    dh: string;
    privateKey: ECDH;
    authSecret: string;
  }

  const ece: { encrypt(content: Buffer, options: EncryptOptions): Buffer };
  export default ece;
}
