import type { CentreFault } from '#contract/other-centres.ts';

/** Why a centre could not be read. `detail` is a short text such as a status or a path, never what the centre sent. */
export class PeerFault extends Error {
  readonly fault: CentreFault;
  readonly detail: string;

  constructor(fault: CentreFault, detail = '') {
    super(`${fault} ${detail}`.trim());
    this.fault = fault;
    this.detail = detail;
  }
}
