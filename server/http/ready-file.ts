import { type FileFormat, fileTypes } from '#contract/call.ts';

/** An answer that is a file, shown by the browser or kept under its name. */
export class ReadyFile {
  readonly content: Buffer;
  readonly contentType: string;
  readonly name: string;

  /** `name` is without the ending and has only letters, digits, `_`, `-` and `.`, for it stands in a header as it is. */
  constructor(content: Buffer, format: FileFormat, name: string) {
    if (!/^[\w.-]+$/.test(name)) throw new Error(`not a plain file name: ${name}`);
    this.content = content;
    this.contentType = fileTypes[format];
    this.name = `${name}.${format}`;
  }
}
