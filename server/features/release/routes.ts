import { releases } from '#contract/release.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { release } from '../../release.ts';

export function releaseRoutes(app: AppContext): void {
  endpoint(app, releases.current, async () => release);
}
