/** An answer that is a file, shown by the browser or kept under its name. */
export class ReadyFile {
  readonly content: Buffer;
  readonly contentType: string;
  readonly name: string;

  /** `name` has only letters, digits, `-` and `.`, for it stands in a header as it is. */
  constructor(content: Buffer, contentType: string, name: string) {
    if (!/^[\w.-]+$/.test(name)) throw new Error(`not a plain file name: ${name}`);
    this.content = content;
    this.contentType = contentType;
    this.name = name;
  }
}
