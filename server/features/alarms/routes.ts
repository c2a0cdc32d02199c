import { alarms } from '#contract/alarms.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { alarmSetting } from './read-alarms.ts';

export function alarmRoutes(app: AppContext): void {
  endpoint(app, alarms.get, () => alarmSetting.read(app.database.reader));
  endpoint(app, alarms.set, {
    current: (_, tx) => alarmSetting.lock(tx),
    async record({ body, context }, tx) {
      const settings = await alarmSetting.change(tx, context, { value: () => body });
      return { message: apiMessage('alarms.set.done'), settings };
    },
  });
}
