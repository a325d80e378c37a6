/** Digits of a verification code (spec, section 9). */
export const CODE_DIGITS = 6;
/** Seconds until another code can be asked for. */
export const CODE_COOLDOWN_SECONDS = 60;
