/** `npm start`: starts the whole product and prints its addresses. */
import { launch } from '../lib/launch.ts';

await launch({ reloads: false });
