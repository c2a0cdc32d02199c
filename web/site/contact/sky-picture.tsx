import type { ReactNode } from 'react';
import type { Sky } from '#contract/weather.ts';

export function SkyPicture({ sky, isNight }: { sky: Sky; isNight: boolean }) {
  return (
    <svg className="sky-picture" viewBox="0 0 96 96" aria-hidden="true" focusable="false">
      {partsOf(sky, isNight)}
    </svg>
  );
}

function partsOf(sky: Sky, isNight: boolean): ReactNode {
  const light = isNight ? <Moon /> : <Sun />;
  switch (sky) {
    case 'clear':
      return <g transform="translate(48 48)">{light}</g>;
    case 'partly-cloudy':
      return (
        <>
          <g transform="translate(60 36) scale(.8)">{light}</g>
          <Cloud className="cloud" transform="translate(6 26)" />
        </>
      );
    case 'cloudy':
      return (
        <>
          <Cloud className="cloud far" transform="translate(30 12) scale(.8)" />
          <Cloud className="cloud" transform="translate(4 26)" />
        </>
      );
    case 'fog':
      return (
        <>
          <Cloud className="cloud" transform="translate(10 6)" />
          <path className="mist" d="M16 64h64M8 76h58m8 0h10M22 88h52" />
        </>
      );
    case 'drizzle':
      return <Wet drops="M30 68v5m18-5v5m18-5v5M39 80v5m18-5v5" />;
    case 'rain':
      return <Wet drops="m32 66-5 12m21-12-5 12m21-12-5 12m-17 4-4 9m20-9-4 9" />;
    case 'showers':
      return (
        <>
          <g transform="translate(70 24) scale(.7)">{light}</g>
          <Wet drops="m34 68-6 15m22-15-6 15m22-15-6 15" />
        </>
      );
    case 'thunderstorm':
      return (
        <>
          <Wet drops="m28 68-5 13m49-13-5 13" />
          <path className="bolt" d="M52 58 38 76h9l-5 16 17-21H49z" />
        </>
      );
  }
}

function Wet({ drops }: { drops: string }) {
  return (
    <>
      <Cloud className="cloud dark" transform="translate(8 8)" />
      <path className="drops" d={drops} />
    </>
  );
}

function Cloud({ className, transform }: { className: string; transform: string }) {
  return (
    <path
      className={className}
      transform={transform}
      d="M18 52a16 16 0 0 1-2-31.9A22 22 0 0 1 58 16a18 18 0 0 1 8 36z"
    />
  );
}

const RAYS = [0, 45, 90, 135, 180, 225, 270, 315];

function Sun() {
  return (
    <g className="sun">
      <circle r="18" />
      {RAYS.map((degrees) => (
        <path key={degrees} d="M-3.5-26h7L0-38z" transform={`rotate(${degrees})`} />
      ))}
    </g>
  );
}

function Moon() {
  return <path className="moon" d="M10-24A26 26 0 1 0 24 14 21 21 0 0 1 10-24z" />;
}
