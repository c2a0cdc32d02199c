import { setTimeout as wait } from 'node:timers/promises';
import { BACKUP_PIECE_BYTES, type RestoreState, restore } from '#contract/restore.ts';
import { formOf } from './example-market.ts';
import type { RealServer } from './real-server.ts';

const MODIFIED = 1_795_132_800_000;
const BUSY: readonly RestoreState['stage'][] = ['fetching', 'checking', 'writing'];

/** Sends a backup to a server as the page does: in pieces, and asks for the state until it is checked. */
export class RestoreClient {
  readonly #server: RealServer;

  constructor(server: RealServer) {
    this.#server = server;
  }

  async state(): Promise<RestoreState> {
    return this.#read(await this.#server.send('GET', restore.state.path));
  }

  async begin(bytes: number, identity?: string): Promise<RestoreState> {
    const body = { name: 'pola.sql.gz', bytes, modified: MODIFIED, ...(identity !== undefined && { identity }) };
    return this.#read(await this.#server.send('POST', restore.begin.path, body));
  }

  async piece({ id, received }: Pick<RestoreState, 'id' | 'received'>, file: Buffer): Promise<RestoreState> {
    const part = file.subarray(received, received + BACKUP_PIECE_BYTES);
    const { payload, headers } = await formOf({ id, offset: received }, part, restore.send.upload);
    return this.#read(await this.#server.sendRaw(restore.send.path, { payload, headers }));
  }

  async sendAll(file: Buffer, identity?: string): Promise<RestoreState> {
    let state = await this.begin(file.length, identity);
    while (state.stage === 'receiving') state = await this.piece(state, file);
    return this.settled();
  }

  async settled(): Promise<RestoreState> {
    for (;;) {
      const state = await this.state();
      if (!BUSY.includes(state.stage)) return state;
      await wait(20);
    }
  }

  async write(id: string, answers: object): Promise<RestoreState> {
    return this.#read(await this.#server.send('POST', restore.write.path, { id, ...answers }));
  }

  /** Waits until the server has started anew, and returns what was restored. */
  async outcome(id: string) {
    const { answer } = restore.outcome;
    for (;;) {
      const url = `${restore.outcome.path}?id=${id}`;
      const found = await this.#server.send('GET', url).catch(() => undefined);
      const restored = found?.status === 200 ? answer.parse(found.body).restored : null;
      if (restored) return restored;
      await wait(50);
    }
  }

  #read({ status, body }: { status: number; body: unknown }): RestoreState {
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    return restore.state.answer.parse(body);
  }
}
