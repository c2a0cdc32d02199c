import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { t } from '#web/i18n/t.ts';
import classes from './side-list.module.css';

interface Part {
  id: string;
  name: string;
}

/** Shows a list of the parts of a long page beside it; on narrow screens, above it in one line. */
export function SideList({ children }: { children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  const parts = useParts(content);
  return (
    <div className={classes.page}>
      <nav className={classes.list} aria-label={t('ui.page.parts')}>
        {parts.map(({ id, name }) => (
          <a key={id} href={`#${id}`} className={classes.link}>
            {name}
          </a>
        ))}
      </nav>
      <div ref={content} className={classes.content}>
        {children}
      </div>
    </div>
  );
}

/** Returns the headings of the content, also of panels that load late or that a role does not have. */
function useParts(content: React.RefObject<HTMLElement | null>): Part[] {
  const [parts, setParts] = useState<Part[]>([]);
  const stem = useId();
  useEffect(() => {
    const place = content.current;
    if (!place) return undefined;
    let named = 0;
    const read = () => {
      const found = [...place.querySelectorAll('h2')].map((heading) => {
        if (heading.id === '') {
          named += 1;
          heading.id = `${stem}${named}`;
        }
        return { id: heading.id, name: heading.textContent };
      });
      setParts((before) => (isSame(before, found) ? before : found));
    };
    read();
    const observer = new MutationObserver(read);
    observer.observe(place, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [content, stem]);
  return parts;
}

function isSame(before: readonly Part[], found: readonly Part[]): boolean {
  return (
    before.length === found.length &&
    before.every(({ id, name }, at) => id === found[at]?.id && name === found[at]?.name)
  );
}
