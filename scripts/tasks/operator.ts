/** `npm run operator -- add|list|disable|reset [NAME]`: manages the operators' accounts for the admin area. */
import { runServerCommand } from '../lib/run-server-command.ts';

await runServerCommand('server/app/operator-command.ts');
