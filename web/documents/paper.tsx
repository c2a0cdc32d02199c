import type { Paper, PaperCopy, PaperLine } from '#contract/documents/paper.ts';
import styles from './paper.module.css';
import { PAYMENT_CODE_SIDE, QrCode, TENANT_CODE_SIDE } from './qr-code.tsx';

/** An invoice: the customer's copy above the office's, with a line to cut along (specification 1, sections 2 and 9). */
export function InvoiceSheet({ paper: { language, name, copies } }: { paper: Paper }) {
  return (
    <article className={`on-paper ${styles.sheet} ${styles.invoice}`} lang={language} aria-label={name}>
      {copies.map((copy) => (
        <article key={copy.mark} className={styles.copy} aria-label={copy.mark}>
          <Copy copy={copy} />
        </article>
      ))}
    </article>
  );
}

/** When it is printed, the rest of the page is hidden. */
export function ReceiptSheet({ paper: { language, name, copies } }: { paper: Paper }) {
  return (
    <article className={`on-paper ${styles.sheet} ${styles.receipt}`} lang={language} aria-label={name}>
      {copies.map((copy) => (
        <Copy key={copy.mark ?? ''} copy={copy} />
      ))}
    </article>
  );
}

function Copy({ copy }: { copy: PaperCopy }) {
  const { received, remark, mark, code, pageCode } = copy;
  const hasCode = code !== undefined || pageCode !== undefined;
  return (
    <>
      <header className={styles.head}>
        <div>
          <Texts texts={[copy.sender, ...copy.senderLines]} />
        </div>
        <div className={styles.title}>
          <Texts texts={copy.title} />
          {mark !== undefined && <p className={styles.mark}>{mark}</p>}
        </div>
      </header>
      {copy.band && (
        <div className={styles.band}>
          <p className={styles.bandMark}>{copy.band.mark}</p>
          <Texts texts={copy.band.texts} />
        </div>
      )}
      <dl className={styles.facts}>
        {copy.facts.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {received && (
        <>
          <p className={styles.amount}>{received.amount}</p>
          <p className={styles.words}>{received.words}</p>
        </>
      )}
      <LineTable copy={copy} />
      {remark !== undefined && <p className={styles.remark}>{remark}</p>}
      {!hasCode && <Terms copy={copy} />}
      <footer className={styles.foot}>
        {/* The terms are beside the QR codes, because a long invoice would otherwise need a second page. */}
        {code && <QrCode text={code.text} label={code.name} side={PAYMENT_CODE_SIDE} />}
        {pageCode && <QrCode text={pageCode.text} label={pageCode.name} side={TENANT_CODE_SIDE} />}
        <div>
          {hasCode && <Terms copy={copy} />}
          <Texts texts={copy.foot} />
        </div>
        <p className={styles.signature}>{copy.signature}</p>
      </footer>
    </>
  );
}

function Terms({ copy: { terms } }: { copy: PaperCopy }) {
  return (
    <div className={styles.terms}>
      <Texts texts={terms} />
    </div>
  );
}

function Texts({ texts }: { texts: readonly string[] }) {
  return texts.map((text) => <p key={text}>{text}</p>);
}

function LineTable({ copy: { head, lines, totals } }: { copy: PaperCopy }) {
  return (
    <table className={styles.lines}>
      <thead>
        <tr>
          <th scope="col">{head.text}</th>
          <th scope="col">{head.amount}</th>
        </tr>
      </thead>
      <tbody>
        <Lines lines={lines} />
      </tbody>
      <tfoot>
        <Lines lines={totals} />
      </tfoot>
    </table>
  );
}

function Lines({ lines }: { lines: readonly PaperLine[] }) {
  return [...lines.entries()].map(([at, { text, amount }]) => (
    <tr key={at}>
      <td>{text}</td>
      <td>{amount}</td>
    </tr>
  ));
}
