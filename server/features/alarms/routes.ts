import { type AlarmSettings, alarms } from '#contract/alarms.ts';
import { apiMessage, message } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { lockDataVersion } from '../../db/data-version.ts';
import { putSetting } from '../../db/settings.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { type ChangeDescription, describeChanges } from '../audit/describe-changes.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { ALARMS_SETTING, readAlarms } from './read-alarms.ts';

export function alarmRoutes(app: AppContext): void {
  endpoint(app, alarms.get, () => readAlarms(app.database.reader));
  endpoint(app, alarms.set, {
    async current(_, tx) {
      await lockDataVersion(tx);
      return readAlarms(tx);
    },
    async record({ body, context }, tx) {
      await setAlarms(tx, context, body);
      return { message: apiMessage('alarms.set.done'), settings: body };
    },
  });
}

async function setAlarms(tx: Writer, context: ActionContext, settings: AlarmSettings): Promise<void> {
  const changes = describeChanges(describe(await readAlarms(tx)), describe(settings));
  if (!changes) return;
  await putSetting(tx, { name: ALARMS_SETTING, value: JSON.stringify(settings), at: context.now });
  await writeAudit(tx, context, {
    type: 'Alarms Changed',
    description: apiMessage('alarms.audit.changed'),
    ...changes,
  });
}

function describe({ list_by, gate_silent_hours }: AlarmSettings): ChangeDescription {
  return {
    [message('alarms.audit.list')]: list_by,
    [message('alarms.audit.gate')]: message('alarms.audit.hours', { hours: gate_silent_hours }),
  };
}
