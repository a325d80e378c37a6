import type { Limit } from '#server/platform/rate-limits.ts';

/** The numbers behind the rules, by the names of their settings. */
type Numbers = Readonly<
  Record<
    | 'LOGIN_FAILURES_PER_EMAIL'
    | 'LOGIN_FAILURES_PER_EMAIL_ANYWHERE'
    | 'LOGIN_FAILURES_PER_ADDRESS'
    | 'SIGNUPS_PER_ADDRESS_HOUR'
    | 'SIGNUPS_PER_ADDRESS_DAY'
    | 'CODES_PER_PHONE_HOUR'
    | 'CODES_PER_PHONE_DAY'
    | 'CODES_PER_ACCOUNT_HOUR'
    | 'CODES_PER_ACCOUNT_DAY'
    | 'CODES_PER_ADDRESS_HOUR'
    | 'CODE_PHONES_PER_ADDRESS_HOUR'
    | 'CODES_PER_EXCHANGE_HOUR'
    | 'CODES_PER_HOUR'
    | 'MEMBER_CODES_PER_HOUR'
    | 'CODE_FAILURES_PER_DAY'
    | 'RESETS_PER_EMAIL_HOUR'
    | 'RESETS_PER_EMAIL_DAY'
    | 'RESETS_PER_ADDRESS_HOUR'
    | 'PHONE_QUESTIONS_PER_HOUR',
    number
  >
>;

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

function limit(name: string, points: number, windowSeconds: number, whenDown: Limit['whenDown']): Limit {
  return { name, points, windowSeconds, whenDown };
}

export type AccountRules = ReturnType<typeof accountRules>;

/** Rate limits (docs/reference/security.md, "Limits"). What costs a text is refused while they cannot be counted. */
export function accountRules(numbers: Numbers) {
  return {
    /** By a client that the account is not known on; by all such clients together; by a browser that it is known on. */
    loginPerEmail: limit('login_email', numbers.LOGIN_FAILURES_PER_EMAIL, 15 * minute, 'stricter'),
    loginPerEmailAnywhere: limit('login_any', numbers.LOGIN_FAILURES_PER_EMAIL_ANYWHERE, 15 * minute, 'stricter'),
    loginPerDevice: limit('login_device', numbers.LOGIN_FAILURES_PER_EMAIL, 15 * minute, 'stricter'),
    loginPerAddress: limit('login_ip', numbers.LOGIN_FAILURES_PER_ADDRESS, 15 * minute, 'stricter'),
    signupPerHour: limit('signup_hour', numbers.SIGNUPS_PER_ADDRESS_HOUR, hour, 'closed'),
    signupPerDay: limit('signup_day', numbers.SIGNUPS_PER_ADDRESS_DAY, day, 'closed'),
    /** The cooldown that the pages count down (spec, section 9). */
    codePerPhoneMinute: limit('code_phone_minute', 1, minute, 'closed'),
    codePerPhoneHour: limit('code_phone_hour', numbers.CODES_PER_PHONE_HOUR, hour, 'closed'),
    codePerPhoneDay: limit('code_phone_day', numbers.CODES_PER_PHONE_DAY, day, 'closed'),
    codePerAccountHour: limit('code_account_hour', numbers.CODES_PER_ACCOUNT_HOUR, hour, 'closed'),
    codePerAccountDay: limit('code_account_day', numbers.CODES_PER_ACCOUNT_DAY, day, 'closed'),
    codePerAddress: limit('code_ip', numbers.CODES_PER_ADDRESS_HOUR, hour, 'closed'),
    /** Whether an address has had this phone before, within the hour; and how many different ones it has had. */
    phoneOfAddress: limit('code_ip_phone', 1, hour, 'closed'),
    phonesPerAddress: limit('code_ip_phones', numbers.CODE_PHONES_PER_ADDRESS_HOUR, hour, 'closed'),
    /** Area code and exchange: who pumps traffic owns a block of numbers. */
    codePerExchange: limit('code_exchange', numbers.CODES_PER_EXCHANGE_HOUR, hour, 'closed'),
    /** What strangers use up of an exchange is not missing to people who are signed in, and the other way around. */
    codePerExchangeOfMembers: limit('code_exchange_members', numbers.CODES_PER_EXCHANGE_HOUR, hour, 'closed'),
    /** The site's budget of codes: for any visitor; for visitors whose network and exchange are clean; for members. */
    codeForVisitors: limit('code_visitors', Math.ceil((numbers.CODES_PER_HOUR * 2) / 3), hour, 'closed'),
    codeForNewcomers: limit('code_newcomers', Math.ceil(numbers.CODES_PER_HOUR / 3), hour, 'closed'),
    codeForMembers: limit('code_members', numbers.MEMBER_CODES_PER_HOUR, hour, 'closed'),
    /** Codes to an exchange, and for a network, that were not typed in yet: from so many on it is suspicious. */
    unprovedOfExchange: limit('code_unproved_exchange', 3, hour, 'closed'),
    unprovedOfNetwork: limit('code_unproved_network', 3, hour, 'closed'),
    /** Codes that a page shows and a phone texts: they cost nothing but a row, and one reply at most. */
    textedPerAccount: limit('texted_account', 10, hour, 'stricter'),
    textedPerAddress: limit('texted_ip', 20, hour, 'stricter'),
    codeFailures: limit('code_failures', numbers.CODE_FAILURES_PER_DAY, day, 'closed'),
    /** A stranger may have the code of an account sent again: as often as its phone, whether it exists or not. */
    resendPerEmailMinute: limit('resend_email_minute', 1, minute, 'closed'),
    resendPerEmailHour: limit('resend_email_hour', numbers.CODES_PER_PHONE_HOUR, hour, 'closed'),
    resendPerAddress: limit('resend_ip', numbers.CODES_PER_ADDRESS_HOUR, hour, 'closed'),
    /** Mails with a code: to an email by one client; by all clients together; by a browser that it is known on. */
    resetPerEmail: limit('reset_email', numbers.RESETS_PER_EMAIL_HOUR, hour, 'stricter'),
    resetPerEmailAnywhere: limit('reset_any', numbers.RESETS_PER_EMAIL_DAY, day, 'stricter'),
    resetPerDevice: limit('reset_device', numbers.RESETS_PER_EMAIL_HOUR, hour, 'stricter'),
    resetPerAddress: limit('reset_ip', numbers.RESETS_PER_ADDRESS_HOUR, hour, 'stricter'),
    emailLinkPerAccount: limit('email_link', 3, day, 'closed'),
    phoneQuestions: limit('phone_questions', numbers.PHONE_QUESTIONS_PER_HOUR, hour, 'stricter'),
  } as const;
}
