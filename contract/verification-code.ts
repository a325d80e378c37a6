/** Digits of a verification code (docs/reference/specification.md#constants). */
export const CODE_DIGITS = 6;
/** Seconds until another code can be requested. */
export const CODE_COOLDOWN_SECONDS = 60;
/** How long a code is valid, and how long a number stays claimed for it. */
export const CODE_MINUTES = 10;
