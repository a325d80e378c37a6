/** `npm run doctor`: asks every configured third party whether it will work, and says what to do where it will not. */
import { inProject, loadEnvironment } from '../lib/project.ts';
import { runOnce } from '../lib/run-once.ts';
import { listenForStop } from '../lib/stopping.ts';

const { asked } = listenForStop();
loadEnvironment();
const { code } = await runOnce([process.execPath, inProject('server/doctor.ts')], { signal: asked, show: true });
process.exitCode = code;
if (process.connected) process.disconnect();
