import { parseArgs } from 'node:util';
import { systemClock } from '#server/clock.ts';
import { ONE_TIME_HOURS } from '#server/features/accounts/register-account.ts';
import { resetSuperadmin } from '#server/features/accounts/superadmin.ts';
import { runCommand, withDatabase } from './run-command.ts';
import { Unusable } from './setup/read-text.ts';

/**
 * `npm run reset-superadmin -- [EMAIL]` sets a one-time password for a superadmin who cannot sign in, and removes the
 * second factor.
 */
await runCommand(
  (fault) => `No password was set: ${fault}`,
  async () => {
    const { positionals } = parseArgs({ allowPositionals: true });
    if (positionals.length > 1) throw new Unusable('Usage: npm run reset-superadmin -- [EMAIL]');
    const context = { actor: 'command', now: systemClock.now(), requestId: 'reset-superadmin' };
    await withDatabase(async (database) => {
      const { email, password, hadFactor } = await resetSuperadmin(database, context, positionals[0]);
      console.log(
        `Sign in as ${email} with the one-time password ${password}. It must be changed at the first sign-in, within ${ONE_TIME_HOURS} hours.`,
      );
      if (hadFactor) console.log('Two-step sign-in was removed: app, passkeys and recovery codes no longer work.');
    });
  },
);
