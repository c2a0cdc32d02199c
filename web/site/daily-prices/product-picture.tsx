import type { ShownType } from './filter-prices.ts';

interface ProductPictureProps {
  image: string | null;
  type: ShownType;
  missing: string;
}

/** The box has its size before the picture arrives, so that nothing shifts. */
export function ProductPicture({ image, type, missing }: ProductPictureProps) {
  if (image !== null)
    return <img className="picture" src={image} alt="" width="640" height="480" loading="lazy" decoding="async" />;
  return (
    <span className={`picture missing ${CLASS_OF[type]}`}>
      <svg viewBox="0 0 48 48" aria-hidden="true" focusable="false">
        <use href={`#${CLASS_OF[type]}`} />
      </svg>
      <span>{missing}</span>
    </span>
  );
}

const CLASS_OF: Record<ShownType, string> = {
  fruit: 'type-fruit',
  vegetable: 'type-vegetable',
  rice: 'type-rice',
  potatoes: 'type-potatoes',
  'Leaf Vegetable': 'type-leaf',
  Grain: 'type-grain',
  Uncategorized: 'type-other',
};

export function TypeDrawings() {
  return (
    <svg className="drawings" aria-hidden="true" focusable="false">
      <symbol id="type-vegetable" viewBox="0 0 48 48">
        <path fill="#e8833a" d="M7 42c5-12 11-21 19-26 4-2 8-1 10 1s2 6 0 10C31 35 22 40 10 44c-3 1-4 0-3-2z" />
        <path fill="#c9661f" d="m21 21 5 4-1 1-5-4zm-6 8 6 5-2 1-5-5zm16-5 4 3-1 1-4-3z" />
        <path fill="#4f8f3a" d="M33 16c-2-5-1-9 3-12 2 3 2 6 1 9 3-3 6-4 9-3-1 5-5 8-10 8z" />
      </symbol>
      <symbol id="type-fruit" viewBox="0 0 48 48">
        <path fill="#efb02f" d="M10 32c-2-10 5-19 16-20 10-1 16 6 15 15-1 11-10 17-19 16-7-1-11-5-12-11z" />
        <path fill="#e07b3c" d="M10 32c-1-6 1-12 6-16-2 9 2 20 13 26-10 3-18-2-19-10z" />
        <path fill="#4f8f3a" d="M27 12c1-5 5-8 12-8-1 6-5 9-12 8z" />
        <path fill="none" stroke="#6b4a2b" strokeWidth="2" strokeLinecap="round" d="M27 13c0-3-1-5-3-7" />
      </symbol>
      <symbol id="type-rice" viewBox="0 0 48 48">
        <path fill="#f3ead2" d="M9 26c1-9 8-14 15-14s14 5 15 14z" />
        <path
          fill="#cbb98c"
          d="m19 17 3-2 1 1-3 2zm8 1 3 1-1 1-3-1zm-12 5 3-2 1 1-3 2zm10 0 3-1 1 1-3 1zm8 1-2-2 1-1 2 2z"
        />
        <path fill="#a8572f" d="M5 26h38c0 10-8 16-19 16S5 36 5 26z" />
        <path fill="#8a4424" d="M16 42h16v3H16z" />
      </symbol>
      <symbol id="type-potatoes" viewBox="0 0 48 48">
        <path fill="#b98a4e" d="M18 38c-8 2-14-3-14-10s6-12 14-11 13 6 12 12-6 8-12 9z" />
        <path fill="#d0a566" d="M27 41c-6-1-9-6-8-12 2-8 9-14 16-12 7 1 10 8 8 14-2 7-9 11-16 10z" />
        <path fill="#8c6434" d="M28 28h2v2h-2zm7-4h2v2h-2zm-1 9h2v2h-2zM11 25h2v2h-2zm2 7h2v2h-2z" />
      </symbol>
      <symbol id="type-leaf" viewBox="0 0 48 48">
        <path fill="#5c9e45" d="M10 40C5 22 16 8 41 7c2 24-11 36-27 32z" />
        <path
          fill="none"
          stroke="#dcebc8"
          strokeWidth="2"
          strokeLinecap="round"
          d="M7 44c7-13 14-21 26-29M19 28l-1-9m8 3 0-7m-8 14 11 1"
        />
      </symbol>
      <symbol id="type-grain" viewBox="0 0 48 48">
        <path fill="none" stroke="#8a6d2f" strokeWidth="2" strokeLinecap="round" d="M24 45V14" />
        <path
          fill="#d8a83c"
          d="M24 3c4 4 4 8 0 12-4-4-4-8 0-12zM13 13c6 0 9 3 10 9-6 0-9-3-10-9zm22 0c-6 0-9 3-10 9 6 0 9-3 10-9zM12 22c6 0 10 3 11 9-6 0-10-3-11-9zm24 0c-6 0-10 3-11 9 6 0 10-3 11-9zM13 31c6 0 9 3 10 9-6 0-9-3-10-9zm22 0c-6 0-9 3-10 9 6 0 9-3 10-9z"
        />
      </symbol>
      <symbol id="type-other" viewBox="0 0 48 48">
        <path fill="none" stroke="#8a6d2f" strokeWidth="3" d="M12 22c0-18 24-18 24 0" />
        <path fill="#b98a4e" d="M5 20h38l-5 22H10z" />
        <path fill="#8c6434" d="M8 27h32l-1 3H9zm2 8h28l-1 3H11z" />
      </symbol>
    </svg>
  );
}
