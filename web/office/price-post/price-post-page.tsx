import IconBrandFacebook from 'virtual:icons/brand-facebook';
import IconCopy from 'virtual:icons/copy';
import IconPrinter from 'virtual:icons/printer';
import IconShare from 'virtual:icons/share';
import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useParams } from 'react-router';
import { type PricePost, pricePost } from '#contract/price-post.ts';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { copyText } from '../copy-text.ts';
import { Screen } from '../screen.tsx';
import classes from './price-post.module.css';
import { maySharePictures, sharePictures } from './share-pictures.ts';

/** What is posted of a price list, in each language: one tap sends pictures and text, or copies them. */
export function PricePostPage() {
  const { date = '' } = useParams();
  const load = useLoad(`post of ${date}`, (signal) => api(pricePost.get, { params: { date } }, { signal }));
  return (
    <Screen path="/price-post/:date" subtitle={t('price-post.page.about')}>
      <AsyncState load={load} failure={t('price-post.page.failed')}>
        {({ date: day, prices, posts }) => (
          <Stack gap="md">
            <Text>{t('price-post.page.list', { day: formatOfficeDay(day), count: prices })}</Text>
            {!posts.every(({ link }) => link.startsWith('http')) && (
              <Alert color="turmeric">{t('price-post.page.noAddress')}</Alert>
            )}
            <div className={classes.posts}>
              {posts.map((post) => (
                <PostCard key={post.language} post={post} />
              ))}
            </div>
          </Stack>
        )}
      </AsyncState>
    </Screen>
  );
}

function PostCard({ post }: { post: PricePost }) {
  const { language, text, pages, wide, notice } = post;
  return (
    <Card component="section" withBorder padding="md" aria-labelledby={`post-${language}`}>
      <Title order={2} size="h4" id={`post-${language}`} mb="sm">
        {t(`price-post.language.${language}`)}
      </Title>
      <Stack gap="sm">
        <div className={classes.pictures}>
          {pages.map((page, at) => (
            <a key={page} href={page} download>
              <img src={page} alt={t('price-post.page.picture', { number: at + 1 })} loading="lazy" />
            </a>
          ))}
        </div>
        <pre className={classes.text} lang={language}>
          {text}
        </pre>
        <Group gap="xs">
          {maySharePictures() && (
            <Button
              variant="light"
              leftSection={<IconShare size={18} />}
              onClick={() => void sharePictures(pages, text)}
            >
              {t('price-post.page.share')}
            </Button>
          )}
          <Button
            variant={maySharePictures() ? 'default' : 'light'}
            leftSection={<IconCopy size={18} />}
            onClick={() => void copyText(text)}
          >
            {t('price-post.page.copy')}
          </Button>
          <Button component="a" href={wide} download variant="default" leftSection={<IconBrandFacebook size={18} />}>
            {t('price-post.page.wide')}
          </Button>
          <Button component="a" href={notice} download variant="default" leftSection={<IconPrinter size={18} />}>
            {t('price-post.page.notice')}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
