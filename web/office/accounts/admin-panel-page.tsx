import { Button, Title } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { type Account, accounts, type OpenSession } from '#contract/accounts.ts';
import { t } from '#web/i18n/t.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { RequirementPanel } from '../factors/requirement-panel.tsx';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';
import {
  cancelLinkOf,
  deleteAccount,
  endOtherSession,
  removeFactorsOf,
  resetByLinkOf,
  resetPasswordOf,
} from './account-actions.tsx';
import { AccountTable } from './account-table.tsx';
import classes from './accounts.module.css';
import { EditAccountDialog } from './edit-account-dialog.tsx';
import { RegisterForm } from './register-form.tsx';
import { SessionTable } from './session-table.tsx';

export function AdminPanelPage() {
  const list = useLoad('accounts', async (signal) => (await api(accounts.list, {}, { signal })).admins);
  const sessions = useLoad('sessions', (signal) => api(accounts.sessions, {}, { signal }));
  const [edited, setEdited] = useState<Account>();
  const mayRequire = useMay('factors.require');
  const reload = () => {
    list.reload();
    sessions.reload();
  };
  const remove = async (account: Account) => {
    if (await deleteAccount(account)) reload();
  };
  const resetPassword = async (account: Account) => {
    if (await resetPasswordOf(account)) reload();
  };
  const byLink = async (account: Account) => {
    if (await resetByLinkOf(account)) reload();
  };
  const cancelLink = async (account: Account) => {
    if (await cancelLinkOf(account)) reload();
  };
  const withoutFactors = async (account: Account) => {
    if (await removeFactorsOf(account)) reload();
  };
  const end = async (session: OpenSession) => {
    if (await endOtherSession(session)) sessions.reload();
  };
  return (
    <Screen path="/admin-panel" actions={<OwnPassword />}>
      <div className={classes.panel}>
        <div className={classes.accounts}>
          <AccountTable
            load={list}
            actions={{
              edit: setEdited,
              resetPassword: (account) => void resetPassword(account),
              resetByLink: (account) => void byLink(account),
              cancelLink: (account) => void cancelLink(account),
              removeFactors: (account) => void withoutFactors(account),
              remove: (account) => void remove(account),
            }}
          />
        </div>
        <div className={classes.register}>
          <RegisterForm onTried={list.reload} />
          {mayRequire && <RequirementPanel />}
        </div>
        <div className={classes.sessions}>
          <Title order={2} size="h4" mb="sm">
            {t('accounts.sessions.title')}
          </Title>
          <SessionTable load={sessions} end={(session) => void end(session)} />
        </div>
      </div>
      {edited && (
        <EditAccountDialog
          key={edited.admin_id}
          account={edited}
          onClose={() => setEdited(undefined)}
          onDone={reload}
        />
      )}
    </Screen>
  );
}

function OwnPassword() {
  return (
    <Button component={Link} to="/change-password" variant="default" leftSection={<IconKey size={18} aria-hidden />}>
      {t('accounts.changePassword')}
    </Button>
  );
}
