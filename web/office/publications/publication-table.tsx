import { Anchor, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { inLanguage } from '#contract/languages.ts';
import type { Publication } from '#contract/publications.ts';
import { currentLanguage, t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { Picture } from '#web/ui/form/image-field.tsx';
import { When } from '#web/ui/format/when.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { languagesOf, localTexts, TRANSLATIONS } from './map-publication.ts';

function publishedColumn(): Column<Publication> {
  return {
    key: 'published',
    title: t('publications.table.published'),
    kind: 'instant',
    value: ({ createdAt }) => createdAt,
    isHiddenOnPhone: true,
  };
}

export function publicationColumns(): Column<Publication>[] {
  return [
    {
      key: 'topic',
      title: t('publications.table.topic'),
      value: (publication) => localTexts(publication).topic,
      render: (publication) => <TopicCell publication={publication} />,
    },
    {
      key: 'languages',
      title: t('publications.table.translations'),
      value: (publication) =>
        languagesOf(publication)
          .map((language) => word('language', language))
          .join(', '),
      isSearched: false,
      isHiddenOnPhone: true,
    },
    publishedColumn(),
  ];
}

export function publicationFileColumns(): Column<Publication>[] {
  const translated = TRANSLATIONS.flatMap((code): Column<Publication>[] => {
    const language = word('language', code);
    return [
      {
        key: `topic_${code}`,
        title: t('publications.form.translatedTopic', { language }),
        value: (each) => each[`topic_${code}`],
      },
      {
        key: `description_${code}`,
        title: t('publications.form.translatedDescription', { language }),
        value: (each) => each[`description_${code}`],
      },
    ];
  });
  return [
    { key: 'id', title: t('publications.table.id'), kind: 'number', value: ({ id }) => id },
    { key: 'type', title: t('publications.table.type'), value: ({ type }) => word('publication', type) },
    { key: 'topic', title: t('publications.table.topic'), value: ({ topic }) => topic },
    { key: 'description', title: t('publications.table.description'), value: ({ description }) => description },
    ...translated,
    publishedColumn(),
  ];
}

export function publicationTexts(each: Publication): string {
  return [each.topic, each.description, each.topic_si, each.description_si, each.topic_ta, each.description_ta].join(
    '\n',
  );
}

/** The public page is outside the office. */
function TopicCell({ publication }: { publication: Publication }) {
  const { id, image, createdAt } = publication;
  const { topic, description } = localTexts(publication);
  return (
    <Group gap="sm" wrap="nowrap" maw={620}>
      <Picture source={image} size={48} />
      <div style={{ minWidth: '9rem', overflowWrap: 'anywhere' }}>
        <Anchor component={Link} to={inLanguage(currentLanguage(), `/news/${id}`)} reloadDocument fw={600} size="sm">
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
