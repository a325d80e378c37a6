import { countSegments } from './gsm7.ts';
export function formatSms(
  text: string,
  _o: { isCutOff: boolean },
): { body: string; segments: number; encoding: 'gsm7' | 'ucs2' } | null {
  const body = text.slice(0, 400);
  return { body, segments: countSegments(body), encoding: 'gsm7' };
}
