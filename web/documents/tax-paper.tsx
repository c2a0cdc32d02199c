import type { PaperLine } from '#contract/documents/paper.ts';
import type { TaxPaper, TaxPaperCopy } from '#contract/documents/tax-invoice-paper.ts';
import { PAYMENT_CODE_SIDE, QrCode, TENANT_CODE_SIDE } from './qr-code.tsx';
import styles from './tax-paper.module.css';

/** A tax document: one A4 page, cut in the middle (docs/rules.md, Tax documents). */
export function TaxSheet({ paper: { name, copies } }: { paper: TaxPaper }) {
  return (
    <article className={`on-paper ${styles.sheet}`} aria-label={name}>
      {[...copies.entries()].map(([at, copy]) => (
        <section key={at} className={styles.copy} aria-label={copy.mark}>
          <Copy copy={copy} />
        </section>
      ))}
    </article>
  );
}

function Copy({ copy }: { copy: TaxPaperCopy }) {
  const { title, mark, supplier, purchaser, facts, words, statement } = copy;
  return (
    <>
      <header className={styles.head}>
        <p className={styles.title}>{title}</p>
        <p className={styles.mark}>{mark}</p>
      </header>
      <div className={styles.parties}>
        <Party party={supplier} />
        <Party party={purchaser} />
      </div>
      <dl className={styles.facts}>
        {facts.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <LineTable copy={copy} />
      {words !== undefined && <p className={styles.words}>{words}</p>}
      {statement && <Statement statement={statement} />}
    </>
  );
}

function Party({ party: { heading, lines } }: { party: TaxPaperCopy['supplier'] }) {
  return (
    <div>
      <p className={styles.heading}>{heading}</p>
      {[...lines.entries()].map(([at, line]) => (
        <p key={at}>{line}</p>
      ))}
    </div>
  );
}

function LineTable({ copy: { head, lines, totals } }: { copy: TaxPaperCopy }) {
  return (
    <table className={styles.lines}>
      <thead>
        <tr>
          <th scope="col">{head.text}</th>
          <th scope="col">{head.quantity}</th>
          <th scope="col">{head.amount}</th>
        </tr>
      </thead>
      <tbody>
        {[...lines.entries()].map(([at, { text, quantity, amount }]) => (
          <tr key={at}>
            <td>{text}</td>
            <td>{quantity}</td>
            <td>{amount}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {totals.map(({ text, amount }) => (
          <tr key={text}>
            <td colSpan={2}>{text}</td>
            <td>{amount}</td>
          </tr>
        ))}
      </tfoot>
    </table>
  );
}

function Statement({ statement }: { statement: NonNullable<TaxPaperCopy['statement']> }) {
  const { title, head, lines, total, notes, code, pageCode } = statement;
  return (
    <div className={styles.statement}>
      <div className={styles.account}>
        <table className={styles.figures}>
          <thead>
            <tr>
              <th scope="col">{title}</th>
              <th scope="col">{head}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <Figure key={line.text} line={line} />
            ))}
          </tbody>
          <tfoot>
            <Figure line={total} />
          </tfoot>
        </table>
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
      {code && <QrCode text={code.text} label={code.name} side={PAYMENT_CODE_SIDE} />}
      {pageCode && <QrCode text={pageCode.text} label={pageCode.name} side={TENANT_CODE_SIDE} />}
    </div>
  );
}

function Figure({ line: { text, amount } }: { line: PaperLine }) {
  return (
    <tr>
      <td>{text}</td>
      <td>{amount}</td>
    </tr>
  );
}
