import type { PasskeyRequest } from '#contract/factors.ts';
import { type Config, passkeySite } from '../../config.ts';
import type { FactorRow } from './queries.ts';

export function requestPasskey(config: Config, challenge: string, factors: readonly FactorRow[] = []): PasskeyRequest {
  const { id: site, origin } = passkeySite(config);
  const passkeys = factors.filter(({ kind }) => kind === 'passkey').map(({ credential }) => credential ?? '');
  return { challenge, site, origin, passkeys };
}
