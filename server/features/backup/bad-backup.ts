import { type ApiMessageKey, apiMessage, englishOf, type Words } from '#contract/messages/message.ts';

/** Thrown when a file cannot be restored. `words` is the reason in every language. */
export class BadBackup extends Error {
  readonly words: Words;

  constructor(words: Words) {
    super(englishOf(words));
    this.words = words;
  }
}

const PREFIX = 'restore.fault.';
type NameAfter<Key> = Key extends `${typeof PREFIX}${infer Name}` ? Name : never;
export type BackupFault = NameAfter<ApiMessageKey>;

export function badBackup(name: BackupFault, values?: Parameters<typeof apiMessage>[1]): BadBackup {
  return new BadBackup(apiMessage(`${PREFIX}${name}`, values));
}
