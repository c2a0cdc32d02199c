import IconList from 'virtual:icons/list';
import IconPlus from 'virtual:icons/plus';
import { t } from '#web/i18n/t.ts';
import { CardLinks } from '#web/ui/card-links.tsx';
import { Screen } from '../screen.tsx';

export function PublicationMenuPage() {
  return (
    <Screen path="/publication">
      <CardLinks
        links={[
          {
            title: t('publications.menu.add'),
            text: t('publications.menu.addText'),
            to: '/add-publication',
            icon: IconPlus,
          },
          {
            title: t('publications.menu.view'),
            text: t('publications.menu.viewText'),
            to: '/view-publications',
            icon: IconList,
          },
        ]}
      />
    </Screen>
  );
}
