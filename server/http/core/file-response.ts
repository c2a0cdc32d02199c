import type { Readable } from 'node:stream';
import { type FileFormat, fileTypes } from '#contract/call.ts';

type Disposition = 'inline' | 'attachment';

type FileHeaders = Record<'content-type' | 'content-disposition', string>;

interface FileDescription {
  format: FileFormat;
  /**
   * The name without extension. It has only letters, digits, `_`, `-` and `.`, because it goes into a header unescaped.
   */
  name: string;
  disposition?: Disposition;
}

export class FileResponse {
  readonly content: string | Buffer;
  readonly headers: FileHeaders;
  readonly isCompressed: boolean;

  constructor(content: string | Buffer, { format, name, disposition = 'inline' }: FileDescription) {
    this.content = content;
    this.headers = headersOf({ format, name, disposition });
    this.isCompressed = format === 'csv.gz' || format === 'parquet';
  }
}

/**
 * A file that is sent while it is made. A failure breaks the connection, so that no client mistakes a part for the
 * whole.
 */
export class StreamedFile {
  readonly content: Readable;
  readonly headers: FileHeaders;

  constructor(content: Readable, { format, name }: FileDescription) {
    this.content = content;
    this.headers = headersOf({ format, name, disposition: 'attachment' });
  }
}

function headersOf({ format, name, disposition }: Required<FileDescription>): FileHeaders {
  if (!/^[\w.-]+$/.test(name)) throw new Error(`not a plain file name: ${name}`);
  return {
    'content-type': fileTypes[format],
    'content-disposition': `${disposition}; filename="${name}.${format}"`,
  };
}
