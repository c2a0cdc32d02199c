import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';

export interface ServerMemory {
  residentBytes: number;
  /** The most that the process ever had. */
  peakBytes: number;
}

/**
 * Returns the memory of the server that has locked a data folder. Undefined if none runs on this machine, and on
 * systems without /proc.
 */
export function readServerMemory(dataDir: string): ServerMemory | undefined {
  try {
    const { ino } = statSync(path.join(dataDir, 'server.lock'));
    // A line is `1: POSIX ADVISORY WRITE 4711 fe:00:1234 0 EOF`, with process and inode.
    const holder = new RegExp(`WRITE (\\d+) [0-9a-f]+:[0-9a-f]+:${ino} `).exec(readFileSync('/proc/locks', 'utf8'));
    if (!holder) return undefined;
    const status = readFileSync(`/proc/${holder[1]}/status`, 'utf8');
    const bytesOf = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024;
    return { residentBytes: bytesOf('VmRSS'), peakBytes: bytesOf('VmHWM') };
  } catch {
    return undefined;
  }
}
