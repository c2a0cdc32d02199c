import IconCalendarOff from 'virtual:icons/calendar-off';
import IconDeviceTv from 'virtual:icons/device-tv';
import IconFileImport from 'virtual:icons/file-import';
import IconListSearch from 'virtual:icons/list-search';
import IconTablePlus from 'virtual:icons/table-plus';
import { Alert, Anchor, List } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { t } from '#web/i18n/t.ts';
import { type CardLink, CardLinks } from '#web/ui/card-links.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { Screen } from '../../screen.tsx';
import { nameDraft } from '../sheet/price-sheet-panel.tsx';
import { listDrafts } from '../sheet/use-drafted-sheet.ts';

function links(): CardLink[] {
  return [
    { title: t('prices.menu.add'), text: t('prices.menu.addText'), to: '/add-dailyprice', icon: IconTablePlus },
    { title: t('prices.menu.view'), text: t('prices.menu.viewText'), to: '/view-dailyprices', icon: IconListSearch },
    { title: t('prices.menu.import'), text: t('prices.menu.importText'), to: '/import-prices', icon: IconFileImport },
    {
      title: t('prices.menu.calendar'),
      text: t('prices.menu.calendarText'),
      to: '/market-calendar',
      icon: IconCalendarOff,
    },
    {
      title: t('prices.menu.board'),
      text: t('prices.menu.boardText'),
      to: '/board',
      icon: IconDeviceTv,
      isElsewhere: true,
    },
  ];
}

export function DailyPriceMenuPage() {
  const [drafts] = useState(() => listDrafts(browserToday()));
  return (
    <Screen path="/daily-price">
      {drafts.length > 0 && (
        <Alert color="turmeric" title={t('prices.menu.drafts')}>
          <List size="sm">
            {drafts.map(({ date, draft }) => (
              <List.Item key={date}>
                <Anchor component={Link} to={`/add-dailyprice?date=${date}`} inherit>
                  {t('prices.menu.sheetOf', { day: formatOfficeDay(date) })}
                </Anchor>
                , {t('prices.menu.savedAt', { time: nameDraft(draft.savedAt, date) })}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      <CardLinks links={links()} />
    </Screen>
  );
}
