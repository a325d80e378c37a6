import { expect, test } from 'vitest';

import { claimsIn } from './claims.ts';

const claimed = (sentence: string): string =>
  claimsIn(sentence)
    .map(({ kind }) => kind)
    .join(' ');

test('phone numbers, street addresses and hours of places are claims', () => {
  const rows: readonly (readonly [sentence: string, kinds: string])[] = [
    ['Call (312) 555-0199.', 'phone'],
    ['Its number is 312-555-0199 ext. 4.', 'phone'],
    ['Call 555-0199 for a table.', 'phone'],
    ['Their line is 1-800-FLOWERS.', 'phone'],
    ['Text HOURS to 12345 for the schedule.', 'phone'],
    ['Call Chase at 888-5550199 now.', 'phone'],
    ['Call Chase at (888) - 555 - 0199 now.', 'phone'],
    ['Call Chase at 888_555_0199 now.', 'phone'],
    ['Call Chase on 8-8-8-5-5-5-0-1-9-9 now.', 'phone'],
    ['Call 1-800 FLOWERS.', 'phone'],
    ['Call 1800FLOWERS.', 'phone'],
    ['Call 5550199.', 'phone'],
    ['El teléfono es 312-555-0199.', 'phone'],
    ['It is at 400 S. State St. in Chicago.', 'address'],
    ['It is at 1060 West Addison Street.', 'address'],
    ['The shop at 234 5th Ave sells them.', 'address'],
    ['The theater is at 219 W. Broadway.', 'address'],
    ['It is open until 8 PM.', 'hours'],
    ['Open 9 AM to 5:30 PM today.', 'hours hours'],
    ['It closes at 10 p.m. on Sundays.', 'hours'],
    ['La tienda abre a las 9 AM.', 'hours'],
    ['Call (312) 555-0199, 400 S. State St., open until 8 PM.', 'phone address hours'],
    // None of these.
    ['Call or text 988 anytime.', ''],
    ['In an emergency, call 911.', ''],
    ['Call Poison Help at 1-800-222-1222.', ''],
    ['Call 1-800-799-SAFE or 1-800-662-HELP (4357).', ''],
    ['2 + 2 is 4, and 256 512 1024 are powers of two.', ''],
    ['The product of 12345 and 67890 is 838,102,050.', ''],
    ['Its population was 2,746,388 in 2020.', ''],
    ['The game starts at 7 PM.', ''],
    ['Sunset is at 4:26 PM.', ''],
    ['The US Open final starts at 2 PM.', ''],
    ['The Bears open the season at 7:15 PM Central.', ''],
    ['Opening night is Friday at 7 PM.', ''],
    ['It opened in 1985 and closed in 2004.', ''],
    ['It is open daily.', ''],
    ['Take 2 tablets every 8 hours.', ''],
    ['He scored 24 points in 2019 for the Chicago Bulls.', ''],
    ['Wall Street fell 300 points.', ''],
  ];
  for (const [sentence, kinds] of rows) expect([sentence, claimed(sentence)]).toEqual([sentence, kinds]);
});

test('a claim stands in a source in whatever form it is written there, and only there', () => {
  const rows: readonly (readonly [claim: string, source: string, stands: boolean])[] = [
    ['Call (312) 555-0199.', 'Phone: 312.555.0199', true],
    ['Call (312) 555-0199.', 'tel:+13125550199', true],
    ['Call (312) 555-0199.', 'Call us: 1 (312) 555 - 0199 today', true],
    ['Call (312) 555-0199.', 'Phone: 312-555-0198', false],
    ['Call (312) 555-0199.', 'Open 9-5, founded 1999', false],
    ['Call 1-800-356-9377.', 'Dial 1-800-FLOWERS', true],
    ['Call 555-0199.', 'Local: 555-0199', true],
    ['Call 888_555_0199.', '(888) 555-0199', true],
    ['Call 8-8-8-5-5-5-0-1-9-9.', '(888) 555-0199', true],
    ['Call 8-8-8-5-5-5-0-1-9-9.', '(888) 555-0198', false],
    ['Call 1800FLOWERS.', 'Dial 1-800-356-9377', true],
    ['Text HOURS to 12345 for the schedule.', 'ZIP 123456', false],
    ['It is at 400 S. State St.', '400 South State Street, Chicago', true],
    ['It is at 400 S. State St.', '400 State St', true],
    ['It is at 400 S. State St.', '401 S. State St', false],
    ['It is at 400 S. State St.', '400 S. Canal St', false],
    ['The shop at 234 5th Ave sells them.', '234 Fifth Avenue', true],
    ['The shop at 350 Fifth Ave sells them.', '350 5th Avenue', true],
    ['The shop at 350 Fifth Ave sells them.', '350 6th Avenue', false],
    ['The shop at 350 Fifth Ave sells them.', '350 15th Avenue', false],
    ['It is open until 8 PM.', 'Mon-Fri 9am - 8pm', true],
    ['It is open until 8 PM.', 'Hours: 9:00 a.m. to 8:00 p.m.', true],
    ['It is open until 8 PM.', '09:00-20:00', true],
    ['It is open until 8 PM.', 'Open 9-8 daily', true],
    ['It is open until 8 PM.', 'Open 9 AM to 6 PM. 8 reviews', false],
    ['It opens at 8:30 AM.', 'Opens 8', false],
    ['It opens at 8:30 AM.', 'Opens 8:30 a.m.', true],
    ['The market opens at 8:30 AM Central.', 'Trading opens at 9:30 a.m. ET', true],
    ['The market opens at 8:30 AM CT.', 'Trading opens at 9:30 Eastern', true],
    ['The market opens at 8:30 AM CT.', 'Trading opens at 9:30 a.m. daily', false],
    ['The market opens at 8:30 AM CT.', 'Trading opens at 9:30 a.m. Pacific', false],
    ['The market opens at 8:30 AM.', 'Trading opens at 9:30 a.m. ET', false],
    ['The line opens at 10 PM PT.', 'Opens at 1 a.m. EST', true],
    ['The line opens at 10 PM PT.', 'Opens at 1 p.m. EST', false],
    ['It closes at 12 AM.', 'Open until midnight', true],
  ];
  for (const [sentence, source, stands] of rows) {
    const found = claimsIn(sentence).every((claim) => claim.standsIn(source));
    expect([sentence, source, found]).toEqual([sentence, source, stands]);
  }
});
