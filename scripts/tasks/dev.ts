/**
 * `npm run dev`: like `npm start`, but from the sources. Open pages apply changes, and the server restarts after them.
 */
import { launch } from '../lib/launch.ts';
import { takeNoArguments } from '../lib/no-arguments.ts';

takeNoArguments(
  'Usage: npm run dev   starts Askline from the sources, which it watches, and takes no argument; .env has its settings.',
);
await launch({ reloads: true });
