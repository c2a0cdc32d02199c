/** The yard in front of the stalls is empty because the button is placed there. */
export function PlacePicture() {
  return (
    <svg
      className="place-picture"
      viewBox="0 0 960 400"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <path
        className="field"
        d="M0 0h330L290 150 0 210zm0 236 270-50-36 214H0zM700 0h260v120l-300 40zM676 210l284-40v230H640z"
      />
      <path className="water" d="M744 262c40-30 120-34 158-8 30 20 26 66-14 84-46 20-120 16-150-10-20-18-18-48 6-66z" />
      <path className="shore" d="M772 286c30-14 70-16 96-6m-84 40c30 10 66 8 90-4" />
      <Roads />
      <Stalls />
      <Trees />
      <Pin />
    </svg>
  );
}

const HIGH_ROAD = 'M-20 214 320 152C430 132 560 168 980 126';
const SIDE_ROADS = 'M304-20c-14 60-20 150-70 440M668-20c-30 150-14 270-50 440';

function Roads() {
  return (
    <>
      <path className="road-edge" d={HIGH_ROAD + SIDE_ROADS} />
      <path className="road" d={HIGH_ROAD + SIDE_ROADS} />
      <path className="road-line" d={HIGH_ROAD} />
    </>
  );
}

const ROWS = [0, 1];
const STRIPES = [0, 1, 2, 3, 4, 5, 6, 7];

function Stalls() {
  return (
    <g transform="translate(352 202)">
      <path
        className="yard"
        d="M-28-22h286a12 12 0 0 1 12 12v170a12 12 0 0 1-12 12H-40a12 12 0 0 1-12-13l12-169a12 12 0 0 1 12-12z"
      />
      {ROWS.map((row) => (
        <g key={row} transform={`translate(${-row * 6} ${row * 54})`}>
          <path className="shade" d="M-10 8h262v38H-10z" />
          {STRIPES.map((stripe) => (
            <path
              key={stripe}
              className={stripe % 2 === 0 ? 'awning' : 'awning light'}
              d={`M${-10 + stripe * 32} 0h32v36h-32z`}
            />
          ))}
          <path className="ridge" d="M-10 18h256" />
        </g>
      ))}
    </g>
  );
}

const TREES = [
  [70, 70],
  [116, 92],
  [182, 48],
  [60, 290],
  [120, 330],
  [176, 270],
  [770, 40],
  [836, 66],
  [900, 34],
  [716, 360],
  [930, 220],
] as const;

function Trees() {
  return (
    <g>
      {TREES.map(([x, y]) => (
        <g key={x} transform={`translate(${x} ${y})`}>
          <circle className="tree" r="17" />
          <circle className="tree top" r="10" cx="-3" cy="-4" />
        </g>
      ))}
    </g>
  );
}

function Pin() {
  return (
    <g transform="translate(478 178)">
      <ellipse className="shade" cy="2" rx="16" ry="5" />
      <path className="pin" d="M0 0c-12-24-32-38-32-62a32 32 0 0 1 64 0C32-38 12-24 0 0z" />
      <circle className="pin-eye" cy="-62" r="13" />
    </g>
  );
}
