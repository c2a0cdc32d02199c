import { apiMessage } from '#contract/messages/message.ts';
import { tenantPages } from '#contract/tenant-pages.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { addressOfPages } from '../tenant-links/page-link.ts';
import { tenantPageSetting } from '../tenant-links/read-setting.ts';
import { renewLink, revokeLink } from './change-link.ts';
import { loadLink } from './load-link.ts';
import { countOpened } from './present.ts';
import { listOpened } from './queries.ts';

export function tenantPageRoutes(app: AppContext): void {
  const { database, config } = app;
  const hasAddress = addressOfPages(config) !== undefined;
  endpoint(app, tenantPages.getSettings, () =>
    database.snapshot(async (db) => ({
      ...(await tenantPageSetting.read(db)),
      has_public_address: hasAddress,
      opened: countOpened(await listOpened(db)),
    })),
  );
  endpoint(app, tenantPages.setSettings, {
    current: (_, tx) => tenantPageSetting.lock(tx),
    async record({ body, context }, tx) {
      const settings = await tenantPageSetting.change(tx, context, { value: () => body });
      return { message: apiMessage('tenant-pages.settings.done'), settings };
    },
  });
  endpoint(app, tenantPages.get, ({ params }) => database.snapshot(async (db) => loadLink(db, app, params.id)));
  endpoint(app, tenantPages.renew, {
    async record({ params, context }, tx) {
      await renewLink(tx, context, params.id);
      return { message: apiMessage('tenant-pages.renew.done') };
    },
  });
  endpoint(app, tenantPages.revoke, {
    async record({ params, context }, tx) {
      await revokeLink(tx, context, params.id);
      return { message: apiMessage('tenant-pages.revoke.done') };
    },
  });
}
