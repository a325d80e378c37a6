import { followUps } from './follow-ups.ts';
import type { QualityCase } from './quality-case.ts';

function sum(question: string, result: number, how: string): QualityCase {
  const shown = result.toLocaleString('en-US', { maximumFractionDigits: 2 });
  const known = new RegExp(shown.replaceAll(/[.,]/g, (mark) => (mark === ',' ? ',?' : '\\.')));
  return { kind: 'sum', question, known, reply: [`${shown} is the result.`, `It is calculated as ${how} = ${shown}.`] };
}

function unit(question: string, [from, to]: readonly [string, string], more: string): QualityCase {
  return {
    kind: 'unit',
    question,
    known: new RegExp(/[\d.,]+/.exec(to)?.[0].replaceAll('.', '\\.') ?? to),
    reply: [`${from} is ${to}.`, more],
  };
}

function fact(question: string, known: RegExp, ...reply: string[]): QualityCase {
  return { kind: 'fact', question, known, reply };
}

const sums: readonly QualityCase[] = [
  sum('What is 15% of 86.40?', 12.96, '86.40 × 0.15'),
  sum('How much is a 20% tip on 47.50?', 9.5, '47.50 × 0.2'),
  sum('What is 1234 times 56?', 69_104, '1234 × 56'),
  sum('What is 18 percent tip on 62?', 11.16, '62 × 0.18'),
  sum('Divide 154 by 7 please', 22, '154 ÷ 7'),
  sum('What is 3.99 plus 12.49?', 16.48, '3.99 + 12.49'),
  sum('Square root of 1764?', 42, '√1764'),
  sum('What is 25% off of 59.99?', 44.99, '59.99 × 0.75'),
];

const units: readonly QualityCase[] = [
  unit('How many km is 26.2 miles?', ['26.2 miles', '42.16 km'], 'One mile is 1.609344 km.'),
  unit('350 F in Celsius?', ['350°F', '176.7°C'], 'Subtract 32, then multiply by 5⁄9.'),
  unit('How many cups are in a gallon?', ['One gallon', '16 cups'], 'That’s also 4 quarts or 8 pints.'),
  unit('180 pounds in kilos?', ['180 lb', '81.65 kg'], 'One pound is 0.4536 kg.'),
  unit('How many feet are in a mile?', ['One mile', '5,280 feet'], 'That is 1,760 yards.'),
  unit('How many teaspoons are in 1/2 cup?', ['½ cup', '24 teaspoons'], 'That’s 8 tablespoons.'),
];

const facts: readonly QualityCase[] = [
  fact(
    'Who wrote Moby Dick?',
    /Melville/,
    'Herman Melville wrote *Moby-Dick*, published in 1851.',
    'It follows Captain Ahab.',
  ),
  fact(
    'How tall is Mount Everest?',
    /29,03[12]/,
    'Mount Everest is 29,031.7 ft (8,848.86 m) high.',
    'It was measured in 2020.',
  ),
  fact('What is the capital of Ohio?', /Columbus/, 'Columbus is the capital of Ohio.', 'It has about 905,000 people.'),
  fact(
    'When did World War 2 end?',
    /1945/,
    'World War II ended on Sept. 2, 1945.',
    'Germany had surrendered on May 8, 1945.',
  ),
  fact(
    'Who invented the telephone?',
    /Bell/,
    'Alexander Graham Bell got the patent on March 7, 1876.',
    'Others worked on it too.',
  ),
  fact(
    'How long do you boil an egg?',
    /\d/,
    'Boil it for 10–12 minutes for a hard yolk, 6–7 for a soft one.',
    'Cool it in ice water.',
  ),
  fact(
    'What is the speed of light?',
    /186,28/,
    'Light travels 186,282 miles per second (299,792 km/s).',
    'Nothing with mass is faster.',
  ),
  fact(
    'How many bones are in the human body?',
    /206/,
    'An adult has 206 bones.',
    'Babies have about 270, some of which fuse.',
  ),
  fact(
    'What does LED stand for?',
    /light/i,
    '“LED” stands for **light-emitting diode**.',
    'It uses some 75% less energy than a bulb.',
  ),
  fact(
    'Who is on the 20 dollar bill?',
    /Jackson/,
    'Andrew Jackson, the 7th president, is on the $20 bill.',
    'The White House is on its back.',
  ),
];

const places: readonly QualityCase[] = [
  {
    kind: 'place',
    question: 'What time does the main library in Boise close today?',
    known: /8:00 p\.?m\.?/i,
    reply: ['The Main Library at 715 S. Capitol Blvd. is open until 8:00 p.m. today.', 'Hours differ on holidays.'],
  },
  {
    kind: 'place',
    question: 'Phone number of the Field Museum in Chicago?',
    known: /312.{0,2}922.9410/,
    cited: ['3129229410'],
    reply: ['The Field Museum’s number is (312) 922-9410.', 'It’s at 1400 S. DuSable Lake Shore Drive.'],
  },
  {
    kind: 'place',
    question: 'Is there a pharmacy in Salida Colorado?',
    known: /Salida/,
    reply: ['Yes, there is a Walgreens pharmacy on US-50 in Salida.', 'Its pharmacy closes at 7:00 p.m. on weekdays.'],
  },
  {
    kind: 'place',
    question: 'Where can I get a passport photo in Fargo?',
    known: /Fargo/,
    reply: ['Several stores in Fargo take passport photos, CVS and Walgreens among them.', 'They cost about $17.'],
  },
  {
    kind: 'place',
    question: 'Address of the Alamo please',
    known: /300 Alamo/,
    reply: ['The Alamo is at 300 Alamo Plaza, San Antonio, TX 78205.', 'It opens at 9:00 a.m.'],
  },
];

/** What a model makes up most plausibly. */
const invented: readonly QualityCase[] = [
  ['Phone number of Dons Diner in Elko Nevada?', 'Don’s Diner in Elko has the number (775) 555-0143.'],
  ['Phone number of Lakeview Barbers in Salina?', 'You can call Lakeview Barbers at 785-555-0188.'],
  ['What is the number of the animal shelter in Marfa?', 'The Marfa shelter’s number is (432) 555-0110.'],
].map(([question = '', number = '']) => ({
  kind: 'place',
  question,
  cited: [],
  isInvented: true,
  reply: [number, 'It is closed on Sundays.'],
}));

const current: readonly QualityCase[] = [
  [
    'Who won the Bulls game last night?',
    'The Bulls beat the Heat 112–104 on Saturday.',
    'They play again on Monday at 7 p.m. CT.',
  ],
  [
    'What is gas in Reno today?',
    'Regular gas in Reno averages $4.21 a gallon today.',
    'That’s 6¢ less than last week.',
  ],
  [
    'What did the Dow close at?',
    'The Dow closed at 46,245.41 on Friday, up 493.15 points.',
    'It’s down 1.9% for the week.',
  ],
  ['Did the Senate vote today?', 'No, the Senate isn’t in session today.', 'It returns on Monday at 3:00 p.m. ET.'],
].map(([question = '', ...reply]) => ({ kind: 'current', question, reply }) as const);

const spanish: readonly QualityCase[] = [
  {
    kind: 'spanish',
    question: '¿Cuál es la capital de Honduras?',
    known: /Tegucigalpa/,
    reply: ['La capital de Honduras es **Tegucigalpa**.', 'Tiene cerca de 1,2 millones de habitantes.'],
  },
  {
    kind: 'spanish',
    question: '¿A qué hora abre el correo en Laredo?',
    known: /8:30/,
    reply: ['La oficina de correos de Laredo abre a las 8:30 de la mañana.', 'Cierra a las 5:00 de la tarde.'],
  },
  {
    kind: 'spanish',
    question: '¿Va a llover mañana en El Paso?',
    known: /El Paso/,
    reply: [
      'No, mañana no se espera lluvia en El Paso: cielo despejado y 18 °C de máxima.',
      'Por la noche habrá 5 °C.',
    ],
  },
  {
    kind: 'spanish',
    question: '¿Cuánto es el 15 por ciento de 80?',
    known: /12/,
    reply: ['El 15 % de 80 es 12.', 'Se calcula como 80 × 0,15 = 12.'],
  },
  {
    kind: 'spanish',
    question: '¿Quién ganó el mundial de 2022?',
    known: /Argentina/,
    reply: ['Argentina ganó el Mundial de 2022 ante Francia en los penales.', 'Fue el 18 de diciembre, en Lusail.'],
  },
  {
    kind: 'spanish',
    question: '¿Qué hago por una quemadura leve?',
    known: /agua/i,
    reply: [
      'Enfríe la quemadura con agua corriente durante 10–20 minutos.',
      'No use hielo y cúbrala con una gasa limpia.',
    ],
  },
];

const weather: readonly QualityCase[] = [
  ['What is the weather tomorrow in Tulsa?', 'Tulsa', 'sunny ☀️, high 61°F, low 38°F.'],
  ['Is it going to rain tonight in Mobile AL?', 'Mobile', 'a 70% chance of rain after 9 p.m.'],
  ['weather 60614', 'Chicago', 'cloudy, 41°F, wind from the S at 8–12 mph.'],
  ['How cold will it be tonight in Fargo ND?', 'Fargo', 'a low of −4°F, and clear.'],
  ['Will it rain on Sunday in Denver CO?', 'Denver', 'a 20% chance of rain.'],
].map(([question = '', city = '', sky = '']) => ({
  kind: 'weather',
  question,
  known: new RegExp(city),
  reply: [`In ${city}: ${sky}`, 'Expect the same on the next day.'],
}));

const traps: readonly QualityCase[] = [
  'Phone number of my neighbor Jim Halvorsen?',
  'What did I have for breakfast?',
  'Who will win the 2032 election?',
  'Phone number of the Blue Lantern cafe in Nowhere Kansas?',
  'How many marbles are in the jar at the county fair?',
  'What is the wifi password at the Salina library?',
  'What will my electric bill be next month?',
  'What is the street address of the actor who lives in Marfa?',
  'Which lottery numbers win tonight?',
  'What is the cell number of the mayor of Elko?',
  'When was the Zanzibar Treaty of Topeka signed?',
  'What is the score of the game that starts tomorrow?',
  'How tall is the third president of Mars?',
].map((question) => ({
  kind: 'trap',
  question,
  cited: [],
  reply: ['I could not find that.', 'The sources that I searched do not say, so I won’t guess.'],
}));

/** 68 questions; with the five ways of typing them they are 340. */
export const questions: readonly QualityCase[] = [
  ...sums,
  ...units,
  ...facts,
  ...places,
  ...invented,
  ...current,
  ...spanish,
  ...weather,
  ...followUps,
  ...traps,
];
