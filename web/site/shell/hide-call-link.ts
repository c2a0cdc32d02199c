/** Marks the page while it is scrolled down, so that the pinned call link does not cover what is being read. */
function markScrollingDown(): void {
  /** Smaller moves are those of a finger that rests. */
  const LEAST = 8;
  // Reading the place here would lay the page out before its first paint.
  let last = 0;
  const mark = () => {
    const { documentElement: root } = document;
    if (Math.abs(scrollY - last) < LEAST) return;
    const isAtEnd = scrollY + innerHeight >= root.scrollHeight - LEAST;
    root.toggleAttribute('data-down', scrollY > last && !isAtEnd);
    last = scrollY;
  };
  addEventListener('scroll', mark, { passive: true });
}

export const HIDE_CALL_LINK_SCRIPT = `(${markScrollingDown})()`;
