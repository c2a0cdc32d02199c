import { encode } from 'uqr';

/** The number of white modules (squares of the code) on each side, without which a camera does not find the code. */
const QUIET_MODULES = 4;
/** The size of a module: six dots of a receipt printer (203 dots an inch), so that its edges fall between dots. */
const MODULE_MM = 0.75;

/**
 * The width and height of a payment code, white margin included. The code itself is 25 mm wide, which every camera can
 * read.
 */
export const PAYMENT_CODE_SIDE = '30mm';
/** That of a tenant's page, whose text is shorter. */
export const TENANT_CODE_SIDE = '24mm';

interface QrCodeProps {
  text: string;
  label: string;
  /** The width and height, margin included. */
  side?: string;
}

/** A QR code drawn as one path: sharp at every size, black on white in light and in dark mode. */
export function QrCode({ text, label, side: wanted }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_MODULES });
  const side = wanted ?? `${size * MODULE_MM}mm`;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={side}
      height={side}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={pathOf(data)} fill="#000" />
    </svg>
  );
}

function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) =>
      [
        ...row
          .map((isBlack) => (isBlack ? '1' : '0'))
          .join('')
          .matchAll(/1+/g),
      ].map(({ 0: run, index: x }) => `M${x} ${y}h${run.length}v1h-${run.length}z`),
    )
    .join('');
}
