import { type FileFormat, fileTypes } from '#contract/call.ts';

/** What the browser does with a file: shows it, or keeps it under its name. */
type Disposition = 'inline' | 'attachment';

/** An answer that is a file, shown by the browser or kept under its name. */
export class ReadyFile {
  readonly content: string | Buffer;
  /** The headers that say what it is. */
  readonly headers: Record<'content-type' | 'content-disposition', string>;

  /** `name` is without the ending and has only letters, digits, `_`, `-` and `.`, for it stands in a header as it is. */
  constructor(content: string | Buffer, format: FileFormat, name: string, disposition: Disposition = 'inline') {
    if (!/^[\w.-]+$/.test(name)) throw new Error(`not a plain file name: ${name}`);
    this.content = content;
    this.headers = {
      'content-type': fileTypes[format],
      'content-disposition': `${disposition}; filename="${name}.${format}"`,
    };
  }
}
