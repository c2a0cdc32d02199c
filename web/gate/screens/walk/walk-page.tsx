import './walk.css';
import { useEffect, useState } from 'react';
import { dayOf } from '#billing/calendar.ts';
import { foldText } from '#contract/fold-text.ts';
import type { WalkStall } from '#contract/walks.ts';
import { type WalkState, walkStates } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { type SeenStall, seenToday } from '../../engine/walk.ts';
import { Fault, Field } from '../field.tsx';
import { minuteText } from '../format-entry.ts';
import { useGate, useGateView, useIsOnline, useNow } from '../use-gate.ts';
import { useGateAction } from '../use-gate-action.ts';
import { WalkForm } from './walk-form.tsx';

/** What is seen at each stall. It is stored on the phone and sent when there is a network. */
export function WalkPage() {
  const gate = useGate();
  const { phone, entries } = useGateView();
  const isOnline = useIsOnline();
  const now = useNow();
  const { failure, run } = useGateAction(t('gate-app.walk.failed'));
  useEffect(() => {
    if (isOnline) run(gate.loadWalk);
  }, [gate, run, isOnline]);
  const { walk } = phone;
  if (!walk)
    return (
      <section className="card">
        <p>{t(isOnline ? 'gate-app.walk.loading' : 'gate-app.walk.needsNetwork')}</p>
        <Fault>{failure}</Fault>
      </section>
    );
  const seen = seenToday(walk, entries, now);
  return (
    <>
      {dayOf(walk.at) !== dayOf(now) && (
        <p className="note">{t('gate-app.walk.old', { day: formatOfficeDay(dayOf(walk.at)) })}</p>
      )}
      <Stalls stalls={walk.stalls} seen={seen} />
    </>
  );
}

interface StallsProps {
  stalls: readonly WalkStall[];
  seen: ReadonlyMap<string, SeenStall>;
}

function Stalls({ stalls, seen }: StallsProps) {
  const [search, setSearch] = useState('');
  const [isShort, setShort] = useState(false);
  const [open, setOpen] = useState<{ shop: string; state: WalkState }>();
  const wanted = foldText(search);
  const shown = stalls.filter(
    ({ shop_id, shop_name, tenant_name }) =>
      (!isShort || !seen.has(shop_id) || open?.shop === shop_id) &&
      [shop_id, shop_name, tenant_name ?? ''].some((text) => foldText(text).includes(wanted)),
  );
  const count = stalls.filter(({ shop_id }) => seen.has(shop_id)).length;
  return (
    <section className="card walk" aria-label={t('gate-app.walk.title')}>
      <p role="status">
        <b>{t('gate-app.walk.progress', { count, all: stalls.length })}</b>
      </p>
      <Field label={t('gate-app.walk.search')} value={search} autoComplete="off" onType={setSearch} />
      <label className="walk-only">
        <input type="checkbox" checked={isShort} onChange={({ currentTarget }) => setShort(currentTarget.checked)} />
        {t('gate-app.walk.onlyUnseen')}
      </label>
      {shown.length === 0 && <p>{t('gate-app.walk.none')}</p>}
      <ul>
        {shown.map((stall) => (
          <li key={stall.shop_id}>
            <Stall
              stall={stall}
              seen={seen.get(stall.shop_id)}
              opened={open?.shop === stall.shop_id ? open.state : undefined}
              onOpen={(state) => setOpen(state && { shop: stall.shop_id, state })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface StallProps {
  stall: WalkStall;
  seen: SeenStall | undefined;
  opened: WalkState | undefined;
  onOpen: (state: WalkState | undefined) => void;
}

function Stall({ stall, seen, opened, onOpen }: StallProps) {
  const gate = useGate();
  const { isBusy, failure, run } = useGateAction(t('gate-app.walk.saveFailed'));
  const { shop_id: shop, shop_name, tenant_name } = stall;
  const choose = (state: WalkState) => {
    if (state === 'other') return onOpen(state);
    onOpen(undefined);
    run(() => gate.recordWalk({ shop, seen: state, note: '', picture: null }));
  };
  return (
    <>
      <p>
        <b className="walk-shop">{shop}</b> {shop_name} · {tenant_name ?? t('gate-app.walk.vacant')}
      </p>
      {seen && (
        <p className="walk-seen">
          {t('gate-app.walk.seen', { state: t(`gate-app.walk.state.${seen.state}`), time: minuteText(seen.at) })}
        </p>
      )}
      <fieldset className="walk-states" disabled={isBusy}>
        <legend className="unseen">{shop}</legend>
        {walkStates.map((state) => (
          <button key={state} type="button" aria-pressed={seen?.state === state} onClick={() => choose(state)}>
            {t(`gate-app.walk.state.${state}`)}
          </button>
        ))}
      </fieldset>
      {opened === undefined ? (
        <button type="button" className="small" onClick={() => onOpen(seen?.state ?? 'trading')}>
          {t('gate-app.walk.more', { shop })}
        </button>
      ) : (
        <WalkForm key={opened} shop={shop} state={opened} onDone={() => onOpen(undefined)} />
      )}
      <Fault>{failure}</Fault>
    </>
  );
}
