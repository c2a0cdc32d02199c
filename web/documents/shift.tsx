import type { Ref } from 'react';
import type { ShiftPaper } from '#contract/documents/shift-paper.ts';
import styles from './ticket.module.css';

interface ShiftSheetProps {
  paper: ShiftPaper;
  sheet?: Ref<HTMLElement>;
}

export function ShiftSheet({ paper: { language, name, lines }, sheet }: ShiftSheetProps) {
  return (
    <article className={`on-paper ${styles.ticket} ${styles.slip}`} lang={language} aria-label={name} ref={sheet}>
      {lines.map(({ place, text, amount }) => (
        <p key={`${place} ${text}`} className={styles[place]}>
          <span>{text}</span>
          {amount !== '' && <span>{amount}</span>}
        </p>
      ))}
    </article>
  );
}
