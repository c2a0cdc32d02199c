import { IconList, IconPlus } from '@tabler/icons-react';
import { CardLinks } from '#web/ui/card-links.tsx';
import { Screen } from '../shell/screen.tsx';

/** The way to the publication screens. */
export function PublicationMenuPage() {
  return (
    <Screen path="/publication">
      <CardLinks
        links={[
          {
            title: 'Add publication',
            text: 'A notice, an announcement, news or an event',
            to: '/add-publication',
            icon: IconPlus,
          },
          {
            title: 'View publications',
            text: 'Find, edit and delete what is published',
            to: '/view-publications',
            icon: IconList,
          },
        ]}
      />
    </Screen>
  );
}
