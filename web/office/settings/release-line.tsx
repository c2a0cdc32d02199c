import { Skeleton, Text } from '@mantine/core';
import { releases } from '#contract/release.ts';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';

const COMMIT_LETTERS = 8;

/** The release of the server, which its owner names when asking for help. */
export function ReleaseLine() {
  const load = useLoad('release', (signal) => api(releases.current, {}, { signal }));
  return (
    <AsyncState load={load} failure={t('settings.release.failed')} skeleton={<Skeleton height={20} width={240} />}>
      {({ version, commit, schema }) => (
        <Text size="sm" c="dimmed" component="p">
          {t('settings.release.line', { version, commit: commit.slice(0, COMMIT_LETTERS), schema })}
        </Text>
      )}
    </AsyncState>
  );
}
