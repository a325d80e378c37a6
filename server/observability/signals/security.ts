import { onLine, type SignalGroup } from './signal.ts';

/** Attacks and abuse. The numbers are ten times what a small service has on a busy day. */
export const securitySignals = {
  attack_on_logins: {
    severity: 'warning',
    sentence: 'Many more passwords than usual were wrong in the last hour.',
    remedy:
      'Each client and account is limited already. Search the security log for login_failed and login_limited: many events with one client are one attacker, many clients are a list of stolen passwords.',
    rule: { kind: 'metric', metric: 'wrong_passwords', atLeast: 300, forMinutes: 0 },
  },
  attack_on_codes: {
    severity: 'warning',
    sentence: 'Many more verification codes than usual were refused or wrong in the last hour.',
    remedy:
      'Suspicious networks are paused automatically, and people can verify by texting us. Search the security log for code_wrong, code_limited, codes_paused and codes_used_up, and check the cost of texts.',
    rule: { kind: 'metric', metric: 'wrong_codes', atLeast: 200, forMinutes: 0 },
  },
  codes_half_used: {
    severity: 'warning',
    sentence: 'Half of the verification codes of an hour are used.',
    remedy:
      'When the rest is used too, people who sign up or change their phone get no code until the hour is over; visitors can still verify by texting us. The log line names the budget. If no one attacks (see attack_on_codes), raise LIMIT_CODES_PER_HOUR or LIMIT_MEMBER_CODES_PER_HOUR.',
    rule: onLine({ event: 'codes_half_used' }),
  },
  attack_on_admin: {
    severity: 'warning',
    sentence: 'Someone is trying passwords for the admin area.',
    remedy:
      'A right secret of 32 characters or more is never refused. Search the security log for admin_refused, change a shorter password, and give people accounts of their own (npm run operator).',
    rule: { kind: 'metric', metric: 'admin_refusals', atLeast: 20, forMinutes: 0 },
  },
  admin_under_attack: {
    severity: 'warning',
    sentence: 'The wrong secrets for the admin area have reached the limit of an hour.',
    remedy:
      'The limit is LIMIT_ADMIN_FAILURES_PER_HOUR; no one is locked out by it. Do as for attack_on_admin, and block the clients that the security log names, in front of Askline.',
    rule: onLine({ event: 'admin_under_attack' }),
  },
  forged_webhooks: {
    severity: 'warning',
    sentence:
      'Many webhooks in the last hour were refused: not signed by the provider, or for a number that was never ours.',
    remedy:
      'If texts or payments are missing, the signing key or PUBLIC_URL is wrong, or SERVICE_PHONE_NUMBERS lacks a number of the messaging service: run npm run doctor. Otherwise someone is forging them.',
    rule: { kind: 'metric', metric: 'refused_webhooks', atLeast: 50, forMinutes: 0 },
  },
  phone_change_undone: {
    severity: 'warning',
    sentence: 'A customer undid a phone change that they had not made.',
    remedy: 'Someone knew their password. Look for logins of that client in the security log, and for other accounts.',
    rule: { kind: 'metric', metric: 'undone_phone_changes', atLeast: 1, forMinutes: 0 },
  },
  operator_code_refused: {
    severity: 'warning',
    sentence: "Someone entered an operator's correct password with a wrong or used code.",
    remedy: 'Ask the operator, whom the log line names. If it was another person: npm run operator -- reset NAME.',
    rule: onLine({ event: 'operator_code_refused' }),
  },
  operator_secret_unreadable: {
    severity: 'warning',
    sentence: "An operator's authenticator secret cannot be read.",
    remedy: 'SESSION_SECRET was changed: run npm run operator -- reset NAME for each operator.',
    rule: onLine({ event: 'operator_secret_unreadable' }),
  },
  audit_failed: {
    severity: 'warning',
    sentence: 'What an operator did could not be recorded in the audit.',
    remedy: 'Look at the database. The log line admin_action before it says what was done.',
    rule: onLine({ event: 'audit_failed' }),
  },
} as const satisfies SignalGroup;
