import { useState } from 'react';
import { sumCents } from '#billing/money.ts';
import { t } from '#web/i18n/t.ts';
import { cancelledNumbers, isRejected, newestGroup, type TicketEntry } from '../engine/entries.ts';
import { CancelTickets } from './cancel-tickets.tsx';
import { entryText, kindText, minuteText, rupeesText } from './format-entry.ts';
import { LateTicketPrint } from './late-ticket-print.tsx';
import { usePrintOnRoll } from './printer/use-printer.ts';
import { useGateView } from './use-gate.ts';

interface LastTicketProps {
  shiftId: string;
  isCompact: boolean;
}

export function LastTicket({ shiftId, isCompact }: LastTicketProps) {
  const { entries, phone } = useGateView();
  const group = newestGroup(entries, shiftId);
  const [newest] = group;
  const isCancelled = newest !== undefined && cancelledNumbers(entries).has(newest.number);
  const state = isCancelled ? 'cancelled' : 'issued';
  return (
    <>
      <p className="unseen" role="status">
        {newest && t('gate-app.last.status', { entry: entryText(newest, phone), state })}
      </p>
      <div className={isCompact ? 'compact' : undefined}>
        {newest ? (
          <TicketCard group={[newest, ...group.slice(1)]} isCancelled={isCancelled} />
        ) : (
          <section className="last none" aria-label={t('gate-app.last.label')}>
            <p>{t('gate-app.last.none')}</p>
          </section>
        )}
      </div>
    </>
  );
}

type Group = [TicketEntry, ...TicketEntry[]];

function TicketCard({ group, isCancelled }: { group: Group; isCancelled: boolean }) {
  const [newest] = group;
  if (!isCancelled) return <IssuedTickets key={newest.order} group={group} />;
  return (
    <section className="last wrong cancelled" aria-label={t('gate-app.last.label')}>
      <Facts group={group} word={t('gate-app.last.cancelled')} />
      <p className="sum">{t('gate-app.last.notCounted')}</p>
    </section>
  );
}

function Facts({ group, word }: { group: Group; word: string }) {
  const [{ number, kind, cents }] = group;
  const sum = rupeesText(sumCents(group.map((ticket) => ticket.cents)));
  const kindName = kindText(kind, useGateView().phone);
  return (
    <div className={group.length > 1 ? 'several' : undefined}>
      <p className="number">{number}</p>
      <p className="what">
        {group.length > 1 ? t('gate-app.last.several', { count: group.length, kind: kindName }) : kindName}{' '}
        <b>{group.length > 1 ? sum : rupeesText(cents)}</b>
      </p>
      {group.length > 1 && <p className={`numbers ${group.length > 5 ? 'many' : ''}`}>{numbersOf(group)}</p>}
      <p className="when">{word}</p>
    </div>
  );
}

function numbersOf(group: Group): string {
  return group
    .map(({ number }) => number)
    .reverse()
    .join(' ');
}

function IssuedTickets({ group }: { group: Group }) {
  const [isAsking, setIsAsking] = useState(false);
  const [prints, setPrints] = useState(0);
  const printOnRoll = usePrintOnRoll();
  const [newest] = group;
  const print = () => (printOnRoll ? printOnRoll(group.toReversed()) : setPrints(prints + 1));
  const isWrong = isRejected(newest);
  const word = isWrong ? t('gate-app.last.rejected') : t('gate-app.last.issued', { time: minuteText(newest.at) });
  const isSingle = group.length === 1;
  return (
    <section
      className={`last ${isAsking ? 'asking' : isWrong ? 'wrong' : 'issued'}`}
      aria-label={t('gate-app.last.label')}
    >
      <Facts group={group} word={isAsking && !isSingle ? t('gate-app.last.whichQuestion') : word} />
      {isAsking ? (
        <CancelActs group={group} onKeep={() => setIsAsking(false)} />
      ) : (
        <div className="acts">
          <button type="button" onClick={print}>
            {isSingle ? t('gate-app.last.print') : t('gate-app.last.printAll', { count: group.length })}
          </button>
          <button type="button" onClick={() => setIsAsking(true)}>
            {t(isSingle ? 'gate-app.last.cancel' : 'gate-app.last.cancelSome')}
          </button>
        </div>
      )}
      {prints > 0 && <LateTicketPrint key={prints} tickets={group.toReversed()} />}
    </section>
  );
}

function CancelActs({ group, onKeep }: { group: Group; onKeep: () => void }) {
  const [chosen, setChosen] = useState<readonly TicketEntry[] | undefined>(group.length === 1 ? group : undefined);
  const [newest] = group;
  if (chosen) return <CancelTickets tickets={chosen} onKeep={onKeep} />;
  return (
    <div className="acts three">
      <button type="button" className="danger" onClick={() => setChosen(group.toReversed())}>
        {t('gate-app.last.allOf', { count: group.length })}
      </button>
      <button type="button" className="danger" onClick={() => setChosen([newest])}>
        {t('gate-app.last.onlyNewest', { number: newest.number })}
      </button>
      <button type="button" onClick={onKeep}>
        {t('gate-app.last.keepAll')}
      </button>
    </div>
  );
}
