export class Paginated<Row> {
  readonly rows: Row[];
  readonly total: number;

  constructor(rows: Row[], total: number) {
    this.rows = rows;
    this.total = total;
  }
}
