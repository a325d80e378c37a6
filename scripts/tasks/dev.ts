/**
 * `npm run dev`: like `npm start`, but from the sources. Open pages apply changes, and the server restarts after them.
 */
import { launch } from '../lib/launch.ts';

await launch({ reloads: true });
