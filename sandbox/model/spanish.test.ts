import { expect, test } from 'vitest';

import { answerOffline } from './answer.ts';

const ask = (text: string): string => answerOffline(text).text;

test.each([
  ['cuál es la capital de Perú?', 'La capital de Perú es Lima.'],
  ['capital de los estados unidos', 'La capital de Estados Unidos es Washington D.C.'],
])('%s is answered', (question, answer) => expect(ask(question)).toBe(answer));

test('what needs the web is refused, or has a sample, in Spanish', () => {
  expect(ask('cuanto cuesta un boleto a guadalajara')).toMatch(/^Soy el modelo del sandbox/);
  expect(ask('va a llover mañana?')).toMatch(/^Pronóstico de ejemplo para mañana/);
  expect(ask('clima 60614')).toMatch(/^Pronóstico de ejemplo para 60614/);
  expect(ask('how much is a flight to guadalajara')).toMatch(/^This is the sandbox model/);
});
