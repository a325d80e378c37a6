import fc from 'fast-check';
import { expect, test } from 'vitest';

import { findPlace, placeName } from '#server/places/places.ts';

import { barePlaceOf, homeCommandOf } from './home.ts';

const said = (body: string): string | null => {
  const command = homeCommandOf(body, findPlace);
  return command?.kind === 'set' ? placeName(command.place) : (command?.kind ?? null);
};

test.each([
  ['HOME 60614', 'Chicago, IL 60614'],
  ['home 60614', 'Chicago, IL 60614'],
  ['HOME: 60614', 'Chicago, IL 60614'],
  ['Home=60614.', 'Chicago, IL 60614'],
  ['HOME zip 60614', 'Chicago, IL 60614'],
  ['“HOME 60614”', 'Chicago, IL 60614'],
  ['HOME Austin TX', 'Austin, TX'],
  ['HOME Austin, Texas', 'Austin, TX'],
  ['home austin', 'Austin, TX'],
  ['my home is 60614', 'Chicago, IL 60614'],
  ['Set my home to Boulder CO', 'Boulder, CO'],
  ['HOME Chicago IL 60614', 'Chicago, IL 60614'],
  ['HOME Coeur d Alene ID', "Coeur d'Alene, ID"],
  ['home 60614 please', 'Chicago, IL 60614'],
  ['HOME Austin TX, thanks!', 'Austin, TX'],
  ['HOME60614', 'Chicago, IL 60614'],
  ['Please save my home 60614', 'Chicago, IL 60614'],
])('%j sets the home place to %s', (body, place) => expect(said(body)).toBe(place));

test.each([
  ['HOME', 'show'],
  ['home?', 'show'],
  ['HOME OFF', 'remove'],
  ['Home off.', 'remove'],
  ['home remove', 'remove'],
  ['home off please', 'remove'],
  ['HOME OFF. Thank you.', 'remove'],
  ['remove my home', 'remove'],
  ['Please delete my home place.', 'remove'],
  ['forget my home', 'remove'],
  ['what is my home?', 'show'],
  ["What's my home place", 'show'],
  ['HOME 99999', 'unknown'],
  ['HOME Asutin, TX', 'unknown'],
  ['HOME Springfield', 'several'],
])('%j is the command to %s', (body, kind) => expect(said(body)).toBe(kind));

test.each([
  'home depot hours',
  'home depot 60614',
  'home depot austin tx',
  'home insurance tx',
  'home prices in austin tx',
  'home page',
  'home24 furniture',
  'what is my home worth',
  'remove my home from zillow',
  'home off grid',
  'home fries',
  'home gas',
  'home park',
  'home tea',
  'home pool',
  'home energy',
  'home in',
  'home run record',
  'home alone cast',
  'home remedies for a cough',
  'home goods near me',
  'homeless shelter austin tx',
  'hometown of elvis',
  'is austin my home?',
  'HOME Austin?',
  'take me home country roads who sang it',
])('%j is a question', (body) => expect(said(body)).toBeNull());

const states =
  `Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas
  |Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire
  |New Jersey|New Mexico|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|South Carolina|South Dakota
  |Tennessee|Texas|Utah|Vermont|Virginia|West Virginia|Wisconsin|Wyoming`
    .split('|')
    .map((state) => state.trim());

test('a state alone is no home place, though a village elsewhere has its name', () => {
  const commands = states.flatMap((state) => [`HOME ${state}`, `my home is ${state.toLowerCase()}.`]);
  expect(commands.filter((body) => said(body) !== 'unknown')).toEqual([]);
  expect(said('HOME New York')).toBe('New York, NY');
  expect(said('HOME Washington')).toBe('Washington, DC');
});

test('any text is read once and the same way, and sets nothing but a place of the list', () => {
  const word = fc.constantFrom(
    'HOME',
    'home',
    'my',
    'is',
    'off',
    '?',
    '60614',
    'austin',
    'tx',
    ',',
    'depot',
    'é',
    '😀',
  );
  const body = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(word).map((words) => words.join(' ')),
  );
  fc.assert(
    fc.property(body, (text) => {
      const command = homeCommandOf(text, findPlace);
      expect(homeCommandOf(text, findPlace)).toEqual(command);
      if (command?.kind === 'set') expect(findPlace(placeName(command.place)).kind).toBe('one');
    }),
  );
});

test.each([
  ['60614', 'Chicago, IL 60614'],
  [' Austin TX. ', 'Austin, TX'],
  ['chicago, il', 'Chicago, IL'],
  ['austin', null],
  ['ok', null],
  ['hi in', null],
  ['hi ma', null],
  ['Washington DC', 'Washington, DC'],
  ['60614?', 'Chicago, IL 60614'],
  ['60614 please', 'Chicago, IL 60614'],
  ['its 60614', 'Chicago, IL 60614'],
  ['Zip 60614', 'Chicago, IL 60614'],
  ['zip code: 60614', 'Chicago, IL 60614'],
  ['my zip is 60614', 'Chicago, IL 60614'],
  ['My zip code is 60614-1234, thanks!', 'Chicago, IL 60614'],
  ['Chicago, Illinois', 'Chicago, IL'],
  ['chicago illinois', 'Chicago, IL'],
  ['Laredo, Texas', 'Laredo, TX'],
  ['Portland Maine', 'Portland, ME'],
  ['new york new york', 'New York, NY'],
  ['Peoria, IL 61602', 'Peoria, IL 61602'],
  ['Peoria il 61602', 'Peoria, IL 61602'],
  ['Peoria 61602', 'Peoria, IL 61602'],
  ['in chicago il', 'Chicago, IL'],
  ['for chicago il', 'Chicago, IL'],
  ['I live in chicago il', 'Chicago, IL'],
  ['Im in Peoria IL', 'Peoria, IL'],
  ["We're in Peoria, IL.", 'Peoria, IL'],
  ['Chicago IL please', 'Chicago, IL'],
  ['vivo en Laredo, Texas', 'Laredo, TX'],
  ['vivo en dallas tejas', 'Dallas, TX'],
  ['Albuquerque, Nuevo México', 'Albuquerque, NM'],
  ['Mi código postal es 78040, gracias', 'Laredo, TX 78040'],
  ['weather 60614', null],
  ['pizza in 60614', null],
  ['weather in chicago il', null],
  ['chicago bears', null],
  ['its ok', null],
  ['ok in', null],
  ['love ga', null],
  ['oh me', null],
  ['hot in', null],
  ['yes or', null],
  ['new york', null],
  ['washington', null],
  ['illinois', null],
  ['george washington', null],
  ['hannah montana', null],
  ['capital of texas', null],
  ['ok thanks', null],
  ['60614 or 60615', null],
])('%j as a reply to "for which place?" is %s', (body, expected) => {
  const place = barePlaceOf(body, findPlace);
  expect(place && placeName(place)).toBe(expected);
});
