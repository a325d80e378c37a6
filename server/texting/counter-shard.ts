/** Which of a minute's rows this process adds to: processes that count at once then seldom wait for one another. */
export const counterShard = Math.floor(Math.random() * 16);
