import IconBan from 'virtual:icons/ban';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { type ProgramToken, programTokens } from '#contract/program-tokens.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { formatInstant } from '#web/ui/format/dates.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { confirmAndCall } from '../confirm-and-call.ts';
import { Screen } from '../screen.tsx';
import { MakeTokenDialog } from './make-token-dialog.tsx';

/** Lists the tokens with which programs read. */
export function ProgramTokensPage() {
  const load = useLoad('program tokens', (signal) => api(programTokens.list, {}, { signal }));
  const [isMaking, setIsMaking] = useState(false);
  const revoke = async (token: ProgramToken) => {
    if (await askRevoke(token)) load.reload();
  };
  return (
    <Screen
      path="/program-tokens"
      subtitle={t('program-tokens.about')}
      actions={<Button onClick={() => setIsMaking(true)}>{t('program-tokens.add')}</Button>}
    >
      <DataTable<ProgramToken>
        label={t('shell.page.program-tokens')}
        columns={columns()}
        load={load}
        failure={t('program-tokens.failed')}
        rowId={({ token_id }) => token_id}
        rowName={({ label }) => label}
        rowActions={(token) =>
          token.state === 'revoked'
            ? []
            : [{ label: t('program-tokens.revoke'), icon: IconBan, onClick: () => void revoke(token) }]
        }
        empty={{ text: t('program-tokens.empty'), next: t('program-tokens.emptyNext') }}
      />
      {isMaking && <MakeTokenDialog onClose={() => setIsMaking(false)} onMade={load.reload} />}
    </Screen>
  );
}

function askRevoke({ token_id, label }: ProgramToken): Promise<boolean> {
  return confirmAndCall(
    {
      title: t('program-tokens.revokeTitle', { label }),
      body: t('program-tokens.revokeBody'),
      action: t('program-tokens.revoke'),
      isDangerous: true,
    },
    {
      call: () => api(programTokens.revoke, { params: { id: String(token_id) } }),
      failed: t('program-tokens.revokeFailed'),
    },
  );
}

function columns(): readonly Column<ProgramToken>[] {
  return [
    { key: 'label', title: t('program-tokens.label'), value: ({ label }) => label },
    {
      key: 'scopes',
      title: t('program-tokens.scopes'),
      value: ({ scopes }) => scopes.map((scope) => word('programScope', scope)).join(', '),
    },
    {
      key: 'state',
      title: t('program-tokens.state'),
      value: ({ state }) => t(`program-tokens.state.${state}`),
    },
    { key: 'last_day', title: t('program-tokens.lastDayLabel'), kind: 'day', value: ({ last_day }) => last_day },
    {
      key: 'used',
      title: t('program-tokens.used'),
      kind: 'instant',
      value: ({ used_at }) => used_at,
      render: ({ used_at }) => (used_at === null ? t('program-tokens.neverUsed') : formatInstant(used_at)),
      isKept: true,
    },
    {
      key: 'by',
      title: t('program-tokens.by'),
      kind: 'person',
      value: ({ made_by }) => made_by,
      isHiddenOnPhone: true,
    },
  ];
}
