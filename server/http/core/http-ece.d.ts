declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  interface EncryptOptions {
    version: 'aes128gcm';
    dh: string;
    privateKey: ECDH;
    authSecret: string;
  }

  const ece: { encrypt(content: Buffer, options: EncryptOptions): Buffer };
  export default ece;
}
