import type { StatementPage, StatementPaper, StatementRow } from '#contract/documents/statement-paper.ts';
import paper from './paper.module.css';
import { PAYMENT_CODE_SIDE, QrCode, TENANT_CODE_SIDE } from './qr-code.tsx';
import styles from './statement.module.css';

/** A statement, already divided into pages. When it is printed, the rest of the page is hidden. */
export function StatementSheets({ paper: { language, name, pages } }: { paper: StatementPaper }) {
  return (
    <article className={styles.statement} lang={language} aria-label={name}>
      {pages.map((page) => (
        <Sheet key={page.page} page={page} />
      ))}
    </article>
  );
}

function Sheet({ page }: { page: StatementPage }) {
  const { sender, senderLines, title, facts, result, foot, code, pageCode } = page;
  return (
    <section className={`on-paper ${paper.sheet} ${styles.page}`} aria-label={page.page}>
      <header className={paper.head}>
        <div>
          <p>{sender}</p>
          {senderLines.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
        <div className={paper.title}>
          <p>{title}</p>
          <p>{page.page}</p>
        </div>
      </header>
      <dl className={`${paper.facts} ${styles.facts}`}>
        {facts.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <Rows page={page} />
      {result !== undefined && <p className={styles.result}>{result}</p>}
      <footer className={styles.foot}>
        {code && <QrCode text={code.text} label={code.name} side={PAYMENT_CODE_SIDE} />}
        {pageCode && <QrCode text={pageCode.text} label={pageCode.name} side={TENANT_CODE_SIDE} />}
        <div>
          {foot.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      </footer>
    </section>
  );
}

function Rows({ page: { head, rows, totals } }: { page: StatementPage }) {
  return (
    <table className={styles.rows}>
      <thead>
        <tr>
          {cellsOf(head).map(([key, text]) => (
            <th key={key} scope="col">
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...rows.entries()].map(([at, row]) => (
          <Row key={at} row={row} />
        ))}
      </tbody>
      {totals.length > 0 && (
        <tfoot>
          {totals.map((row) => (
            <Row key={row.text} row={row} />
          ))}
        </tfoot>
      )}
    </table>
  );
}

function Row({ row }: { row: StatementRow }) {
  return (
    <tr>
      {cellsOf(row).map(([key, text]) => (
        <td key={key}>{text}</td>
      ))}
    </tr>
  );
}

function cellsOf({ date, text, charged, paid, balance }: StatementRow): [key: string, text: string][] {
  return Object.entries({ date, text, charged, paid, balance });
}
