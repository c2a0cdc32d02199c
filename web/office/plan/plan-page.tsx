import '#web/ui/plan/plan.css';
import IconPencil from 'virtual:icons/pencil';
import IconPrinter from 'virtual:icons/printer';
import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { PlacedStall } from '#contract/plan/lay-out.ts';
import { frameOf, layOutPlan, listMarks } from '#contract/plan/lay-out-plan.ts';
import { type MarkedShop, plan } from '#contract/plan.ts';
import { type PlanQuestion, planQuestions } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { word, wordChoices } from '#web/i18n/word.ts';
import { useAddressFilter } from '#web/ui/address/use-address.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { saveBlob } from '#web/ui/file/save-blob.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { type MarkLevel, MarkSample, PlanDrawing } from '#web/ui/plan/plan-drawing.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { useBusy } from '#web/ui/use-busy.ts';
import { type Load, useLoad } from '#web/ui/use-load.ts';
import { api, apiFile } from '../api.ts';
import { callAndTell } from '../confirm-and-call.ts';
import { placeOf } from '../place-of.ts';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';
import { levelOf } from './mark-level.ts';
import classes from './plan.module.css';
import { UnitButtons } from './unit-buttons.tsx';
import { planPicture, type ShownPlan, usePlan } from './use-plan.ts';

/** The market as a place, coloured by one question at a time. The list below says the same in words. */
export function PlanPage() {
  const load = usePlan();
  const [asked, choose] = useAddressFilter('question');
  const question = planQuestions.find((one) => one === asked) ?? planQuestions[0];
  const answers = useLoad(`plan answers ${question}`, (signal) =>
    api(plan.answers, { query: { question } }, { signal }),
  );
  return (
    <Screen path="/market-plan" actions={<PlanActions />}>
      <Stack gap="md">
        <ChoiceField
          label={t('plan.page.question')}
          data={wordChoices('planQuestion', planQuestions)}
          value={question}
          onChange={choose}
          maw="26rem"
        />
        <AsyncState load={load} failure={t('plan.page.failed')}>
          {(shown) => <Coloured shown={shown} question={question} answers={answers} />}
        </AsyncState>
        <AnswerTable question={question} load={answers} />
      </Stack>
    </Screen>
  );
}

function PlanActions() {
  const mayDraw = useMay('books.write');
  const { isBusy, run } = useBusy(async () => {
    await callAndTell({
      call: () => apiFile(plan.paper, {}),
      done: (pdf) => saveBlob(pdf, 'plan.pdf'),
      failed: t('plan.page.printFailed'),
    });
  });
  return (
    <Group gap="sm">
      {mayDraw && (
        <Button
          component={Link}
          to={placeOf('/edit-plan')}
          variant="default"
          leftSection={<IconPencil size={18} aria-hidden />}
        >
          {t('plan.page.edit')}
        </Button>
      )}
      <Button variant="default" loading={isBusy} onClick={run} leftSection={<IconPrinter size={18} aria-hidden />}>
        {t('plan.page.print')}
      </Button>
    </Group>
  );
}

interface ColouredProps {
  shown: ShownPlan;
  question: PlanQuestion;
  answers: Load<MarkedShop[]>;
}

function Coloured({ shown, question, answers }: ColouredProps) {
  const { stored } = shown;
  const [unit, setUnit] = useState(5);
  const laidOut = useMemo(() => layOutPlan(stored), [stored]);
  const today = browserToday();
  const marked = new Map((answers.data ?? []).map((one) => [one.shop_id, one]));
  const levelOfStall = ({ shopId }: PlacedStall): MarkLevel => {
    const found = marked.get(shopId);
    return found ? levelOf(question, found, today) : 0;
  };
  if (stored.shop_ids.length === 0) return <Text>{t('plan.page.empty')}</Text>;
  return (
    <Stack gap="xs">
      <Group justify="space-between" align="flex-end">
        <Legend question={question} levels={laidOut.stalls.map(levelOfStall)} />
        <UnitButtons unit={unit} onChange={setUnit} />
      </Group>
      <PlanDrawing
        label={t('plan.page.drawing')}
        frame={frameOf(stored, laidOut)}
        unit={unit}
        stalls={laidOut.stalls}
        rows={laidOut.rows}
        marks={listMarks(stored.parts)}
        picture={planPicture(shown)}
        levelOf={levelOfStall}
        wrapStall={(stall, drawn) => (
          <Link
            to={placeOf('/shop-summary/:shopId', { shopId: stall.shopId })}
            aria-label={nameStall(stall, question, marked.get(stall.shopId))}
          >
            <title>{nameStall(stall, question, marked.get(stall.shopId))}</title>
            {drawn}
          </Link>
        )}
      />
    </Stack>
  );
}

/** Says what the colour of a stall says. */
function nameStall({ shopId }: PlacedStall, question: PlanQuestion, found: MarkedShop | undefined): string {
  if (!found) return t('plan.stall.plain', { shop: shopId });
  return [shopId, found.shop_name, describeAnswer(question, found)].join(' · ');
}

function describeAnswer(question: PlanQuestion, { day, amount }: MarkedShop): string {
  return t(`plan.answer.${question}`, {
    day: day === null ? t('plan.answer.unknown') : formatOfficeDay(day),
    amount: amount === null ? '' : formatMoney(amount),
  });
}

function Legend({ question, levels }: { question: PlanQuestion; levels: readonly MarkLevel[] }) {
  const counts = ([0, 1, 2, 3] as const).map((level) => ({
    level,
    count: levels.filter((one) => one === level).length,
  }));
  return (
    <ul className={classes.legend} aria-label={t('plan.legend')}>
      {counts.map(({ level, count }) => (
        <li key={level}>
          <MarkSample level={level} />
          <span>
            {t(level === 0 ? 'plan.level.none' : `plan.level.${question}.${level}`)} <b>{count}</b>
          </span>
        </li>
      ))}
    </ul>
  );
}

function AnswerTable({ question, load }: { question: PlanQuestion; load: Load<MarkedShop[]> }) {
  const columns = useMemo(() => answerColumns(question), [question]);
  return (
    <Stack gap="xs" component="section">
      <Title order={2} size="h4">
        {word('planQuestion', question)}
      </Title>
      <DataTable<MarkedShop>
        key={question}
        label={word('planQuestion', question)}
        columns={columns}
        load={load}
        failure={t('plan.page.answersFailed')}
        rowId={({ shop_id }) => shop_id}
        rowName={({ shop_id, shop_name }) => `${shop_id} ${shop_name}`}
        search={t('plan.page.search')}
        exportName={`plan-${question}`}
        empty={{ text: t('plan.page.noAnswers') }}
      />
    </Stack>
  );
}

function answerColumns(question: PlanQuestion): readonly Column<MarkedShop>[] {
  const withAmount = question === 'owes' || question === 'claims';
  return [
    {
      key: 'shop',
      title: t('plan.column.shop'),
      value: ({ shop_id, shop_name }) => `${shop_id} ${shop_name}`,
      render: ({ shop_id, shop_name }) => (
        <>
          <Anchor
            component={Link}
            to={placeOf('/shop-summary/:shopId', { shopId: shop_id })}
            size="sm"
            underline="always"
          >
            {shop_id}
          </Anchor>{' '}
          {shop_name}
        </>
      ),
    },
    ...(question === 'vacant'
      ? []
      : [{ key: 'tenant', title: t('plan.column.tenant'), value: (row: MarkedShop) => row.tenant_name }]),
    { key: 'day', title: t(`plan.column.day.${question}`), kind: 'day', value: ({ day }) => day },
    ...(withAmount
      ? [
          {
            key: 'amount',
            title: t('plan.column.amount'),
            kind: 'money' as const,
            value: (row: MarkedShop) => row.amount,
          },
        ]
      : []),
  ];
}
