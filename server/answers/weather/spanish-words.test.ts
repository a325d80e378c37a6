import { expect, test } from 'vitest';

import { alertInSpanish } from './spanish-words.ts';

test.each([
  ['Winter Storm Warning', 'Aviso de tormenta invernal'],
  ['Blowing Dust Advisory', 'Advertencia de polvo en el aire'],
  ['Blowing Dust Warning', 'Aviso de polvo en el aire'],
  ['Dust Advisory', 'Advertencia de polvo'],
  ['Snow Squall Warning', 'Aviso de ráfagas de nieve'],
  ['Freezing Fog Advisory', 'Advertencia de niebla helada'],
  ['Dense Smoke Advisory', 'Advertencia de humo denso'],
  ['Beach Hazards Statement', 'Declaración de peligros en la playa'],
  ['Severe Weather Statement', 'Declaración de tiempo severo'],
  ['Hurricane Local Statement', 'Declaración local de huracán'],
  ['Tropical Cyclone Local Statement', 'Declaración local de ciclón tropical'],
  ['Child Abduction Emergency', 'Emergencia por secuestro de un menor'],
  ['Shelter In Place Warning', 'Aviso de refugiarse donde está'],
])('the alert %j is %j in Spanish', (event, said) => expect(alertInSpanish(event)).toBe(said));

test('an alert that the table has not stays in English', () => {
  expect(alertInSpanish('Radiological Hazard Warning')).toBe('Radiological Hazard Warning');
});
