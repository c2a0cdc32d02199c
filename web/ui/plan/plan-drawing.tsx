import { type ReactNode, type SVGProps, useId } from 'react';
import type { PlacedStall, Rectangle, RowLabel } from '#contract/plan/lay-out.ts';
import { fitText, pictureSize } from '#contract/plan/lay-out-plan.ts';
import type { PlanPartKind } from '#contract/words.ts';

const ROW_TEXT = 2;

/** How strongly a stall is marked: 0 not at all, 3 most. Each level has a lightness and a pattern of its own. */
export type MarkLevel = 0 | 1 | 2 | 3;

export interface DrawnMark extends Rectangle {
  /** Its place among the entrances and labels, which have no ids. */
  at: number;
  kind: PlanPartKind;
  text: string;
}

interface PlanDrawingProps extends Omit<SVGProps<SVGSVGElement>, 'children'> {
  label: string;
  frame: Rectangle;
  /** The width of a unit of the drawing in pixels, unless the drawing is narrower than its place. */
  unit: number;
  stalls: readonly PlacedStall[];
  rows: readonly RowLabel[];
  marks: readonly DrawnMark[];
  picture?: { address: string; width: number; height: number } | undefined;
  levelOf?: (stall: PlacedStall) => MarkLevel;
  /** Adds to a drawn stall what makes it a link or a button. */
  wrapStall?: (stall: PlacedStall, drawn: ReactNode) => ReactNode;
  wrapMark?: (mark: DrawnMark, drawn: ReactNode) => ReactNode;
}

/** Draws the plan. It can be scrolled where it is wider than its place. */
export function PlanDrawing(props: PlanDrawingProps) {
  const { label, frame, unit, stalls, rows, marks, picture, levelOf, wrapStall, wrapMark, ...svg } = props;
  const id = useId();
  return (
    <div className="plan-place">
      <svg
        {...svg}
        className="plan"
        viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`}
        width={Math.round(frame.width * unit)}
      >
        <title>{label}</title>
        <Patterns id={id} />
        {picture && <image href={picture.address} x={0} y={0} {...pictureSize(picture)} />}
        {rows.map(({ text, x, y }) => (
          <text key={`${x} ${y}`} className="plan-row" x={x} y={y + 0.7} textAnchor="end" fontSize={ROW_TEXT}>
            {text}
          </text>
        ))}
        {stalls.map((stall) => {
          const drawn = (
            <Stall stall={stall} level={levelOf?.(stall) ?? 0} id={id} isOverPicture={picture !== undefined} />
          );
          return <g key={stall.shopId}>{wrapStall ? wrapStall(stall, drawn) : drawn}</g>;
        })}
        {marks.map((mark) => {
          const drawn = <Mark mark={mark} />;
          return <g key={mark.at}>{wrapMark ? wrapMark(mark, drawn) : drawn}</g>;
        })}
      </svg>
    </div>
  );
}

/** The fill of a legend's square, in the same lightness and pattern as on the plan. */
export function MarkSample({ level }: { level: MarkLevel }) {
  const id = useId();
  return (
    <svg className="plan-sample" viewBox="0 0 8 6" aria-hidden>
      <Patterns id={id} />
      <Filled place={{ x: 0.2, y: 0.2, width: 7.6, height: 5.6 }} level={level} id={id} />
    </svg>
  );
}

function Patterns({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={`${id}-1`} width="1.6" height="1.6" patternUnits="userSpaceOnUse">
        <circle cx="0.8" cy="0.8" r="0.22" className="plan-ink" />
      </pattern>
      <pattern id={`${id}-2`} width="1.4" height="1.4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="0.3" height="1.4" className="plan-ink" />
      </pattern>
    </defs>
  );
}

interface FilledProps {
  place: Rectangle;
  level: MarkLevel;
  id: string;
}

function Filled({ place: { x, y, width, height }, level, id }: FilledProps) {
  const rectangle = { x, y, width, height };
  return (
    <>
      <rect {...rectangle} className={`plan-level${level}`} />
      {(level === 1 || level === 2) && <rect {...rectangle} fill={`url(#${id}-${level})`} opacity={0.5} />}
    </>
  );
}

interface StallProps {
  stall: PlacedStall;
  level: MarkLevel;
  id: string;
  isOverPicture: boolean;
}

function Stall({ stall, level, id, isOverPicture }: StallProps) {
  const size = fitText(stall.shopId, stall);
  const { x, y, width, height } = stall;
  return (
    <g className={isOverPicture && level === 0 ? 'plan-clear' : undefined}>
      <Filled place={stall} level={level} id={id} />
      <text
        className={`plan-text${level}`}
        x={x + width / 2}
        y={y + height / 2 + size * 0.36}
        fontSize={size}
        textAnchor="middle"
      >
        {stall.shopId}
      </text>
    </g>
  );
}

function Mark({ mark }: { mark: DrawnMark }) {
  const { kind, text, x, y, width, height } = mark;
  const size = fitText(text, mark);
  return (
    <>
      <rect
        x={x}
        y={y}
        width={width}
        height={height}
        className={kind === 'entrance' ? 'plan-entrance' : 'plan-label'}
      />
      <text className="plan-row" x={x + width / 2} y={y + height / 2 + size * 0.36} fontSize={size} textAnchor="middle">
        {text}
      </text>
    </>
  );
}
