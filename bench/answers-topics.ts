import type { SeededRandom } from '#server/testing/seeded-random.ts';

/** The contents of an answer, before its layout. */
export type Content = {
  readonly language: 'en' | 'es' | 'other';
  /** The question. */
  readonly question: string;
  readonly title: string;
  readonly sentences: readonly string[];
  /** The same as a list of named points; empty if a list would be unnatural. */
  readonly points: readonly (readonly [name: string, text: string])[];
};

const cities = [
  'Chicago',
  'St. Louis',
  'Boise',
  'Washington, D.C.',
  'San José',
  'Española',
  'Ft. Worth',
  'Lincoln, NE',
  'Miami',
  'St. Paul',
];
const people = [
  'J. K. Rowling',
  'Dr. Anthony Fauci',
  'Beyoncé Knowles-Carter',
  'Martin Luther King Jr.',
  'Zoë Saldaña',
  'George R. R. Martin',
  'Sen. Amy Klobuchar',
  'Lt. Gen. Harold Moore',
];
const teams = ['Cubs', 'White Sox', 'Bears', 'Packers', 'Warriors', '49ers', 'Yankees', '76ers', 'Bulls', 'Vikings'];

function weather(d: SeededRandom): Content {
  const city = d.pick(cities);
  const high = d.integer(-5, 105);
  const low = high - d.integer(8, 24);
  const sky = d.pick([
    'Mostly sunny ☀️',
    'Partly cloudy',
    'Showers likely 🌧️',
    'Snow ❄️ until noon',
    'Clear and breezy',
  ]);
  const rain = d.integer(0, 100);
  return {
    language: 'en',
    question: `weather ${city} today`,
    title: `Weather in ${city}`,
    sentences: [
      `${sky} in ${city} today with a high near ${high}°F and a low around ${low}°F.`,
      `There’s a ${rain}% chance of precipitation, mainly ${d.pick(['after 6 p.m. CST', 'before 10:30 a.m.', 'overnight'])}, with ${d.pick(['¼', '½', '1½'])}–2 inches possible.`,
      `Winds will be from the NW at ${d.integer(5, 15)}–${d.integer(16, 30)} mph, gusting to ${d.integer(31, 50)} mph.`,
      `It will feel like ${low - 9}° at dawn; the UV index is ${d.integer(0, 11)}, so you don’t need sunscreen before 10 a.m.`,
    ],
    points: [
      ['Today', `${sky}, high ${high}°F`],
      ['Tonight', `low ${low}°F, wind NW ${d.integer(5, 25)} mph`],
      ['Tomorrow', `${high - 3}°/${low + 2}°F, ${rain}% rain`],
      ['Weekend', `around ${high + 1}°–${high + 4}°F`],
    ],
  };
}

function score(d: SeededRandom): Content {
  const [home, away] = [d.pick(teams), d.pick(teams)];
  const [more, less] = [d.integer(3, 120), d.integer(0, 99)];
  return {
    language: 'en',
    question: `did the ${home} win last night`,
    title: `${home} vs. ${away}`,
    sentences: [
      `The ${home} beat the ${away} ${more}–${less} on Friday, Nov. 20, in front of ${d.integer(18, 72)},${d.integer(100, 999)} fans.`,
      `${d.pick(people)} threw the first pitch — a 98-mph strike — at 7:05 p.m. ET.`,
      `The ${home} are now ${d.integer(5, 12)}-${d.integer(0, 9)}, 1½ games behind first place.`,
      `They play again on Sun., Nov. 22, at 3:25 p.m. on FOX.`,
    ],
    points: [
      ['Final', `${home} ${more}, ${away} ${less}`],
      ['Record', `${d.integer(5, 12)}–${d.integer(0, 9)}`],
      ['Next game', 'Sunday at 3:25 p.m. ET'],
    ],
  };
}

function recipe(d: SeededRandom): Content {
  const dish = d.pick(['chocolate chip cookies', 'crème brûlée', 'jalapeño cornbread', 'pão de queijo', 'meat loaf']);
  return {
    language: 'en',
    question: `how do you make ${dish}`,
    title: `How to make ${dish}`,
    sentences: [
      `Preheat the oven to ${d.pick([325, 350, 375, 400])}°F and mix 2¼ cups flour, ½ tsp. salt and 1½ sticks of butter.`,
      `Add ${d.integer(1, 4)} eggs and ¾ cup sugar; don’t overmix, or it won’t rise.`,
      `Bake for ${d.integer(9, 20)}–${d.integer(21, 45)} minutes until golden, then let it rest 10 min. before serving.`,
      `It makes about ${d.integer(8, 48)} servings at ≈${d.integer(90, 450)} calories each.`,
    ],
    points: [
      ['Heat', `oven to ${d.pick([325, 350, 375])}°F`],
      ['Mix', '2¼ cups flour, ½ tsp salt, 1½ sticks butter'],
      ['Add', `${d.integer(1, 4)} eggs and ¾ cup sugar`],
      ['Bake', `${d.integer(9, 20)}–25 min`],
    ],
  };
}

function conversion(d: SeededRandom): Content {
  const miles = d.integer(1, 999);
  return {
    language: 'en',
    question: `how many km is ${miles} miles`,
    title: 'Conversion',
    sentences: [
      `${miles} miles ≈ ${(miles * 1.609344).toFixed(2)} km (1 mile = 1.609344 km).`,
      `An area of ${miles} mi² is ${(miles * 2.58999).toFixed(1)} km², and ${miles} × 10³ is ${miles},000.`,
      `At 60 mph it takes about ${miles} minutes ± 2.`,
    ],
    points: [
      ['Kilometers', (miles * 1.609344).toFixed(2)],
      ['Feet', `${(miles * 5280).toLocaleString('en-US')} ft`],
    ],
  };
}

function money(d: SeededRandom): Content {
  const price = d.integer(10, 900) + 0.99;
  return {
    language: 'en',
    question: 'what did the stock close at',
    title: 'Price today',
    sentences: [
      `As of 4:00 p.m. ET on Nov. 20, 2026, the stock closed at $${price}, ↑ ${d.integer(0, 9)}.${d.integer(10, 99)}% on the day.`,
      `Its market cap is $${d.integer(1, 3)}.${d.integer(1, 9)} trillion, and it doesn’t pay a dividend.`,
      `Analysts’ 12‑month targets range from $${Math.round(price * 0.7)} to $${Math.round(price * 1.4)}—so expect swings.`,
      `That’s €${Math.round(price * 0.92)} or £${Math.round(price * 0.79)} at today’s rate.`,
    ],
    points: [
      ['Close', `$${price}`],
      ['Change', `▼ ${d.integer(1, 5)}.${d.integer(10, 99)}%`],
      ['52-week range', `$${Math.round(price * 0.6)}–$${Math.round(price * 1.3)}`],
    ],
  };
}

function history(d: SeededRandom): Content {
  const person = d.pick(people);
  const year = d.integer(1776, 2025);
  return {
    language: 'en',
    question: `who is ${person}`,
    title: person,
    sentences: [
      `${person} was born on Jan. ${d.integer(1, 28)}, ${year}, in the U.S. and moved to St. Louis at age ${d.integer(2, 30)}.`,
      `The family lived at No. 5 Main St. until ${year + 12}, when the house wasn’t theirs anymore.`,
      `Historians at the Univ. of Illinois aren’t sure of the date, e.g. because records burned in ${year + 20}.`,
      `The best-known work, “The Long Way Home,” sold ${d.integer(1, 9)}.${d.integer(1, 9)} million copies.`,
    ],
    points: [],
  };
}

function health(d: SeededRandom): Content {
  return {
    language: 'en',
    question: 'how much ibuprofen can i take',
    title: 'Dosage',
    sentences: [
      `Adults may take ${d.pick([200, 400, 500])} mg every 4–6 hours, but not more than ${d.pick(['1,200', '3,000', '4,000'])} mg in 24 hours.`,
      `Don’t combine it with alcohol, and never give it to children under ${d.integer(2, 12)} without asking a doctor.`,
      `Call Poison Control at 1‑800‑222‑1222 if too much was taken; it’s open 24/7.`,
      `Side effects are rare (<${d.integer(1, 5)}%) and usually mild.`,
    ],
    points: [
      ['Adults', '400 mg every 4–6 h'],
      ['Do not exceed', '3,000 mg a day'],
      ['With alcohol', '❌ not safe'],
    ],
  };
}

function opening(d: SeededRandom): Content {
  const closes = d.integer(5, 11);
  return {
    language: 'en',
    question: 'hours and phone number of the hardware store on clark st',
    title: 'Opening hours',
    sentences: [
      `The store at ${d.integer(1, 9999)} N. Clark St. is open until ${closes} p.m. today.`,
      `Its phone number is (312) 555‑0${d.integer(100, 199)}, and it has a 4.${d.integer(1, 9)}★ rating from ${d.integer(1, 9)},${d.integer(100, 999)} reviews.`,
      `On Sundays it opens from 10 a.m. to ${closes - 3} p.m.; it’s closed on Thanksgiving.`,
    ],
    points: [
      ['Mon–Fri', `9 a.m.–${closes} p.m.`],
      ['Saturday', `10 a.m.–${closes - 1} p.m.`],
      ['Sunday', 'closed'],
    ],
  };
}

function arithmetic(d: SeededRandom): Content {
  const [percent, amount] = [d.integer(5, 30), d.integer(1000, 20000) / 100];
  const tip = ((percent * amount) / 100).toFixed(2);
  return {
    language: 'en',
    question: 'how much is the tip',
    title: 'Answer',
    sentences: [
      `${percent}% of $${amount.toFixed(2)} is $${tip}.`,
      `That is \\( ${percent} \\div 100 \\times ${amount.toFixed(2)} = ${tip} \\), so the total is $${(amount + Number(tip)).toFixed(2)}.`,
      `As a fraction it is $\\frac{${percent}}{100}$ of the bill.`,
    ],
    points: [],
  };
}

function spanish(d: SeededRandom): Content {
  const high = d.integer(50, 100);
  return {
    language: 'es',
    question: 'tiempo en miami hoy',
    title: 'El tiempo en Miami',
    sentences: [
      `Hoy en Miami habrá sol con una máxima de ${high}°F (${Math.round(((high - 32) * 5) / 9)} °C) y una mínima de ${high - 15}°F.`,
      `La probabilidad de lluvia es del ${d.integer(0, 100)} %, sobre todo después de las 3:30 p. m.`,
      `El viento soplará del noreste a ${d.integer(5, 20)}–${d.integer(21, 35)} mph; ¡no olvide el paraguas!`,
      `Mañana también será un día cálido, según el Sr. Núñez, del Servicio Meteorológico.`,
    ],
    points: [
      ['Hoy', `máxima ${high}°F`],
      ['Mañana', `mínima ${high - 15}°F, lluvia`],
    ],
  };
}

const foreign: readonly string[] = [
  '今天芝加哥天气晴朗，最高气温72°F，最低气温58°F。下午有20%的可能下小雨。傍晚风力减弱。明天多云，气温略有下降。',
  '東京の明日の天気は曇りのち雨で、最高気温は18℃、最低気温は11℃です。傘をお持ちください。',
  'طقس شيكاغو اليوم مشمس مع درجة حرارة عظمى تبلغ 72 درجة فهرنهايت. تهب رياح خفيفة من الشمال الغربي. لا يتوقع هطول أمطار.',
  'शिकागो में आज मौसम साफ रहेगा। अधिकतम तापमान 72 डिग्री और न्यूनतम 58 डिग्री रहेगा। शाम को हल्की बारिश हो सकती है।',
  'Сегодня в Чикаго солнечно, днём до 22 °C, ночью около 14 °C. Ветер северо-западный, 5–10 м/с. Осадков не ожидается.',
  '오늘 시카고는 맑고 최고 기온은 72°F, 최저 기온은 58°F입니다. 오후에 비가 올 확률은 20%입니다.',
  'Η θερμοκρασία στην Αθήνα σήμερα είναι 18°C με ήλιο. Δεν αναμένονται βροχές.',
];

function otherScript(d: SeededRandom): Content {
  return {
    language: 'other',
    question: '今天天气',
    title: '',
    sentences: [d.pick(foreign), d.pick(foreign)].slice(0, d.integer(1, 2)),
    points: [],
  };
}

/** Topics weighted by frequency: weather first, other scripts rarely. */
export const topics: readonly ((d: SeededRandom) => Content)[] = [
  weather,
  weather,
  weather,
  score,
  score,
  recipe,
  conversion,
  money,
  history,
  history,
  health,
  opening,
  opening,
  arithmetic,
  spanish,
  spanish,
  otherScript,
];
