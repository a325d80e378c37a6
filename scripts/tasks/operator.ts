/** `npm run operator -- add|list|disable|reset [NAME]`: manages the operators' accounts for the admin area. */
import { runServerCommand } from '../lib/run-server-command.ts';

await runServerCommand('operator-command.ts');
