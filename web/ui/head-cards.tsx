import { Text } from '@mantine/core';
import { Link } from 'react-router';
import type { CardLink } from './card-links.tsx';
import classes from './head-cards.module.css';

/** What adds to the list is the one main action of its screen. */
function addsOne(to: string): boolean {
  return to.startsWith('/add-');
}

/** Cards above a list: one line of them, which a phone scrolls. */
export function HeadCards({ links }: { links: readonly CardLink[] }) {
  return (
    <div className={classes.line}>
      {links.map(({ title, text, to, icon: Shape, isElsewhere = false }) => (
        <Link
          key={to}
          to={to}
          reloadDocument={isElsewhere}
          className={classes.card}
          data-card-link
          data-main={addsOne(to) || undefined}
        >
          <Shape size={22} aria-hidden className={classes.sign} />
          <span className={classes.words}>
            <Text span display="block" size="sm" fw={700}>
              {title}
            </Text>
            <Text span size="xs" className={classes.about ?? ''}>
              {text}
            </Text>
          </span>
        </Link>
      ))}
    </div>
  );
}
