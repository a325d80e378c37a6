import { expect, test } from 'vitest';

import { compute } from '#server/answers/computed/compute.ts';
import { formatSms } from '#server/answers/format-sms.ts';
import { alertInSpanish } from '#server/answers/weather/spanish-words.ts';
import { findPlace } from '#server/places/places.ts';

import { understand } from './understand.ts';

/** What every object of JavaScript has: no table of ours has a word for it. */
const inherited = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__', 'isPrototypeOf'];
const around = ['', 'HOME ', 'CASA ', 'weather ', 'clima ', 'sunset ', 'time in ', 'days until ', 'saint '];

test.each(inherited)('a text with the word %s is a text like any other', (word) => {
  for (const before of around) {
    for (const body of [before + word, `${word} weather`, `${word} + time`, `${word} tx`]) {
      const incoming = { from: '+13125550123', body, mediaTypes: [], carrierKeyword: null, sentAt: null };
      const asker = { now: new Date(), home: null, timeZone: 'America/Chicago', language: 'en' } as const;
      const understood = understand(incoming, { serviceNumbers: [], optOutReplies: 'app', findPlace });
      expect(understood.home?.kind ?? 'none').not.toBe('set');
      expect(compute(body, asker)).toBeNull();
    }
  }
  expect(formatSms(`\\${word}{x} &${word}; stays.`).body).not.toMatch(/native|\[object/);
  expect(alertInSpanish(`${word} ${word}`)).toBe(`${word} ${word}`);
});
