import fc from 'fast-check';
import { expect, test } from 'vitest';

import { findPlace, placeName } from '#server/places/places.ts';

import { readWeatherQuestion } from './weather-question.ts';

const read = (text: string): string | null => {
  const question = readWeatherQuestion(text, findPlace);
  if (question === null) return null;
  const { time, place } = question;
  const when = time.kind === 'weekday' ? `day ${time.day}` : time.kind;
  return `${when}, ${place === null ? 'home' : placeName(place)}`;
};

test.each([
  ['weather', 'now, home'],
  ['w', 'now, home'],
  ['W?', 'now, home'],
  ['rain?', 'now, home'],
  ['WTHR', 'now, home'],
  ['forecast please', 'now, home'],
  ["what's the weather like today", 'now, home'],
  ['weather near me', 'now, home'],
  ['weather at home tomorrow', 'tomorrow, home'],
  ['will it rain tomorrow', 'tomorrow, home'],
  ['is it going to snow tonight', 'tonight, home'],
  ['how cold will it be tonight', 'tonight, home'],
  ['do i need an umbrella today', 'now, home'],
  ['chance of rain saturday', 'day 6, home'],
  ['weather this weekend', 'weekend, home'],
  ['w 60614', 'now, Chicago, IL 60614'],
  ['60614 weather', 'now, Chicago, IL 60614'],
  ['weather for 60614 tomorrow', 'tomorrow, Chicago, IL 60614'],
  ['weather in Austin TX', 'now, Austin, TX'],
  ['Weather, Austin, TX', 'now, Austin, TX'],
  ['chicago weather', 'now, Chicago, IL'],
  ['weekend weather chicago', 'weekend, Chicago, IL'],
  ['weather tomorrow in st louis mo', 'tomorrow, Saint Louis, MO'],
  ['whats the weather like in boston on friday', 'day 5, Boston, MA'],
  ['weather nyc', 'now, New York, NY'],
  ['how hot is it in death valley', 'now, Death Valley, CA'],
  ['weather in jamaica ny', 'now, Jamaica, NY'],
  ['weather vancouver wa', 'now, Vancouver, WA'],
  ['weather la paz indiana', 'now, Lapaz, IN'],
  ['weather athens ga', 'now, Athens, GA'],
  ['weather in paris tx', 'now, Paris, TX'],
  ['weather mc allen', 'now, Mcallen, TX'],
  ['weather louisville', 'now, Louisville, KY'],
  ['weather honolulu', 'now, Honolulu, HI'],
  ['weather lima ohio', 'now, Lima, OH'],
  ['weather in victoria tx', 'now, Victoria, TX'],
  ['how cold outside', 'now, home'],
  ['how hot in phoenix', 'now, Phoenix, AZ'],
  ['how hot near me', 'now, home'],
  ['how cold tonight', 'tonight, home'],
  ['can you tell me how warm it is', 'now, home'],
  ['what is the humidity', 'now, home'],
  ['what temp is it', 'now, home'],
  ['can i get the temperature', 'now, home'],
  ['does it look like rain', 'now, home'],
  ['what temp does it get tonight', 'tonight, home'],
  ['how much rain will we get', 'now, home'],
  ['i want to know will it rain', 'now, home'],
])('%j asks for the weather: %s', (text, expected) => expect(read(text)).toBe(expected));

test.each([
  'weather history 1978',
  'weather in paris',
  'weather london',
  'weather in jamaica',
  'weather in la paz',
  'weather in santo domingo',
  'weather vancouver',
  'weather in havana',
  'clima en santo domingo',
  'clima en lima',
  'weather victoria',
  'weather in cambridge',
  'weather springfield',
  'weather in hawaii',
  'weather channel number',
  'weather underground',
  'weather next week',
  'weather on dec 25',
  'weather today and tomorrow in both cities',
  'weather friday and saturday',
  'chance of rain monday tuesday',
  'rain song lyrics',
  'purple rain',
  'rain man cast',
  'snow white',
  'snow hill md',
  'hot springs',
  'hot dog',
  'cold spring ny',
  'windy city',
  'w hotel',
  'temp agency austin tx',
  'what causes rain',
  'how hot is the sun',
  'will it be hot in mexico',
  'what is the temperature of the sun',
  'will it snow in chicago on christmas',
  'sunday hours',
  'i have a temperature',
  'do i have a temperature',
  'what is my temp',
  'should i take my temp',
  'how do i check my temperature',
  'how do i take my temp',
  'how to take temp',
  'how to freeze',
  'how do i freeze it',
  'can i freeze it',
  'how do i warm it',
  'how to warm it',
  'how do i get it hot',
  'how do i cool it',
  'what is humidity',
  "what's a thunderstorm",
  'what is rain',
  'whats weather',
  'how much is an umbrella',
  'how cold is freezing',
  'what temp does it snow',
  'at what temp is it freezing',
  'how much rain do we need',
  'do we need rain',
  'how nice',
  'how cool',
  'rain on me',
  'does it snow in miami',
  'does it get cold in phoenix',
  'does it rain in seattle',
  'tomorrow',
  '60614',
  '',
])('%j is left to the model', (text) => expect(read(text)).toBeNull());

test('questions in Spanish are read too, with a place or without', () => {
  const rows: readonly (readonly [string, string | null])[] = [
    ['clima', 'now, home'],
    ['Clima?', 'now, home'],
    ['el clima de hoy', 'now, home'],
    ['clima mañana', 'tomorrow, home'],
    ['¿Cómo está el clima hoy?', 'now, home'],
    ['pronóstico del tiempo para mañana', 'tomorrow, home'],
    ['va a llover', 'now, home'],
    ['¿Va a llover el sábado?', 'day 6, home'],
    ['va a llover esta noche', 'tonight, home'],
    ['que tiempo hace', 'now, home'],
    ['hace frio hoy', 'now, home'],
    ['temperatura ahora', 'now, home'],
    ['habrá lluvia este fin de semana', 'weekend, home'],
    ['clima 60614', 'now, Chicago, IL 60614'],
    ['clima en miami', 'now, Miami, FL'],
    ['clima chicago mañana', 'tomorrow, Chicago, IL'],
    ['va a llover mañana en houston', 'tomorrow, Houston, TX'],
    ['que tiempo hace en el paso', 'now, El Paso, TX'],
    ['cuanto tiempo hiervo un huevo', null],
    ['tiempo de cocción del arroz', null],
    ['que es el clima', null],
    ['cambio de clima causas', null],
    ['clima laboral', null],
    ['clima en madrid', null],
    ['tiempo en tokio', null],
    ['hace calor en la cocina', null],
    ['clima esta semana', null],
    ['clima por la mañana', null],
    ['va a llover en la mañana en miami', null],
    ['clima para el viernes y el sábado', null],
    ['clima para mañana', 'tomorrow, home'],
  ];
  for (const [text, expected] of rows) {
    expect([text, read(text)]).toEqual([text, expected]);
    if (expected !== null) expect(readWeatherQuestion(text, findPlace)?.language).toBe('es');
  }
  expect(readWeatherQuestion('w 60614', findPlace)?.language).toBeNull();
});

test('any text is read the same way twice', () => {
  const word = fc.constantFrom(
    'weather',
    'w',
    'rain',
    'in',
    'for',
    'austin',
    'tx',
    '60614',
    'tomorrow',
    'me',
    'it',
    '?',
  );
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(word).map((words) => words.join(' ')),
  );
  fc.assert(
    fc.property(text, (body) => {
      expect(readWeatherQuestion(body, findPlace)).toEqual(readWeatherQuestion(body, findPlace));
    }),
  );
});
