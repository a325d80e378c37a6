/** What is hashed to recognize the key of the hashed numbers (PHONE_HASH_SECRET) in a backup. */
export const phoneHashProbe = 'the key of this installation';
