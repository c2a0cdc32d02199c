import type { Ref } from 'react';
import type { TicketPaper } from '#contract/documents/ticket-paper.ts';
import { QrCode } from './qr-code.tsx';
import styles from './ticket.module.css';

interface TicketSheetProps {
  paper: TicketPaper;
  /** The element of the ticket, whose height is the length of the page. */
  sheet?: Ref<HTMLElement>;
}

/** A ticket for the 58 mm roll of a receipt printer. When it is printed, the rest of the page is hidden. */
export function TicketSheet({ paper: { language, name, lines, code }, sheet }: TicketSheetProps) {
  return (
    <article className={`on-paper ${styles.ticket}`} lang={language} aria-label={name} ref={sheet}>
      {lines.map(({ place, text }) => (
        <p key={place} className={styles[place]}>
          {text}
        </p>
      ))}
      <div className={styles.code}>
        <QrCode text={code.address} label={code.name} />
      </div>
    </article>
  );
}
