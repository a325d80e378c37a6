/** `npm run dev`: like `npm start`, from the sources: the open page takes a change, a server restarts. */
import { launch } from '../lib/launch.ts';

await launch({ reloads: true });
