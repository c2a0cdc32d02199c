/** A page of a list, or all of it, and how long the whole list is. */
export class Paginated<Row> {
  readonly rows: Row[];
  readonly total: number;

  constructor(rows: Row[], total: number) {
    this.rows = rows;
    this.total = total;
  }
}
