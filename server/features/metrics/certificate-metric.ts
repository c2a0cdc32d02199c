import { Gauge, type Registry } from 'prom-client';
import type { AppContext } from '../../http/core/app-context.ts';

/** Measures how long the certificate of the public address is valid, once it was read. */
export function measureCertificate({ certificate }: AppContext, registry: Registry): void {
  new Gauge({
    name: 'pola_certificate_days',
    help: 'For how many days the certificate of the public address is valid; 0 or less if it has expired or is for another name. Only with https in PUBLIC_URL, once it was read.',
    registers: [registry],
    collect() {
      this.remove();
      if (certificate.daysLeft !== undefined) this.set(certificate.daysLeft);
    },
  });
}
