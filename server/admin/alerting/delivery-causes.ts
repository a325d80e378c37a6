/**
 * Codes of the carrier that are about one phone and say nothing about us (https://www.twilio.com/docs/api/errors): the
 * recipient opted out, the phone is off, blocks us, is unknown, is a landline.
 */
export const phoneCodes = [21610, 30003, 30004, 30005, 30006] as const;

/**
 * Codes that are about our account, our numbers or our campaign, for every recipient alike: suspended (30002, 30033,
 * 30990), not registered (30032, 30034), the cap of the day is reached (30023, 30027).
 */
export const ourCodes = [30002, 30023, 30027, 30032, 30033, 30034, 30990] as const;
