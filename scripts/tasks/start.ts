/** `npm start`: the whole product, from the database to the addresses on the screen. */
import { launch } from '../lib/launch.ts';

await launch({ reloads: false });
