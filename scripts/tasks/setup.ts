/** `npm run setup -- stripe|twilio|cognito`: creates or repairs at a third party what the doctor finds. */
import { runServerCommand } from '../lib/run-server-command.ts';

await runServerCommand('server/doctor/setup-main.ts', { needsDatabase: false, mayAsk: true });
