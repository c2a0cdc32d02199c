import IconCalendarShare from 'virtual:icons/calendar-share';
import IconDeviceTv from 'virtual:icons/device-tv';
import IconTable from 'virtual:icons/table';
import cards from 'virtual:office/cards/daily-price';
import { Alert, Anchor, Button, List } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { t } from '#web/i18n/t.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { HeadCards } from '#web/ui/head-cards.tsx';
import { usePageCards } from '../../page-cards.ts';
import { placeOf } from '../../place-of.ts';
import { listDrafts } from '../sheet/drafts.ts';
import { MoveListDialog } from '../sheet/move-list-dialog.tsx';
import { forgetSaved, type KeptSheet } from '../sheet/plan-save.ts';
import { nameDraft } from '../sheet/price-sheet-panel.tsx';
import { SavedSheetPanel, useSavedSheet } from '../sheet/saved-sheet-panel.tsx';
import { ViewPricesPage } from './view-prices-page.tsx';

export function DailyPriceMenuPage() {
  const { kept } = useSavedSheet();
  const [drafts] = useState(() => listDrafts(browserToday()));
  const links = usePageCards(cards);
  const board = {
    title: t('prices.menu.board'),
    text: t('prices.menu.boardText'),
    to: '/board',
    icon: IconDeviceTv,
    isElsewhere: true,
  };
  return (
    <ViewPricesPage
      path="/daily-price"
      head={
        <>
          {kept && <LastSave kept={kept} />}
          {drafts.length > 0 && <Drafts drafts={drafts} />}
          <HeadCards links={[...links, board]} />
        </>
      }
    />
  );
}

function Drafts({ drafts }: { drafts: ReturnType<typeof listDrafts> }) {
  return (
    <Alert color="turmeric" title={t('prices.menu.drafts')}>
      <List size="sm">
        {drafts.map(({ date, draft }) => (
          <List.Item key={date}>
            <Anchor component={Link} to={placeOf('/add-dailyprice', { date })} inherit>
              {t('prices.menu.sheetOf', { day: formatOfficeDay(date) })}
            </Anchor>
            , {t('prices.menu.savedAt', { time: nameDraft(draft.savedAt, date) })}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

/** The summary of the list that was saved last, to which its clerk is led after saving. */
function LastSave({ kept }: { kept: KeptSheet }) {
  const { date } = kept;
  const [isMoving, setIsMoving] = useState(false);
  const navigate = useNavigate();
  const sheet = (find?: string) =>
    placeOf('/add-dailyprice', { date: date === browserToday() ? undefined : date, find });
  return (
    <>
      <SavedSheetPanel kept={kept} find={() => void navigate(sheet('1'))}>
        <Button component={Link} to={sheet()} variant="default" leftSection={<IconTable size={18} aria-hidden />}>
          {t('prices.saved.back')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconCalendarShare size={18} aria-hidden />}
          onClick={() => setIsMoving(true)}
        >
          {t('prices.list.move')}
        </Button>
      </SavedSheetPanel>
      {isMoving && (
        <MoveListDialog
          date={date}
          onClose={() => setIsMoving(false)}
          onDone={(to) => {
            forgetSaved();
            void navigate(placeOf('/view-dailyprices', { date: to }));
          }}
        />
      )}
    </>
  );
}
