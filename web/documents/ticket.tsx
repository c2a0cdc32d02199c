import type { Ref } from 'react';
import type { TicketPaper } from '#contract/documents/ticket-paper.ts';
import { QrCode } from './qr-code.tsx';
import styles from './ticket.module.css';

interface TicketSheetProps {
  paper: TicketPaper;
  /** The sheet itself: whoever prints it cuts the paper at its height. */
  sheet?: Ref<HTMLElement>;
}

/** A ticket for the 58 mm roll of a receipt printer, black on white; printing its page prints nothing else. */
export function TicketSheet({ paper: { name, lines, code }, sheet }: TicketSheetProps) {
  return (
    <article className={styles.ticket} aria-label={name} ref={sheet}>
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
