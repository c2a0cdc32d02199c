import type { Readable } from 'node:stream';
import { type FileFormat, fileTypes } from '#contract/call.ts';

/** What the browser does with a file: shows it, or keeps it under its name. */
type Disposition = 'inline' | 'attachment';

/** The headers that say what a file is. */
type FileHeaders = Record<'content-type' | 'content-disposition', string>;

/** An answer that is a file, shown by the browser or kept under its name. */
export class FileResponse {
  readonly content: string | Buffer;
  readonly headers: FileHeaders;

  /** `name` is without the ending and has only letters, digits, `_`, `-` and `.`, for it stands in a header as it is. */
  constructor(content: string | Buffer, format: FileFormat, name: string, disposition: Disposition = 'inline') {
    this.content = content;
    this.headers = headersOf(format, name, disposition);
  }
}

/**
 * A file that is still being written while it is sent, to be kept under its name. When the writing fails, the connection
 * breaks, so that nobody takes the part for the whole.
 */
export class StreamedFile {
  readonly content: Readable;
  readonly headers: FileHeaders;

  /** `name` as for a ready file. */
  constructor(content: Readable, format: FileFormat, name: string) {
    this.content = content;
    this.headers = headersOf(format, name, 'attachment');
  }
}

function headersOf(format: FileFormat, name: string, disposition: Disposition): FileHeaders {
  if (!/^[\w.-]+$/.test(name)) throw new Error(`not a plain file name: ${name}`);
  return {
    'content-type': fileTypes[format],
    'content-disposition': `${disposition}; filename="${name}.${format}"`,
  };
}
