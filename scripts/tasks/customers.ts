/** `npm run customers -- list [--service-number NUMBER] [--paying]`: customers as CSV (docs/operating.md). */
import { runServerCommand } from '../lib/run-server-command.ts';

await runServerCommand('server/app/customers-command.ts');
