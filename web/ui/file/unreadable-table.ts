export type TableFault = 'too-large' | 'old-workbook' | 'protected' | 'other-format' | 'broken-workbook' | 'no-text';

export class UnreadableTable extends Error {
  readonly fault: TableFault;

  constructor(fault: TableFault) {
    super(fault);
    this.fault = fault;
  }
}

/** What a person who looks at the workbook does not see, or what was not read of it. */
export type SheetNote =
  /** Rows and columns that are hidden but read. */
  | { kind: 'hidden-rows' | 'hidden-columns'; names: string[] }
  /** Hidden sheets, and cells far from the table, which are not read. */
  | { kind: 'hidden-sheets' | 'far-cells'; names: string[] };

export interface TableOfFile {
  sheet: string | undefined;
  text: string;
  rows: string[][];
  notes: SheetNote[];
}
