/** The languages of our fixed texts: English, and the second most common one on US phones. */
export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];
