import { Stack, Text } from '@mantine/core';
import { type Approval, type ApprovalList, approvals } from '#contract/approvals.ts';
import { t } from '#web/i18n/t.ts';
import { type Load, useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { Screen } from '../screen.tsx';
import { ApprovalTable } from './approval-table.tsx';
import { approveRequest, carryOut, declineRequest } from './decide-request.ts';
import { countAgain } from './use-waiting.ts';

export function ApprovalsPage() {
  const open = useApprovals('open');
  const ended = useApprovals('ended');
  const reloadAfter = (act: (approval: Approval) => Promise<boolean>) => async (approval: Approval) => {
    if (!(await act(approval))) return;
    open.reload();
    ended.reload();
    countAgain();
  };
  return (
    <Screen path="/approvals">
      <Stack gap="lg">
        <Text size="sm" c="dimmed" maw="70ch">
          {t('approvals.page.about')}
        </Text>
        <ApprovalTable
          list="open"
          load={open}
          actions={{
            approve: reloadAfter(approveRequest),
            decline: reloadAfter(declineRequest),
            carryOut: reloadAfter(carryOut),
          }}
        />
        <ApprovalTable list="ended" load={ended} />
      </Stack>
    </Screen>
  );
}

function useApprovals(list: ApprovalList): Load<Approval[]> {
  return useLoad(`approvals ${list}`, (signal) => api(approvals.list, { query: { list } }, { signal }));
}
