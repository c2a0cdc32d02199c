export type TableFault = 'too-large' | 'old-workbook' | 'protected' | 'other-format' | 'broken-workbook' | 'no-text';

export class UnreadableTable extends Error {
  readonly fault: TableFault;

  constructor(fault: TableFault) {
    super(fault);
    this.fault = fault;
  }
}

export interface TableOfFile {
  sheet: string | undefined;
  text: string;
  rows: string[][];
}
