import type { OwnFactors, Passkey } from '#contract/factors.ts';
import type { FactorRow } from './queries.ts';

export function presentOwnFactors(rows: readonly FactorRow[], isRequired: boolean): OwnFactors {
  const app = rows.find(({ kind }) => kind === 'app');
  return {
    app: app ? { id: app.id, created_at: app.created_at, used_at: app.used_at } : null,
    passkeys: rows.filter(({ kind }) => kind === 'passkey').map(presentPasskey),
    recovery_codes_left: rows.filter(({ kind, used_at }) => kind === 'recovery' && used_at === null).length,
    is_required: isRequired,
  };
}

export function presentPasskey({ id, name, created_at, used_at }: FactorRow): Passkey {
  return { id, name, created_at, used_at };
}
