/** `npm run dev`: like `npm start`, but what changes is built or started again. */
import { launch } from '../lib/launch.ts';

await launch({ reloads: true });
