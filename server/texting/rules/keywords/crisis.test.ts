import fc from 'fast-check';
import { expect, test } from 'vitest';

import { findPlace } from '#server/places/places.ts';
import { growthMax, growthOf } from '#server/testing/linear-work.ts';

import { crisisTexts } from '../../testing/crisis-texts.ts';
import { understand } from '../understand.ts';
import { isCrisis } from './crisis.ts';

const inEnglish = crisisTexts('danger', 'English');
const inSpanish = crisisTexts('danger', 'Spanish');
const crises = [...inEnglish, ...inSpanish];
test.each(crises)('%j is a crisis', (text) => expect(isCrisis(text)).toBe(true));

const questions = ['', ...crisisTexts('ordinary', 'English'), ...crisisTexts('ordinary', 'Spanish')];
test.each(questions)('%j is a question', (text) => expect(isCrisis(text)).toBe(false));

test.each(inSpanish)('%j is answered in Spanish', (body) => {
  const text = { from: '+12025550100', body, mediaTypes: [], carrierKeyword: null, sentAt: null };
  const understood = understand(text, { serviceNumbers: [], optOutReplies: 'app', findPlace });
  expect(understood).toMatchObject({ kind: 'crisis', language: 'es' });
});

const without = (text: string): string => text.replace(/[.!?]+$/, '');

test.each([
  ['. We are at 22 Oak Street'],
  ['. Please answer'],
  ['. My name is Betty'],
  ['. What should I do?'],
  [', please come to 22 Oak Street'],
  [' we are at 22 oak street'],
  [' he is 82'],
  [' i am alone please hurry'],
  [' and i dont know what to do'],
])('a call for help is heard with %j behind it', (behind) => {
  expect(crises.filter((text) => !isCrisis(without(text) + behind))).toEqual([]);
});

test.each([
  ['Hello. '],
  ['This is Betty. '],
  ['We are at 22 Oak Street. '],
  ['Are you there? '],
  ['we are at 22 oak street '],
  ['Oh my god '],
  ['hi this is mary '],
  ['hello hurry '],
  ['I think '],
])('a call for help is heard with %j before it', (before) => {
  expect(crises.filter((text) => !isCrisis(before + text))).toEqual([]);
});

test.each([
  'hello husband not breathing',
  'my husband passed out in the kitchen we are at 22 oak street please hurry',
  'chest pain at 22 oak street apt 4 dayton ohio',
  'my wife fainted at church',
  'well my mom fell in the bathroom',
  '9-1-1 at 22 oak street',
  'My husband passed out. Should I call 911? He is 82',
  'I crashed my car. Is anyone there? Im hurt. My name is Betty',
  'buenas tardes mi hijo no respira estamos en la calle ocho 22',
  'Hola. Mi esposo se desmayó. Vivimos en 22 Oak Street',
  'se cayo mi mama no responde en la cocina',
])('%j says where, who and what else, and is a crisis', (text) => expect(isCrisis(text)).toBe(true));

test('spelling and punctuation do not matter', () => {
  const statement = fc.constantFrom('i want to kill myself', 'call 911', 'someone is breaking into my house');
  const typing = fc.constantFrom(
    (text: string) => text.toUpperCase(),
    (text: string) => `${text}!!!`,
    (text: string) => text.replaceAll(' ', '  '),
    (text: string) => `please ${text}`,
    (text: string) => `“${text}”`,
    (text: string) => `${text} 😭😭`,
  );
  fc.assert(
    fc.property(statement, typing, (text, change) => {
      expect(isCrisis(change(text))).toBe(true);
    }),
  );
});

/** Words that many patterns begin with or repeat. */
const repeated =
  'i |help |my |call 911 |someone is |my husband is is is |i want to |how many a b c |me quiero |mi hijo se |alguien esta |no puedo ayuda |i just |he said he |i wish i was |kin took a b |my 2 year old |i fell a b c |im trapped |he hit me |i want to die song |what does i want to die |who said the a i |chest pain a b |mi esposo a b |dolor de pecho |i just really |my mom and dad |there is a fire in the |want to take all my pills |someone is in the |la casa se esta |a mi papa le dio un |fire |water is rising a b c |im stuck in a b |how high a b |my mom fell a b |i was hit by a car and |no tengo nada |mi hijo se cayo |i want to drive my car |tell my kids |i got a b |my son fell a b c |my arm is caught a b |we are on the roof a b |water a b |carbon monoxide alarm a b i a |kin fell bleeding a b |i have a bottle of a b |no se estoy perdido y |me violaron mis derechos a b |mi hijo comio una pila de |ayuda saquenme de aqui '.split(
    '|',
  );

test.each(repeated)('the work for repeated %j grows linearly', async (unit) => {
  const growth = (): number => growthOf((length) => isCrisis(`x ${unit.repeat(length / unit.length)}y`));
  await expect.poll(growth).toBeLessThan(growthMax);
});
