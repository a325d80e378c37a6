/** `npm run doctor`: checks every configured third party and prints what to do about each fault. */
import { takeNoArguments } from '../lib/no-arguments.ts';
import { runServerCommand } from '../lib/run-server-command.ts';

takeNoArguments('Usage: npm run doctor   checks the settings and every configured third party, and takes no argument.');
await runServerCommand('server/doctor/main.ts');
