import type { session } from '#contract/session.ts';
import type { Address } from './client.ts';

/**
 * The contract is not imported, because its schemas would be a quarter of the download of the gate and of the sign-in
 * page, and the server validates the input anyway.
 */
export const sessionCalls = {
  login: { method: 'POST', path: '/api/admin/login' } as Address<typeof session.login>,
  finishLogin: { method: 'POST', path: '/api/admin/login/second-step' } as Address<typeof session.finishLogin>,
  passkeyChallenge: { method: 'POST', path: '/api/admin/login/passkey-challenge' } as Address<
    typeof session.passkeyChallenge
  >,
  logout: { method: 'POST', path: '/api/admin/logout' } as Address<typeof session.logout>,
  changePassword: { method: 'PUT', path: '/api/admin/change-password' } as Address<typeof session.changePassword>,
  setLanguage: { method: 'PUT', path: '/api/admin/language' } as Address<typeof session.setLanguage>,
};
