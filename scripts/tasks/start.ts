/** `npm start`: starts the whole product and prints its addresses. */
import { launch } from '../lib/launch.ts';
import { takeNoArguments } from '../lib/no-arguments.ts';

takeNoArguments(
  'Usage: npm start   starts Askline and takes no argument; its settings are in .env, and .env.example explains them.',
);
await launch({ reloads: false });
