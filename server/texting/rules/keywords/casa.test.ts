import { expect, test } from 'vitest';

import { findPlace, placeName } from '#server/places/places.ts';

import { casaCommandOf } from './casa.ts';

const said = (body: string): string | null => {
  const command = casaCommandOf(body, findPlace);
  return command?.kind === 'set' ? placeName(command.place) : (command?.kind ?? null);
};

test.each([
  ['CASA 60614', 'Chicago, IL 60614'],
  ['casa: 60614.', 'Chicago, IL 60614'],
  ['Mi casa está en 60614', 'Chicago, IL 60614'],
  ['CASA Austin TX', 'Austin, TX'],
  ['casa Laredo, TX', 'Laredo, TX'],
  ['CASA Laredo Texas', 'Laredo, TX'],
  ['casa Laredo, Texas por favor', 'Laredo, TX'],
  ['CASA Laredo TX 78040', 'Laredo, TX 78040'],
  ['CASA Dallas Tejas', 'Dallas, TX'],
  ['casa albuquerque nuevo méxico', 'Albuquerque, NM'],
  ['casa Raleigh, Carolina del Norte', 'Raleigh, NC'],
  ['casa nueva orleans luisiana', 'New Orleans, LA'],
  ['CASA 60614, gracias', 'Chicago, IL 60614'],
  ['CASA60614', 'Chicago, IL 60614'],
  ['CASA', 'show'],
  ['¿Cuál es mi casa?', 'show'],
  ['¿CASA?', 'show'],
  ['CASA BORRAR', 'remove'],
  ['casa no', 'remove'],
  ['CASA BORRAR por favor', 'remove'],
  ['borre mi casa', 'remove'],
  ['CASA 99999', 'unknown'],
  ['CASA Houston', 'several'],
  ['casa nueva york', 'several'],
  ['casa los angeles', 'several'],
  ['CASA San Antonio por favor', 'several'],
  ['Mi casa está en El Paso.', 'several'],
  ['CASA Laredo', 'several'],
])('%j is %s', (body, meant) => expect(said(body)).toBe(meant));

test.each([
  'casa bonita denver',
  'casa grande az',
  'casa grande arizona',
  'casa hi ma',
  'casa texas',
  'casa tejas',
  'casa de tejas',
  'casa con techo de tejas',
  'casa nueva',
  'casa houston?',
  'casa de houston',
  'casa nueva en houston',
  'casa corona',
  'casa el dorado',
  'casa lima',
  'casa santo domingo',
  'borrar mi casa de zillow',
  'casa de cambio cerca',
  'casa en venta en laredo tx',
  'mi casa',
  'mi casa restaurant hours',
  'casas 60614',
  'la casa de papel',
  'en casa que temperatura hace',
])('%j is a question', (body) => expect(said(body)).toBeNull());
