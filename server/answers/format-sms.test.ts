import { expect, test } from 'vitest';

import { asksFor } from './asks-for.ts';
import { formatSms } from './format-sms.ts';

function bodyOf(raw: string, isCutOff = false): string | null {
  return formatSms(raw, { isCutOff }).body;
}

test.each([
  [
    '**Chicago weather today:** Partly cloudy, high of **72°F** and low of 58°F.[1][2] Winds NW 10–15 mph. Rain chance 20%—mostly after 6 p.m.[3]',
    'Chicago weather today: Partly cloudy, high of 72F and low of 58F. Winds NW 10-15 mph. Rain chance 20% - mostly after 6 p.m.',
  ],
  [
    '# Weather in Chicago\n\n- **Today**: 72°F / 58°F ☀️\n- **Tonight**: 50°F, 40% chance of rain 🌧️\n- **Tomorrow**: 65°F\n\nSources:\n1. https://weather.com/x\n2. https://noaa.gov',
    'Weather in Chicago: Today: 72F / 58F. Tonight: 50F, 40% chance of rain. Tomorrow: 65F',
  ],
  [
    "It's 72°F now (feels like 70°). Tonight 55°–60°F. Record: 101°F.",
    "It's 72F now (feels like 70 degrees). Tonight 55-60F. Record: 101F.",
  ],
  ['The temperature is -5°F to −10°F, feels like –15°F.', 'The temperature is -5F to -10F, feels like -15F.'],
  ["It's 72°F. Hourly forecasts are available at weather.com.", "It's 72F."],
  ['Tonight will be 41°F. Radar is on accuweather.com.', 'Tonight will be 41F.'],
  ['- -5°F tonight\n- 10°F tomorrow', '-5F tonight. 10F tomorrow'],
])('a weather answer reads like a text: %j', (raw, body) => expect(bodyOf(raw)).toBe(body));

test.each([
  [
    'The score was 3–2 (10 innings). Series tied 1–1. W: Smith (12–4, 3.05 ERA).',
    'The score was 3-2 (10 innings). Series tied 1-1. W: Smith (12-4, 3.05 ERA).',
  ],
  ['| Team | Score |\n|---|---|\n| Bears | 24 |\n| Packers | 17 |', 'Bears: 24. Packers: 17'],
  ['Team | W | L\n--- | --- | ---\nCubs | 10 | 5\nSox | 3 | 12', 'Cubs: W 10, L 5. Sox: W 3, L 12'],
  [
    '**Final:** 49ers 31, 76ers 28 🏈\n\nNext: Sun., Nov. 22, 3:25 p.m. ET',
    'Final: 49ers 31, 76ers 28. Next: Sun., Nov. 22, 3:25 p.m. ET',
  ],
])('a score keeps every number: %j', (raw, body) => expect(bodyOf(raw)).toBe(body));

test.each([
  [
    'Preheat the oven to 350°F. Mix 1½ cups flour, ½ tsp salt and ¾ cup sugar. Bake 25–30 minutes.',
    'Preheat the oven to 350F. Mix 1 1/2 cups flour, 1/2 tsp salt and 3/4 cup sugar. Bake 25-30 minutes.',
  ],
  [
    '1. Preheat oven to 375°F\n2. Mix 2¼ cups flour with 1 tsp baking soda\n3. Bake 9 to 11 minutes',
    'Preheat oven to 375F. Mix 2 1/4 cups flour with 1 tsp baking soda. Bake 9 to 11 minutes',
  ],
  [
    '**Ingredients:**\n- 2 eggs\n- 1 cup flour\n\n**Steps:**\n1. Mix\n2. Bake at 350°F.\n\nEnjoy! 😋',
    'Ingredients: 2 eggs. 1 cup flour. Steps: Mix. Bake at 350F. Enjoy!',
  ],
  [
    '1½ cups = 12 fl. oz. Use ⅓ cup or 2⅔ cups; ½-inch dice. 1⁄4 tsp.',
    '1 1/2 cups = 12 fl. oz. Use 1/3 cup or 2 2/3 cups; 1/2-inch dice. 1/4 tsp.',
  ],
])('a recipe keeps its amounts: %j', (raw, body) => expect(bodyOf(raw)).toBe(body));

test.each([
  [
    '15% of $86.40 is **$12.96**. $$\\frac{15}{100} \\times 86.40 = 12.96$$',
    '15% of $86.40 is $12.96. 15/100 x 86.40 = 12.96',
  ],
  ['\\( 15\\% \\times 86.40 = 12.96 \\)', '15% x 86.40 = 12.96'],
  ['$1,299.99 – that’s 15% off ($1,529.40). 99¢.', "$1,299.99 - that's 15% off ($1,529.40). 99 cents."],
  [
    '1.5×10³ m/s² and −5 ± 0.1; 5 ÷ 2 = 2.5; x ≤ 10, z ≠ 0; √16 = 4',
    '1.5x10^3 m/s^2 and -5 +/- 0.1; 5 / 2 = 2.5; x <= 10, z not = 0; sqrt 16 = 4',
  ],
  [
    'The area is 5 m² (about 54 ft²). E=mc². CO₂. x² + y² = z².',
    'The area is 5 sq m (about 54 sq ft). E=mc^2. CO2. x^2 + y^2 = z^2.',
  ],
  ['2*3=6, 2**3=8, 5 * 3 = 15 and 10-3=7.', '2*3=6, 2^3=8, 5 * 3 = 15 and 10-3=7.'],
  ['It costs $5 per ft^2 and $6 after.', 'It costs $5 per ft^2 and $6 after.'],
  ['A & B < C > D. If x<5 and y>3 then z.', 'A & B < C > D. If x<5 and y>3 then z.'],
  ['The interval [0, 5] and array [1, 2, 3]. See [sic].', 'The interval (0, 5) and array (1, 2, 3). See (sic).'],
  ['5① and log₂8 and 5🎉6', '5 1 and log2 8 and 5 6'],
  ['The area is $A = \\pi r^2$. For $r = 5$ it is 78.54.', 'The area is A = pi r^2. For r = 5 it is 78.54.'],
  ['It is $72^{\\circ}F$ or 22^{\\circ}C, a $180^{\\circ}$ turn.', 'It is 72F or 22C, a 180 degrees turn.'],
  ['Use $1\\frac12$ cups, \\frac{3}4 cup or $2\\frac{1}{3}$.', 'Use 1 1/2 cups, 3/4 cup or 2 1/3.'],
  ['Solve $2x + 3 = 7$ for $2x=4$.', 'Solve 2x + 3 = 7 for 2x=4.'],
  ['It costs $5 + tax = $7, or $2x $3.', 'It costs $5 + tax = $7, or $2x $3.'],
  ['**Answer: 42**', 'Answer: 42'],
  ['-5', '-5'],
  ['.5', '.5'],
])('mathematics stays true: %j', (raw, body) => expect(bodyOf(raw)).toBe(body));

test.each([
  [
    'El clima en Miami hoy: máxima de 31°C (88°F). Habrá lluvia. ¿Va a la playa más tarde?',
    'El clima en Miami hoy: maxima de 31C (88F). Habra lluvia. ¿Va a la playa mas tarde?',
  ],
  ['¡Claro! Según los resultados de la búsqueda, el récord es de 9.58 s.', 'El récord es de 9.58 s.'],
  ['Es el 1.º de mayo y la 2.ª vez.', 'Es el 1o de mayo y la 2a vez.'],
  ['Vive en el 3.er piso. El 1.er lugar fue México.', 'Vive en el 3er piso. El 1er lugar fue México.'],
  ['Giro de 90° a la derecha, según el Sr. Núñez. ¡Sí!', 'Giro de 90 grados a la derecha, segun el Sr. Nuñez. ¡Si!'],
  [
    'Ça va? L’été à Paris. Œuvre, Straße, Łódź, İstanbul, Ærø, naïve.',
    "Ça va? L'été à Paris. OEuvre, Straße, Lodz, Istanbul, Ærø, naive.",
  ],
  ['The word is 你好 (nǐ hǎo).', 'The word is (ni hao).'],
  ['Hello in Russian is “Привет” (Privet).', 'Hello in Russian is (Privet).'],
  ['α-particles, Δx, 5 μg, 10 µm.', 'alpha-particles, Δx, 5 mcg, 10 um.'],
])('a Latin language is GSM-7: %j', (raw, body) => {
  expect(formatSms(raw)).toMatchObject({ body, encoding: 'gsm7' });
});

test.each([
  ['你好！今天芝加哥晴天，最高气温72°F。[1] 下午可能有小雨。', '你好！今天芝加哥晴天，最高气温72°F。下午可能有小雨。'],
  ['مرحبا! الطقس **مشمس** اليوم. [1]', 'مرحبا! الطقس مشمس اليوم.'],
  ['- शिकागो में मौसम साफ है\n- तापमान 72°F रहेगा', 'शिकागो में मौसम साफ है। तापमान 72°F रहेगा'],
  ['می‌خواهم 🎉 بروم', 'می‌خواهم بروم'],
  ['你好 (nǐ hǎo)', '你好 (nǐ hǎo)'],
])('another script keeps its letters: %j', (raw, body) => {
  expect(formatSms(raw)).toMatchObject({ body, encoding: 'ucs2', segments: 1 });
});

test.each([
  ['Yes!!! 🎉🎉 You can.', 'Yes!!! You can.'],
  ['Gluten-free: ✅ Vegan: ❌', 'Gluten-free: yes Vegan: no'],
  ['✅ Yes, it is open.', 'Yes, it is open.'],
  ['Rated ★★★★☆ (4.2/5) by 1,024 people; a 4.7★ rating.', 'Rated 4 stars (4.2/5) by 1,024 people; a 4.7-star rating.'],
  ['Up: ↑ 2.5% to $189.30; down: ▼ 1.2.', 'Up: up 2.5% to $189.30; down: down 1.2.'],
  ['Price ≈ $3.50, ~5 miles. 1 mile ≈ 1.6 km.', 'Price = about $3.50, about 5 miles. 1 mile = about 1.6 km.'],
  ['Wait… what?! “Yes.” 5′10″ tall — really.', 'Wait... what?! "Yes." 5\'10" tall - really.'],
  [
    'Use `ls -la` and *press* Enter. __Bold__ and _it_. ~~$50~~ $40. snake_case',
    'Use ls -la and press Enter. Bold and it. $40. snake_case',
  ],
  ['> Quoted words.\n> — FDR', 'Quoted words. FDR'],
  ["Here's code:\n```python\nprint(2)\n```\nIt prints 2.", "Here's code: print(2). It prints 2."],
  ['Line one\nline two runs on\nLine three', 'Line one line two runs on. Line three'],
  ['2024. That was the year of the eclipse.', '2024. That was the year of the eclipse.'],
  ['Tom &amp; Jerry&nbsp;&mdash; 5&frac12;<br>Next<sup>2</sup>', 'Tom & Jerry - 5 1/2. Next^2'],
  ['<think>secret 5</think>It is sunny.', 'It is sunny.'],
  ['tab\there  double   spaces\u200B and\u00ADhidden\u202E', 'tab here double spaces andhidden'],
  ['It runs.^[6]^ **Serendipity** (noun, /ˌser.ənˈdɪp.ə.ti/): luck.', 'It runs. Serendipity (noun): luck.'],
  ['Fans cheered.[1]The game ended.[2]', 'Fans cheered. The game ended.'],
  ['Sure! Based on the search results, it is open.', 'It is open.'],
  ['According to police, it is open.', 'According to police, it is open.'],
  ['★★★★☆ (120 reviews), open until 9.', '4 stars (120 reviews), open until 9.'],
  ['≥100.4°F is a fever in babies.', '>=100.4F is a fever in babies.'],
  ['Dial *67, then the full number.', 'Dial *67, then the full number.'],
  [
    'Dial **\\*72** to forward, `*73` to stop; *#06# shows the IMEI.',
    'Dial *72 to forward, *73 to stop; *#06# shows the IMEI.',
  ],
  ['Dial ##002# to end it. Press # to hear it again.', 'Dial ##002# to end it. Press # to hear it again.'],
  ['A B♭ trumpet plays C♯.', 'A Bb trumpet plays C#.'],
  ['The 1<sup>st</sup> of x<sup>2</sup> takes 1<sup>1</sup>/<sub>2</sub> cups.', 'The 1st of x^2 takes 1 1/2 cups.'],
  ['Press * to repeat, # to end.', 'Press * to repeat, # to end.'],
  ['Sunday: CHI@GB 7:15 PM, DET@MIN 1 PM.', 'Sunday: CHI @ GB 7:15 PM, DET @ MIN 1 PM.'],
  [
    'Bulls@Heat: 112-108 (Final). Lakers@Warriors 10:30 PM ET.',
    'Bulls @ Heat: 112-108 (Final). Lakers @ Warriors 10:30 PM ET.',
  ],
  ['Plants feed people.² They also give shade.', 'Plants feed people. They also give shade.'],
])('odd characters and layouts become plain words: %j', (raw, body) => expect(bodyOf(raw)).toBe(body));

test.each([
  '',
  '   ',
  '\n',
  '🎉🎉🎉',
  '👍',
  '[1][2]',
  '...',
  '?',
  '—',
  '**',
  '```',
  '| | |',
  'Here are the top 3 results:',
  'Sources:',
  'https://bit.ly/xyz',
  '\u200B',
  '\uD800',
  '<think>only thoughts',
  '1'.repeat(500),
])('nothing sayable is null, never a blank text: %j', (raw) => expect(bodyOf(raw)).toBeNull());

test.each([
  ['You can track it at [usps.com](https://www.usps.com/x?id=1). Learn more at https://faq.usps.com/s/a.', null],
  ['USPS: Your package is held. Verify your account at usps-help.com. Sunny today.', 'Sunny today.'],
  ['Your verification code is 123456. The Bears won 24–17.', 'The Bears won 24-17.'],
  ['Askline: we moved, see x.com. It is sunny.', 'It is sunny.'],
  ['Your Chase account has been locked. It is sunny. Reply STOP to opt out.', 'It is sunny.'],
])('what a web page may have planted is taken out: %j', (raw, body) => expect(bodyOf(raw)).toBe(body));

test.each([
  ['how long can i drive on an expired license', 'You can drive for 60 days after your license expires in Illinois.'],
  ['can i renew a passport card by mail', 'Yes. If your passport card is expired, renew by mail with form DS-82.'],
  ['is my license good on my birthday', 'No. Your license is expired the day after your birthday.'],
  ['is my license still good', 'No. Your license is expired.'],
  [
    'when does it end if i drop medicare',
    'Your coverage ends the last day of the month you disenroll. Medicare Part B costs $185 a month.',
  ],
  ['irs late fee', 'If your payment is overdue, the IRS charges 0.5% a month.'],
  ['gym renewal cost', 'Renew your membership at the front desk for $60 a year.'],
  ['passport renewal', 'Renew by mail with a form DS-82.'],
  ['how long can i be on my parents plan', 'Your coverage ends when you turn 26.'],
  ['dmv', "Renew it at the county clerk's office."],
  ['replace social security card', 'Verify your identity with two documents at the SSA office.'],
  ['when do texas licenses run out', 'Your license expires every eight years.'],
  ['how do i renew my membership', 'Renew your membership by calling the store.'],
  ['how do i restart my iphone', 'Restart it by holding the side button. Then slide to power off.'],
  ['router stuck', 'Restart it by unplugging it for 30 seconds.'],
  ['how do i upgrade windows', 'Upgrade now from Settings > Windows Update. It is free.'],
  ['passport', 'Renew online at travel.state.gov if yours is expired. It costs $130.'],
  ['renew drivers license illinois', 'Renew online at ilsos.gov if eligible; the fee is $30.'],
  ['how do i renew my costco membership', 'Renew online or in any warehouse. It costs $65.'],
])('a true answer about a license, a card or a plan stays whole: %j', (question, answer) => {
  expect(formatSms(answer, { asks: asksFor(question, 'Askline') }).body).toBe(answer);
});

test.each([
  'Your plan has expired.',
  'Your Netflix subscription expires today.',
  'Your license expires soon.',
  'Your card was declined when we tried to charge it.',
  'Dear customer, your account has been suspended.',
  "We're sorry, your payment failed.",
  'Unfortunately your card was declined.',
  'We noticed your account was locked.',
  'Your account is limited after several attempts.',
  'Your trial will end in 2 days.',
  'This is to inform you that your account has been suspended.',
  'Dear valued customer of Chase Bank, your card has been restricted.',
  "Your service will be canceled if you don't pay.",
  'Verify your account with a link we sent.',
  'Verify your account now.',
  'Please confirm your payment to avoid a fee.',
  'Renew your plan today.',
  'Renew now.',
  'Reactivate it today.',
  'Upgrade now to keep your texts.',
  'Restart your plan today.',
])('an alert in an answer to something else is refused: %j', (planted) => {
  expect(formatSms(planted, { asks: asksFor('weather 60614', 'Askline') }).body).toBeNull();
  expect(bodyOf(`It is sunny. ${planted}`)).toBe('It is sunny.');
  expect(bodyOf(`Yes. ${planted}`)).toBeNull();
});

test.each([
  'To continue receiving answers, reply STOP.',
  'Text STOP to confirm your entry.',
  'TEXT THE WORD STOP to confirm your entry.',
  'Send the word STOP to this number to keep your plan active.',
  'To see the rest of this answer, send CANCEL.',
  'Reply END for part two.',
  'Reply with "stop" for more.',
  'Just respond with stop for a coupon.',
  'Text back "end" for more.',
  'Para mas, responda STOP.',
  'Remember to text STOP for the rest.',
  'You have to reply END within the hour.',
  'Text STOP at 5 to win.',
  'No need to wait, reply STOP now.',
  'Reply with your password so that we can verify your account.',
  'Text us your PIN.',
  'Send your card number to this number.',
  'Su cuenta ha sido suspendida. Responda con su clave.',
])('an instruction that would end the plan or give a secret away is refused: %j', (planted) => {
  expect(bodyOf(planted)).toBeNull();
  expect(bodyOf(`It is sunny. ${planted}`)).toBe('It is sunny.');
});

test.each([
  ['how do i stop spam texts', 'Reply STOP to one message from a company that you know.'],
  ['crisis line', 'Text HOME to 741741 to reach a counselor.'],
  ['phone number to donate to the red cross', 'Text REDCROSS to 90999 to give $10.'],
  ['is it a scam if my bank texts', 'Never send your password or PIN by text.'],
  ['es una estafa', 'No mande su clave por texto.'],
  ['is it a scam if my bank texts', "Don't reply with your account number."],
  ['how do i train my dog', 'Say stop, and send the dog to the end of its leash.'],
  ['what do ads say', 'They send cancel-anytime offers, and text end dates.'],
  ['how to end a letter', 'Send your letter with a full name at the end.'],
  ['where is a shelter', 'Text SHELTER and your ZIP code to FEMA at 43362.'],
  ['what does the lender want', 'Send your account statement and a copy of your card to the lender.'],
  ['renew tags by mail', 'Send your form and a check to the county clerk.'],
])('other instructions stay: %j, %j', (question, answer) => {
  expect(formatSms(answer, { asks: asksFor(question, 'Askline') }).body).toBe(answer);
});
