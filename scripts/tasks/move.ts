/** `npm run move [-- --undo]`: copies the database to the one in DATABASE_URL_NEXT, under load (docs/backup.md). */
import { runServerCommand } from '../lib/run-server-command.ts';

await runServerCommand('server/app/move-command.ts');
