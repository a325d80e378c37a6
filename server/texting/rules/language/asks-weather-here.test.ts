import { expect, test } from 'vitest';

import { asksWeatherHere } from './asks-weather-here.ts';

test.each([
  'clima',
  'Clima?',
  'el clima de hoy',
  'clima mañana',
  '¿Cómo está el clima hoy?',
  'pronóstico del tiempo para mañana',
  'va a llover',
  '¿Va a llover el sábado?',
  'que tiempo hace',
  'hace frio hoy',
  'temperatura ahora',
  'habrá lluvia este fin de semana',
])('%j needs a place', (text) => expect(asksWeatherHere(text)).toBe(true));

test.each([
  'clima 60614',
  'clima en miami',
  'clima chicago mañana',
  'va a llover en houston',
  'que tiempo hace en el paso',
  'cuanto tiempo hiervo un huevo',
  'tiempo de cocción del arroz',
  'que es el clima',
  'weather',
  'cambio de clima causas',
])('%j does not, or names one', (text) => expect(asksWeatherHere(text)).toBe(false));
