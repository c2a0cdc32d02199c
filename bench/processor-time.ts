import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Clock ticks a second in /proc; 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** Processor seconds a process has used so far, user and system together. */
export function processorSeconds(pid: number): number {
  if (process.platform === 'linux') {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  }
  const [minutes = '0', seconds = '0'] = execFileSync('ps', ['-o', 'cputime=', '-p', String(pid)], { encoding: 'utf8' })
    .trim()
    .split(':')
    .slice(-2);
  return Number(minutes) * 60 + Number(seconds);
}

/** Memory a process holds now, in bytes. */
export function residentBytes(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).trim()) * 1024;
}
