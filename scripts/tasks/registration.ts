/** `npm run registration`: prints what to enter when numbers are registered with the carriers, in this brand's name. */
import { takeNoArguments } from '../lib/no-arguments.ts';
import { runServerCommand } from '../lib/run-server-command.ts';

takeNoArguments(
  'Usage: npm run registration   prints what to enter at the registration of the numbers, and takes no argument.',
);
await runServerCommand('server/doctor/registration.ts', { needsDatabase: false });
