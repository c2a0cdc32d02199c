import '#web/ui/plan/plan.css';
import { Stack, Text } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import type { Rectangle } from '#contract/plan/lay-out.ts';
import { frameOf, layOutPlan, listMarks } from '#contract/plan/lay-out-plan.ts';
import { type PlanOut, type PlanPart, plan } from '#contract/plan.ts';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { PlanDrawing } from '#web/ui/plan/plan-drawing.tsx';
import { api } from '../api.ts';
import { placeOf } from '../place-of.ts';
import { Screen } from '../screen.tsx';
import { type ChosenPart, isChosen, movePart, placeOfChosen, removePart } from './chosen-part.ts';
import { PartFields } from './part-fields.tsx';
import { PicturePanel } from './picture-panel.tsx';
import classes from './plan.module.css';
import { UnitButtons } from './unit-buttons.tsx';
import { type Drag, useDrag } from './use-drag.ts';
import { planPicture, type ShownPlan, usePlan } from './use-plan.ts';

/** Corrects the places of stalls by dragging, by arrow keys or by numbers, and adds entrances and labels. */
export function EditPlanPage() {
  const load = usePlan();
  return (
    <Screen
      path="/edit-plan"
      note={
        <Text size="sm" c="dimmed" maw="70ch">
          {t('plan.edit.about')}
        </Text>
      }
    >
      <AsyncState load={load} failure={t('plan.page.failed')}>
        {(shown) => (
          <Stack gap="lg">
            <PlanForm shown={shown} />
            <PicturePanel hasPicture={shown.stored.picture !== null} onChanged={load.reload} />
          </Stack>
        )}
      </AsyncState>
    </Screen>
  );
}

type PlanValues = { parts: PlanPart[] };

function PlanForm({ shown }: { shown: ShownPlan }) {
  const form: OfficeForm<PlanValues> = useOfficeForm({
    initialValues: partsOf(shown.stored),
    schema: plan.save.body,
    save: (body, seen) => api(plan.save, { body }, seen),
    stored: {
      call: plan.save,
      object: shown.stored,
      valuesOf: (object) => partsOf(object as PlanOut),
      objectOf: (saved) => saved.plan,
      show: { parts: (parts: PlanPart[]) => t('plan.edit.parts', { count: parts.length }) },
    },
    fallback: t('plan.edit.failed'),
    onSaved: ({ message }) => toastDone(message, 3),
  });
  return (
    <Form form={form} saveLabel={t('plan.edit.save')} cancelTo={placeOf('/market-plan')}>
      <Editor shown={shown} form={form} />
    </Form>
  );
}

function partsOf({ parts }: PlanOut): PlanValues {
  return { parts };
}

function Editor({ shown, form }: { shown: ShownPlan; form: OfficeForm<PlanValues> }) {
  const { parts } = form.inner.values;
  const [chosen, choose] = useState<ChosenPart>();
  const [unit, setUnit] = useState(5);
  const drawn = useMemo(() => ({ ...shown.stored, parts }), [shown.stored, parts]);
  const laidOut = useMemo(() => layOutPlan(drawn), [drawn]);
  // While a part is dragged, the frame stays, so that the drawing does not move under the pointer.
  const [frozen, setFrozen] = useState<Rectangle>();
  const frame = frozen ?? frameOf(drawn, laidOut);
  const change = (next: PlanPart[]) => form.inner.setFieldValue('parts', next);
  const svg = useRef<SVGSVGElement>(null);
  const drag = useDrag(svg, {
    isChosen: (part) => isChosen(chosen, part),
    choose,
    hold: (isHeld) => setFrozen(isHeld ? frame : undefined),
    placeOf: (part) => placeOfChosen(part, { parts, stalls: laidOut.stalls }),
    move: (part, place) => change(movePart(parts, part, place)),
  });
  const place = chosen && placeOfChosen(chosen, { parts, stalls: laidOut.stalls });
  return (
    <Stack gap="sm">
      <UnitButtons unit={unit} onChange={setUnit} />
      <PlanDrawing
        ref={svg}
        label={t('plan.edit.drawing')}
        frame={frame}
        unit={unit}
        stalls={laidOut.stalls}
        rows={laidOut.rows}
        marks={listMarks(parts)}
        picture={planPicture(shown)}
        wrapStall={(stall, inside) =>
          handle({ part: { shopId: stall.shopId }, name: stall.shopId, place: stall, chosen, drag }, inside)
        }
        wrapMark={(mark, inside) => {
          const name = t(`plan.part.${mark.kind}`, { text: mark.text });
          return handle({ part: { mark: mark.at }, name, place: mark, chosen, drag }, inside);
        }}
      />
      <PartFields
        parts={parts}
        shopIds={shown.stored.shop_ids}
        chosen={chosen}
        place={place}
        frame={frame}
        onChoose={choose}
        onChange={change}
        onMove={(next) => chosen && change(movePart(parts, chosen, next))}
        onRemove={() => {
          if (chosen) change(removePart(parts, chosen));
          if (chosen && 'mark' in chosen) choose(undefined);
        }}
      />
    </Stack>
  );
}

interface Handle {
  part: ChosenPart;
  name: string;
  place: Rectangle | undefined;
  chosen: ChosenPart | undefined;
  drag: Drag;
}

/** Makes a drawn part movable by pointer, finger and arrow keys. */
function handle({ part, name, place, chosen, drag }: Handle, inside: React.ReactNode) {
  const where = place && t('plan.edit.place', { x: place.x, y: place.y });
  const isPressed = isChosen(chosen, part);
  const button = { ...drag.handlersOf(part), 'aria-label': [name, where].join(', '), 'aria-pressed': isPressed };
  return (
    <g className={isPressed ? classes.chosen : undefined} {...button}>
      {inside}
    </g>
  );
}
