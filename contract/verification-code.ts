/** Digits of a verification code (docs/reference/specification.md#constants). */
export const CODE_DIGITS = 6;
/** Seconds until another code can be requested. */
export const CODE_COOLDOWN_SECONDS = 60;
