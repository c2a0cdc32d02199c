import type { Answer, Call, FileFormat } from '#contract/call.ts';
import type { Words } from '#contract/messages/message.ts';
import type { Accepted, Repeated } from './accepted.ts';
import type { FileResponse, StreamedFile } from './file-response.ts';
import type { Paginated } from './paginated.ts';
import type { RawJson } from './raw-json.ts';
import type { StreamedJson } from './streamed-json.ts';

/** An answer whose sentences are not in words yet. */
export type Unworded<Value> = string extends Value
  ? Value | Words
  : Value extends readonly (infer Item)[]
    ? Unworded<Item>[]
    : Value extends object
      ? { [Key in keyof Value]: Unworded<Value[Key]> }
      : Value;

export type Answered<C extends Call> =
  | Unworded<Answer<C>>
  | Accepted<Unworded<Answer<C>>>
  | Repeated<Unworded<Answer<C>>>
  | RawJson
  | StreamedJson
  | (C extends { paged: true } ? Paginated<Unworded<Answer<C>[number & keyof Answer<C>]>> : never)
  | (C extends { file: readonly FileFormat[] } ? FileResponse : never)
  | (C extends { file: readonly FileFormat[]; audited: true } ? StreamedFile : never);
