/** `npm run doctor`: checks every configured third party and prints what to do about each fault. */
import { runServerCommand } from '../lib/run-server-command.ts';

await runServerCommand('server/doctor/main.ts');
