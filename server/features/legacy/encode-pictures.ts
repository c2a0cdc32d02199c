import type { DatabaseSync } from 'node:sqlite';
import { Refusal } from '#contract/refusals.ts';
import { type EncodedImage, encodeImage, startsLikeAccepted } from '../images/store-image.ts';
import type { StagedDump } from './stage-dump.ts';

type PictureTable = 'Products' | 'publications';
type PictureFault = 'picture_type_not_supported' | 'picture_unreadable';

/** The number of bytes at the start of a picture that identify its type. */
const START_BYTES = 12;

/** The pictures of a staged dump, encoded as the product stores them. */
export class Pictures {
  readonly #db: DatabaseSync;

  constructor({ db }: Pick<StagedDump, 'db'>) {
    this.#db = db;
  }

  /** Encodes every picture. This takes a long time, so it is done before the transaction of the import. */
  async encode(): Promise<void> {
    this.#db.exec(
      'create table pictures (source text, id integer, hash text, bytes blob, fault text, primary key (source, id))',
    );
    const insert = this.#db.prepare('insert into pictures values (?, ?, ?, ?, ?)');
    for (const table of ['Products', 'publications'] as const) {
      const begins = this.#db.prepare(
        `select id, substr(image, 1, ${START_BYTES}) as start from "${table}" where length(image) > 0 order by id`,
      );
      for (const { id, start } of begins.all()) {
        const isAccepted = startsLikeAccepted(Buffer.from(start as Uint8Array));
        const made = isAccepted ? await encode(this.sent(table, Number(id))) : 'picture_type_not_supported';
        if (typeof made === 'string') insert.run(table, Number(id), null, null, made);
        else insert.run(table, Number(id), made.hash, made.bytes, null);
      }
    }
  }

  /** Returns the bytes of a picture as they are in the dump. */
  sent(table: PictureTable, id: number): Buffer {
    const row = this.#db.prepare(`select image from "${table}" where id = ?`).get(id);
    if (!(row?.image instanceof Uint8Array)) return Buffer.alloc(0);
    const { buffer, byteOffset, byteLength } = row.image;
    return Buffer.from(buffer, byteOffset, byteLength);
  }

  /** Returns the first bytes of a picture in hexadecimal. */
  startOf(table: PictureTable, id: number): string {
    const query = this.#db.prepare(
      `select hex(substr(image, 1, ${START_BYTES})) as start from "${table}" where id = ?`,
    );
    return String(query.get(id)?.start);
  }

  /** Returns the encoded picture or the reason why it was rejected; undefined for a row without a picture. */
  find(table: PictureTable, id: number): EncodedImage | PictureFault | undefined {
    const row = this.#db.prepare('select hash, bytes, fault from pictures where source = ? and id = ?').get(table, id);
    if (!row) return undefined;
    if (row.fault !== null) return row.fault as PictureFault;
    return { hash: String(row.hash), bytes: Buffer.from(row.bytes as Uint8Array) };
  }
}

async function encode(sent: Buffer): Promise<EncodedImage | PictureFault> {
  try {
    return await encodeImage(sent);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'bad_image') return 'picture_unreadable';
    throw error;
  }
}
