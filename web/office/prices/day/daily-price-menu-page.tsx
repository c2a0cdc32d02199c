import IconDeviceTv from 'virtual:icons/device-tv';
import cards from 'virtual:office/cards/daily-price';
import { Alert, Anchor, List } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { t } from '#web/i18n/t.ts';
import { CardLinks } from '#web/ui/card-links.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { usePageCards } from '../../page-cards.ts';
import { placeOf } from '../../place-of.ts';
import { Screen } from '../../screen.tsx';
import { nameDraft } from '../sheet/price-sheet-panel.tsx';
import { listDrafts } from '../sheet/use-drafted-sheet.ts';

export function DailyPriceMenuPage() {
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
    <Screen path="/daily-price">
      {drafts.length > 0 && (
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
      )}
      <CardLinks links={[...links, board]} />
    </Screen>
  );
}
