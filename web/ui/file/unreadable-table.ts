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
  /** Hidden sheets, other sheets, and cells far from the table, which are not read. */
  | { kind: 'hidden-sheets' | 'other-sheets' | 'far-cells'; names: string[] };

const MOST_NAMED = 10;

/** Returns the first names of a note as one text. */
export function namesIn({ names }: SheetNote): string {
  return [...names.slice(0, MOST_NAMED), ...(names.length > MOST_NAMED ? ['…'] : [])].join(', ');
}

export interface TableOfFile {
  sheet: string | undefined;
  text: string;
  rows: string[][];
  notes: SheetNote[];
}
