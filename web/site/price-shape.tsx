import { SHAPE_SIZE } from '#contract/price-shape.ts';

const { width, height } = SHAPE_SIZE;

/** The last thirty days of a price as a line. It says nothing that the chart of the product does not say in words. */
export function PriceShape({ path }: { path: string }) {
  return (
    <svg className="shape" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
