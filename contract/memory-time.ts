import { brand } from './brand.ts';

const counted = (minutes: number) => (minutes === 1 ? '1 minute' : `${minutes} minutes`);

/** For how long a follow-up refers to the last question: "10 minutes". */
export const memoryTime = counted(brand.memoryMinutes);

/** How long the carrier keeps its copies of an answered question before it is asked to remove them. */
export const copiesKept = brand.memoryMinutes > 2 ? memoryTime : 'two minutes';
