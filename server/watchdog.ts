import { execFile } from 'node:child_process';

/** Node sends no datagrams to a socket of the file system, so systemd's own program does. */
const PROGRAM = 'systemd-notify';
const REPORTS_WITHIN = 3;

/**
 * Reports to systemd that the event loop runs, three times within `withinMs` (WatchdogSec). Without a report in that
 * time systemd ends and restarts the service. Without `withinMs` nothing is reported. `onFault` is called once.
 */
export function reportLife(withinMs: number | undefined, onFault: (error: Error) => void): void {
  if (withinMs === undefined) return;
  const pauseMs = withinMs / REPORTS_WITHIN;
  let isFaulty = false;
  const report = () =>
    execFile(PROGRAM, ['WATCHDOG=1'], { timeout: pauseMs }, (error) => {
      if (error && !isFaulty) onFault(error);
      isFaulty ||= error !== null;
    });
  report();
  setInterval(report, pauseMs).unref();
}
