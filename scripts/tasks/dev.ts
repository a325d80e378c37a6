/** `npm run dev`: like `npm start`, and rebuilds or restarts whatever changes. */
import { launch } from '../lib/launch.ts';

await launch({ reloads: true });
