import { List, ScrollArea, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Day } from '#billing/calendar.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import type { SavePlan } from './plan-save.ts';
import { formatPair } from './sheet-line.ts';

/** Shows what saving will do, and asks; true when the person wants it. */
export function confirmSave(date: Day, plan: SavePlan): Promise<boolean> {
  return confirm({
    title: `Save the prices of ${formatOfficeDay(date)}?`,
    body: <SaveSummary plan={plan} />,
    action: `Save ${prices(plan.rows.length)}`,
    refrain: 'Back to the sheet',
  });
}

function prices(count: number): string {
  return count === 1 ? '1 price' : `${count} prices`;
}

/** What looks odd, before all that may be long; what becomes published, what changes and from what, what is taken away. */
function SaveSummary({ plan }: { plan: SavePlan }) {
  const { added, changed, cleared, warnings, missing } = plan;
  return (
    <ScrollArea.Autosize
      mah="60vh"
      type="auto"
      viewportProps={{ tabIndex: 0, 'aria-label': 'Summary', role: 'region' }}
    >
      <Stack gap="sm">
        <Part title={`${warnings.length} to look at once more:`} count={warnings.length}>
          {warnings.map(({ line, message }) => (
            <List.Item key={`${line.id} ${message}`}>
              {line.name}: {message}
            </List.Item>
          ))}
        </Part>
        {added.length > 0 && <Text size="sm">{prices(added.length)} new.</Text>}
        <Part title={`${prices(changed.length)} changed:`} count={changed.length}>
          {changed.map(({ line, from, to }) => (
            <List.Item key={line.id}>
              {line.name}: {formatPair(from)} → <b>{formatPair(to)}</b>
            </List.Item>
          ))}
        </Part>
        <Part title={`${prices(cleared.length)} taken away, not available:`} count={cleared.length}>
          {cleared.map((line) => (
            <List.Item key={line.id}>
              {line.name}
              {line.current && `: ${formatPair(line.current)}`}
            </List.Item>
          ))}
        </Part>
        {missing > 0 && (
          <Text size="sm" c="dimmed">
            {missing === 1 ? '1 product has' : `${missing} products have`} no price and will not be on the list.
          </Text>
        )}
      </Stack>
    </ScrollArea.Autosize>
  );
}

function Part({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  if (count === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <List size="sm">{children}</List>
    </div>
  );
}
