import { z } from 'zod';
import { dayOf, type Instant, monthOf } from '#billing/calendar.ts';
import { toPercent } from '#billing/money.ts';
import type { Answer } from '#contract/call.ts';
import { centreSchema, fillTranslations, homeOf } from '#contract/centre.ts';
import { type dashboard, type SetupStep, setupSteps } from '#contract/dashboard.ts';
import { fieldLabel } from '#contract/messages/input-message.ts';
import { apiMessage, message, type Words } from '#contract/messages/message.ts';
import type { Config } from '../../config.ts';
import type { Database, Reader } from '../../db/connect.ts';
import type { CurrentCentre } from '../../http/cache/current-centre.ts';
import type { Unworded } from '../../http/core/handler.ts';
import { setting } from '../audit/setting.ts';
import { lastCopyElsewhere } from '../backup/store-elsewhere.ts';
import { sessionSetting } from '../cash/find-session.ts';
import { findCurrentRate, findRentRules, listRentRules } from '../dated-settings/queries.ts';
import { readMailServer } from '../mail/read-mail-server.ts';
import { findTariffOn } from '../tariff/queries.ts';
import { countForSetup } from './queries.ts';

type Setup = Answer<typeof dashboard.setup>;
interface SetupSource {
  config: Config;
  centre: CurrentCentre;
  auditKeys: Database['auditKeys'];
  now: Instant;
}

/** Reads from the data which steps of the setup are done, and the value of each step that has one. */
export async function loadSetup(db: Reader, source: SetupSource): Promise<Unworded<Setup>> {
  const said = await setupSetting.read(db);
  const set = { ...describeCentre(source.centre), ...(await describeBooks(db, source)) };
  return {
    is_put_away: said.is_put_away,
    is_new: set.shops === null,
    steps: setupSteps.map((step) => {
      const detail = set[step];
      const isShown = detail !== null && detail !== FIRST;
      return {
        step,
        is_done: isShown || said.confirmed.includes(step),
        is_confirmed: said.confirmed.includes(step),
        detail: detail === FIRST || detail === SET ? null : detail,
      };
    }),
  };
}

/** What a person decided about the setup list: whether it is hidden, and which steps need no change. */
export const setupSetting = setting<{ is_put_away: boolean; confirmed: SetupStep[] }>({
  name: 'setup list',
  schema: z.object({ is_put_away: z.boolean(), confirmed: z.array(z.enum(setupSteps)) }),
  first: () => ({ is_put_away: false, confirmed: [] }),
  describe: ({ is_put_away, confirmed }) => ({
    [fieldLabel('is_put_away', message)]: String(is_put_away),
    [fieldLabel('confirmed', message)]: confirmed.join(', ') || null,
  }),
  changed: { type: 'Centre Settings Changed', description: apiMessage('dashboard.setup.audit') },
});

/** Means that the step still has its initial value, which may be right. A person must confirm it. */
const FIRST = Symbol('first value');
/** Means that the step is done and has no detail to show. */
const SET = Symbol('set');
type Described = Record<SetupStep, Words | typeof FIRST | typeof SET | null>;

function describeCentre({ facts }: CurrentCentre): Pick<Described, 'visitors' | 'contact' | 'bank'> {
  const { hotline, officePhones, address } = facts;
  const phone = hotline || officePhones[0];
  const first = fillTranslations(centreSchema.parse({}));
  const shown = ({ name, place, ...others }: typeof facts) =>
    JSON.stringify([name, place, homeOf(others as typeof facts)]);
  return {
    visitors: shown(facts) === shown(first) ? FIRST : SET,
    contact: phone !== undefined && address.en !== '' ? phone : null,
    bank: facts.bankText || null,
  };
}

async function describeBooks(
  db: Reader,
  { config, auditKeys, now }: SetupSource,
): Promise<Omit<Described, 'visitors' | 'contact' | 'bank'>> {
  const today = dayOf(now);
  const counts = await countForSetup(db);
  const rules = await listRentRules(db);
  const rate = await findCurrentRate(db);
  const tariff = await findTariffOn(db, today);
  const { rentDueDay, fineBasisPoints } = await findRentRules(db, monthOf(today));
  const mail = await readMailServer(db, { config, auditKeys });
  const counted = (step: 'catalogue' | 'shops' | 'tenants' | 'person' | 'invoice', count: number) =>
    count === 0 ? null : apiMessage(`dashboard.setup.${step}`, { count });
  return {
    catalogue: counted('catalogue', counts.products),
    shops: counted('shops', counts.shops),
    tenants: counted('tenants', counts.tenants),
    'rent-rules':
      rules.length === 0
        ? FIRST
        : apiMessage('dashboard.setup.rules', { day: String(rentDueDay), fine: toPercent(fineBasisPoints) }),
    vat: rate ? apiMessage('dashboard.setup.rate', { rate: toPercent(rate.basis_points) }) : FIRST,
    'ticket-prices': tariff ? apiMessage('dashboard.setup.tariff', { count: tariff.prices.length }) : null,
    mail: mail.address?.host ?? null,
    person: counts.accounts < 2 ? null : counted('person', counts.accounts),
    // The operator may also send copies to another place by other means. A person then confirms this step in the list.
    copy: (await lastCopyElsewhere(db)) === undefined ? FIRST : SET,
    // A market may count its cash outside the program. A person then says so in the list.
    'cash-count': (await sessionSetting.read(db)) ? SET : FIRST,
    prices: counts.prices > 0 ? SET : null,
    invoice: counted('invoice', counts.invoices),
    payment: counts.payments > 0 ? SET : null,
    ticket: counts.tickets > 0 ? SET : null,
  };
}
