/** `npm run payers -- list|adopt|end [CUSTOMER]`: who pays at Stripe without an account (docs/backup.md). */
import { runServerCommand } from '../lib/run-server-command.ts';

await runServerCommand('server/app/payers-command.ts');
