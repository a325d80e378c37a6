import { expect, test } from 'vitest';

import { answerOffline } from './answer.ts';

/** Friday, November 20, 2026, 3:45 PM in Chicago. */
const now = new Date('2026-11-20T21:45:00Z');

async function ask(text: string): Promise<string> {
  return (await answerOffline({ text, now, timeZone: 'America/Chicago' })).text;
}

test.each([
  ['cuanto es 15% de 86.40', 'El 15% de 86.40 es 12.96.'],
  ['¿Cuánto es el 18 por ciento de $42.50?', 'El 18% de $42.50 es $7.65.'],
  ['18% de propina de $42.50', 'El 18% de $42.50 es $7.65.'],
  ['cuanto es 12 por 15', '12 x 15 = 180.'],
  ['100 dividido entre 8', '100 / 8 = 12.5.'],
  ['raiz cuadrada de 144', 'sqrt(144) = 12.'],
  ['que hora es', 'Son las 3:45 PM.'],
  ['q hora es en tokio', 'Son las 6:45 AM del sábado, 21 de noviembre en Tokio.'],
  ['¿Qué hora es en México?', 'Son las 3:45 PM del viernes, 20 de noviembre en Mexico.'],
  ['que dia es hoy', 'Hoy es viernes, 20 de noviembre de 2026.'],
  ['cuál es la capital de Perú?', 'La capital de Perú es Lima.'],
  ['capital de los estados unidos', 'La capital de Estados Unidos es Washington D.C.'],
])('%s', async (question, answer) => expect(await ask(question)).toBe(answer));

test('what needs the web is refused, or has a sample, in Spanish', async () => {
  expect(await ask('cuanto cuesta un boleto a guadalajara')).toMatch(/^Soy el modelo del sandbox/);
  expect(await ask('va a llover mañana?')).toMatch(/^Pronóstico de ejemplo para mañana/);
  expect(await ask('clima 60614')).toMatch(/^Pronóstico de ejemplo para 60614/);
  expect(await ask('how much is a flight to guadalajara')).toMatch(/^This is the sandbox model/);
});
