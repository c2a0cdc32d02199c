/** A stall under its awning, drawn for this page in flat shapes. */
export function MarketScene({ title }: { title: string }) {
  return (
    <svg className="scene" viewBox="0 0 480 320" role="img" aria-label={title}>
      <circle cx="392" cy="74" r="44" fill="#f4b82e" opacity=".35" />
      <ellipse cx="240" cy="302" rx="216" ry="12" fill="#0b2c17" opacity=".45" />
      <path fill="#5b3d1c" d="M58 104h12v196H58zm352 0h12v196h-12z" />
      <Crates />
      <Awning />
    </svg>
  );
}

const STRIPES = [0, 1, 2, 3, 4, 5, 6, 7];

/** Eight stripes, turmeric and cream in turn, each ending in a scallop. */
function Awning() {
  return (
    <g>
      {STRIPES.map((index) => {
        const left = 32 + index * 52;
        const top = 72 + index * 42;
        const fill = index % 2 === 0 ? '#f4b82e' : '#fbf3dd';
        return <path key={index} fill={fill} d={`M${top} 44h42L${left + 52} 104v8a26 26 0 0 1-52 0v-8z`} />;
      })}
      <path fill="#0b2c17" opacity=".12" d="M32 104h416v6H32z" />
    </g>
  );
}

const TOMATOES = [112, 142, 172, 127, 157];
const BRINJALS = [0, 34, 68];

function Crates() {
  return (
    <g>
      <g fill="#d9482f">
        {TOMATOES.map((x, index) => (
          <circle key={x} cx={x} cy={index < 3 ? 196 : 176} r="17" />
        ))}
      </g>
      <g fill="#4f8f3a">
        {TOMATOES.map((x, index) => (
          <path key={x} d={`M${x - 7} ${index < 3 ? 182 : 162}l7 4 7-4-4 8h-6z`} />
        ))}
      </g>
      <g fill="#e8833a">
        <path d="m212 206 18-56c3-7 15-7 18 0l-10 56z" />
        <path d="m240 206 14-60c3-7 15-7 18 0l-8 60z" />
        <path d="m266 206 8-56c3-7 15-7 18 0l-4 56z" />
      </g>
      <path
        fill="#5c9e45"
        d="M239 147c-8-10-8-20-2-28 5 6 7 12 6 18 4-7 10-10 17-10-2 10-9 18-21 20zm26-3c-4-12 0-21 8-26 2 7 2 13-1 18 6-4 12-4 18-1-5 8-13 12-25 9z"
      />
      <g fill="#5a3276">
        {BRINJALS.map((shift) => (
          <path key={shift} d={`M${318 + shift} 208c-6-22 0-46 12-52 12 4 22 30 14 52z`} />
        ))}
      </g>
      <g fill="#4f8f3a">
        {BRINJALS.map((shift) => (
          <path key={shift} d={`M${322 + shift} 166c2-10 6-14 8-20 3 5 8 10 12 19-7 4-13 4-20 1z`} />
        ))}
      </g>
      <path fill="#8a5a2b" d="M84 200h112v96H84zm120 0h96v96h-96zm104 0h112v96H308z" />
      <path
        fill="#c08a4a"
        d="M80 200h120v24H80zm0 34h120v24H80zm0 34h120v24H80zm124-68h100v24H204zm0 34h100v24H204zm0 34h100v24H204zm104-68h116v24H308zm0 34h116v24H308zm0 34h116v24H308z"
      />
      <path
        fill="#dba75f"
        d="M80 200h120v5H80zm0 34h120v5H80zm0 34h120v5H80zm124-68h100v5H204zm0 34h100v5H204zm0 34h100v5H204zm104-68h116v5H308zm0 34h116v5H308zm0 34h116v5H308z"
      />
    </g>
  );
}
