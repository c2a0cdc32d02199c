import { formatFigure } from '#web/ui/format/money.ts';

/** A named fact at the head of a paper, within its list of facts. */
export function Fact({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  );
}

/** A line of a paper's table: what an amount is for, and the amount in rupees. */
export function Line({ text, rupees }: { text: string; rupees: number }) {
  return (
    <tr>
      <td>{text}</td>
      <td>{formatFigure(rupees)}</td>
    </tr>
  );
}
