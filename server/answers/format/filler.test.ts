import { expect, test } from 'vitest';

import { formatSms } from '../format-sms.ts';

test.each([
  ['### Answer\n\nParis is the capital of France.', 'Paris is the capital of France.'],
  ["Boil eggs for 10 minutes. Let me know if you'd like more details!", 'Boil eggs for 10 minutes.'],
  ['It is 3 p.m. Hope this helps! Feel free to ask more.', 'It is 3 p.m.'],
  ['Hierva los huevos 10 minutos. Espero que le ayude. ¡No dude en preguntar!', 'Hierva los huevos 10 minutos.'],
  ['La capital es Austin. ¿Hay algo más en lo que pueda ayudarle?', 'La capital es Austin.'],
  ['La capital es Austin. ¿Quieres saber más? Avíseme si quiere más detalles sobre Austin.', 'La capital es Austin.'],
  ['La capital es Austin. Si necesita más información, avíseme.', 'La capital es Austin.'],
  ['La capital es Austin. ¡Dígame si necesita algo más!', 'La capital es Austin.'],
  ['La capital es Austin. Si tiene más preguntas, no dude en preguntar.', 'La capital es Austin.'],
  ['La capital es Austin. Si tienes alguna otra pregunta, aquí estoy.', 'La capital es Austin.'],
  [
    'Hola Ana, llego tarde. Avísame si quieres más tortillas.',
    'Hola Ana, llego tarde. Avisame si quieres mas tortillas.',
  ],
  [
    'Tome una pastilla. Si necesita más de 4 al día, llame al médico.',
    'Tome una pastilla. Si necesita mas de 4 al dia, llame al médico.',
  ],
  ['Buenas noches. ¿Necesita algo más?', 'Buenas noches. ¿Necesita algo mas?'],
  ['Hola, su pedido está listo. ¿Necesita más información?', 'Hola, su pedido esta listo. ¿Necesita mas informacion?'],
  ['Gracias por llamar. ¿Tiene más preguntas?', 'Gracias por llamar. ¿Tiene mas preguntas?'],
  ['Voy a la tienda. ¿Necesita algo más de ahi?', 'Voy a la tienda. ¿Necesita algo mas de ahi?'],
  ['Me interesa el puesto. ¿Tiene más información?', 'Me interesa el puesto. ¿Tiene mas informacion?'],
  ['Abre a las 9. Si tiene preguntas, llame al banco.', 'Abre a las 9. Si tiene preguntas, llame al banco.'],
  ["Hi Sam, I am late. Let me know if you can't wait.", "Hi Sam, I am late. Let me know if you can't wait."],
  ['He said it. I hope that helps the town.', 'He said it. I hope that helps the town.'],
  ['Let me know if it rains is a song of 1999.', 'Let me know if it rains is a song of 1999.'],
  ['Which Springfield do you mean?', 'Which Springfield do you mean?'],
])('filler at either end is left out, and never all that there is: %j', (raw, body) =>
  expect(formatSms(raw).body).toBe(body),
);
