/** `npm run registration`: prints what to enter when numbers are registered with the carriers, in this brand's name. */
import { runServerCommand } from '../lib/run-server-command.ts';

await runServerCommand('server/doctor/registration.ts', { needsDatabase: false });
