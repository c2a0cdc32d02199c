import type { Ref } from 'react';
import { formatInstant } from '#web/ui/format/dates.ts';
import { formatFigure } from '#web/ui/format/money.ts';
import type { PrintedTicket } from './printed-ticket.ts';
import { QrCode } from './qr-code.tsx';
import styles from './ticket.module.css';

interface TicketSheetProps {
  ticket: PrintedTicket;
  /** The market that issues it. */
  centre: string;
  /** The whole address at which a signed-in phone sees whether it is valid; in the QR code. */
  checkAddress: string;
  /** The sheet itself: whoever prints it cuts the paper at its height. */
  sheet?: Ref<HTMLElement>;
}

/** A ticket for the 58 mm roll of a receipt printer, black on white; printing its page prints nothing else. */
export function TicketSheet({ ticket, centre, checkAddress, sheet }: TicketSheetProps) {
  const { number, deviceNumber, kind, vehicleNumber, rupees, issuedAt, byWhom } = ticket;
  return (
    <article className={styles.ticket} aria-label={`Ticket ${number}`} ref={sheet}>
      <p className={styles.centre}>{centre}</p>
      <p className={styles.kind}>{kind} ticket</p>
      <p className={styles.number}>{number}</p>
      {deviceNumber !== null && deviceNumber !== number && <p>Device No. {deviceNumber}</p>}
      {vehicleNumber !== null && <p className={styles.vehicle}>{vehicleNumber}</p>}
      <p className={styles.price}>Rs. {formatFigure(rupees)}</p>
      <p>{formatInstant(issuedAt)}</p>
      <p>Issued by {byWhom}</p>
      <div className={styles.code}>
        <QrCode text={checkAddress} label={`QR code of ${checkAddress}`} />
      </div>
    </article>
  );
}
