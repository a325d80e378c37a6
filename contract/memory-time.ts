import { brand } from './brand.ts';
import { counted } from './counted.ts';

/** For how long a follow-up refers to the last question: "10 minutes". */
export const memoryTime = counted(brand.memoryMinutes, 'minute');

/** How long the carrier keeps its copies of an answered question before it is asked to remove them. */
export const copiesKept = brand.memoryMinutes > 2 ? memoryTime : 'two minutes';
