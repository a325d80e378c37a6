import type { QualityCase } from './quality-case.ts';

/** What a model says to a follow-up without the previous question. */
export const asksBack: readonly string[] = [
  'I see one text at a time. Could you send the full question, with the place?',
];

const rows: readonly (readonly [
  question: string,
  before: readonly [string, string],
  known: RegExp,
  reply: string[],
])[] = [
  [
    'And tomorrow?',
    ['weather in Tulsa', 'Tulsa, OK. Tonight: clear, low 38F, rain 0%. Source: NWS'],
    /Tulsa/,
    ['Tomorrow in Tulsa: sunny, high 61°F, low 38°F.'],
  ],
  [
    'Which one is closer?',
    ['Pharmacies in Salida Colorado near downtown', 'Salida has Walgreens on US-50 and Safeway on G Street.'],
    /Safeway/,
    ['**Safeway** on G Street is closer to downtown Salida.', 'Walgreens is 1.2 miles away.'],
  ],
  [
    'How about sunday?',
    ['What time does the main library in Boise close today?', 'The Main Library is open until 8:00 p.m. today.'],
    /library.*5:00|5:00.*library/i,
    ['The Main Library in Boise closes at 5:00 p.m. on Sunday.', 'It opens at noon.'],
  ],
  [
    'Is it open now?',
    ['Address of the Alamo please', 'The Alamo is at 300 Alamo Plaza, San Antonio, TX 78205.'],
    /Alamo/,
    ['Yes, the Alamo is open until 5:30 p.m. today.', 'Entry to the church is free.'],
  ],
  [
    'What is the other one?',
    ['Which national parks are in Hawaii?', 'Hawaii has two. Haleakala is on Maui.'],
    /Volcanoes/,
    ['The other one is Hawai‘i Volcanoes National Park, on the Big Island.', 'It has two active volcanoes.'],
  ],
  [
    'And the phone number?',
    ['Where is the Field Museum?', 'The Field Museum is at 1400 S. DuSable Lake Shore Drive, Chicago.'],
    /312.{0,2}922.9410/,
    ['The Field Museum’s number is (312) 922-9410.', 'It answers from 9:00 a.m. on.'],
  ],
  [
    'How old is he?',
    ['Who wrote The Shining?', 'Stephen King wrote The Shining, published in 1977.'],
    /King/,
    ['Stephen King is 79 years old: he was born on Sept. 21, 1947.', 'He lives in Maine and Florida.'],
  ],
  [
    'What about boston?',
    ['What is gas in Reno today?', 'Regular gas in Reno averages $4.21 a gallon today.'],
    /Boston/,
    ['Regular gas in Boston averages $3.05 a gallon today.', 'That’s 4¢ more than last week.'],
  ],
];

/** Each is answered with the previous question, or asks back what it means. */
export const followUps: readonly QualityCase[] = rows.map(([question, before, known, reply]) => ({
  kind: 'follow_up',
  question,
  before: { question: before[0], answer: before[1] },
  known,
  cited: ['3129229410'],
  reply,
}));
