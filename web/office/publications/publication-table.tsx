import { Anchor, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Publication } from '#contract/publications.ts';
import { Picture } from '#web/ui/form/image-field.tsx';
import { When } from '#web/ui/format/when.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { TYPE_WORDS, translationsOf } from './map-publication.ts';

const published: Column<Publication> = {
  key: 'published',
  title: 'Published',
  kind: 'instant',
  value: ({ createdAt }) => createdAt,
  isHiddenOnPhone: true,
};

/** What the list shows of a publication. */
export const publicationColumns: readonly Column<Publication>[] = [
  {
    key: 'topic',
    title: 'Topic',
    value: ({ topic }) => topic,
    render: (publication) => <TopicCell publication={publication} />,
  },
  {
    key: 'languages',
    title: 'Also in',
    value: (publication) => translationsOf(publication).join(', '),
    isSearched: false,
    isHiddenOnPhone: true,
  },
  published,
];

/** What stands in the spreadsheet: every text whole. */
export const publicationSheet: readonly Column<Publication>[] = [
  { key: 'id', title: 'ID', kind: 'number', value: ({ id }) => id },
  { key: 'type', title: 'Type', value: ({ type }) => TYPE_WORDS[type].name },
  { key: 'topic', title: 'Topic', value: ({ topic }) => topic },
  { key: 'description', title: 'Description', value: ({ description }) => description },
  { key: 'topic_si', title: 'Sinhala topic', value: (each) => each.topic_si },
  { key: 'description_si', title: 'Sinhala description', value: (each) => each.description_si },
  { key: 'topic_ta', title: 'Tamil topic', value: (each) => each.topic_ta },
  { key: 'description_ta', title: 'Tamil description', value: (each) => each.description_ta },
  published,
];

/** Further text that the search looks into. */
export function furtherText(each: Publication): string {
  return [each.description, each.topic_si, each.description_si, each.topic_ta, each.description_ta].join('\n');
}

/** The topic leads to where the public reads it, which is outside the office. */
function TopicCell({ publication: { id, image, topic, description, createdAt } }: { publication: Publication }) {
  return (
    <Group gap="sm" wrap="nowrap" maw={620}>
      <Picture source={image} size={48} />
      <div style={{ minWidth: '9rem', overflowWrap: 'anywhere' }}>
        <Anchor component={Link} to={`/news/${id}`} reloadDocument fw={600} size="sm">
          {topic}
        </Anchor>
        <Text size="xs" hiddenFrom="sm">
          <When at={createdAt} />
        </Text>
        <Text size="xs" c="dimmed" lineClamp={2}>
          {description}
        </Text>
      </div>
    </Group>
  );
}
