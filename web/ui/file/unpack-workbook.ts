import { Unzip, UnzipInflate } from 'fflate';
import { UnreadableTable } from './unreadable-table.ts';

const MAX_UNPACKED_BYTES = 40 * 1024 * 1024;
/** Unpacks to at most a thousand times as much before the size is checked. */
const SLICE_BYTES = 16 * 1024;
const PART =
  /^(?:xl\/(?:workbook|styles|sharedStrings)\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/worksheets\/[^/]+\.xml)$/i;

export async function unpackWorkbook(bytes: Uint8Array): Promise<Map<string, string>> {
  const parts = new Map<string, string>();
  const names: string[] = [];
  let size = 0;
  const unzip = new Unzip((file) => {
    names.push(file.name);
    if (!PART.test(file.name)) return;
    const decoder = new TextDecoder();
    const pieces: string[] = [];
    file.ondata = (error, chunk, isFinal) => {
      if (error) throw error;
      size += chunk.length;
      if (size > MAX_UNPACKED_BYTES) throw new UnreadableTable('too-large');
      pieces.push(decoder.decode(chunk, { stream: !isFinal }));
      if (isFinal) parts.set(file.name, pieces.join(''));
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
      unzip.push(bytes.subarray(start, start + SLICE_BYTES), start + SLICE_BYTES >= bytes.length);
      await nextTask();
    }
  } catch (error) {
    throw error instanceof UnreadableTable ? error : new UnreadableTable('broken-workbook');
  }
  if (parts.has('xl/workbook.xml')) return parts;
  const isOther = names.some((name) => /^(?:mimetype|content\.xml|xl\/workbook\.bin|Index\/)/.test(name));
  throw new UnreadableTable(isOther ? 'other-format' : 'broken-workbook');
}

export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
