import { Alert, Anchor, List } from '@mantine/core';
import { IconCalendarOff, IconFileImport, IconListSearch, IconTablePlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { type CardLink, CardLinks } from '#web/ui/card-links.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { Screen } from '../../shell/screen.tsx';
import { nameDraft } from '../sheet/price-sheet-panel.tsx';
import { listDrafts } from '../sheet/use-drafted-sheet.ts';

const LINKS: readonly CardLink[] = [
  {
    title: 'Add daily prices',
    text: "The price sheet: fill in the morning's list",
    to: '/add-dailyprice',
    icon: IconTablePlus,
  },
  {
    title: 'View daily prices',
    text: 'Look up a day, correct a price, export',
    to: '/view-dailyprices',
    icon: IconListSearch,
  },
  {
    title: 'Import prices',
    text: 'Take over many days from a CSV file',
    to: '/import-prices',
    icon: IconFileImport,
  },
  {
    title: 'Market calendar',
    text: 'Say why a day has no list: Poya, holidays, closed days',
    to: '/market-calendar',
    icon: IconCalendarOff,
  },
];

/** The way to everything about daily prices, and to sheets that were begun and not saved. */
export function DailyPriceMenuPage() {
  const [drafts] = useState(() => listDrafts(browserToday()));
  return (
    <Screen path="/daily-price">
      {drafts.length > 0 && (
        <Alert color="turmeric" title="Not saved yet, kept on this machine">
          <List size="sm">
            {drafts.map(({ date, draft }) => (
              <List.Item key={date}>
                <Anchor component={Link} to={`/add-dailyprice?date=${date}`} inherit>
                  Sheet of {formatOfficeDay(date)}
                </Anchor>
                , draft of {nameDraft(draft.savedAt, date)}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      <CardLinks links={LINKS} />
    </Screen>
  );
}
