import fc from 'fast-check';
import { expect, test } from 'vitest';

import { isComplete, splitSentences } from './sentences.ts';

/** Each line is one text; a bar stands where a sentence ends. */
test.each(
  `He moved to St. Louis. | It is 3.5 miles. | J. K. Rowling wrote it at 7 p.m. Friday. | The U.S. Army is here. | It is in the U.S. | The end.
No. | It is not. | See No. 5 for more. | Is it? | Yes! | Well... | The end.
Apple Inc. reported $94.9 billion. | Tim Cook of Apple Inc. | The firm grew. | Smith vs. Jones. | Co. B left.
Dr. Smith and Mrs. Jones met Gen. Lee, Sen. Paul, Prof. X and Lt. Col. Day on Mon. Jan. 5. | They ate.
The game is at 7 p.m. ET. | Tickets cost $5. | It ends at 10 p.m. | Doors open at 6 a.m. | Kids are free.
Take 2 oz. Parmesan and 1 tsp. salt. | Mix it. | Add 3 lb. beef.
He got vitamin C. | The other got plan B. | It worked. | George W. Bush won.
(See p. 5. It is long.) | Next one. | She (Ms. A. B. Lee) did.
Use e.g. salt, i.e. NaCl, etc. | Then stir. | Add approx. 5 cups. | Ft. Worth and Mt. Everest.
1. Preheat. | 2. Mix it. | The answer is 42. | Version 2.0 is out. | At 5:30. | Go.
El Sr. Núñez y la Sra. Díaz viven en EE. UU. desde 1990. | ¿Cómo? | ¡Así! | Son las 3:30 p. m. | El tren sale.
Cierra a las 9 p.m. | ¡Corre! | Abre a las 8 a.m. | ¿Algo más? | Hay frutas, etc. | ¿Quieres más?
今天晴。| 明天雨！| 真的？| 是的。
नमस्ते। | आज धूप है। | ठीक है?
It's 72°F. | Tonight will be 41°F. | Hoy +5°C. | Giro de 31º C. | Call 312-555-0123 ext. 4. | Parking is free.
Washington, D.C. is the capital. | He lives in D.C. | He works. | Ph.D. students. | It is 5 ft. 10 in. tall.
She lives on Main St. | The shop is on 5th Ave. | It opens at 9. | Ask for Mr. T. | He knows.
Washington beat Ohio St. 24-17. | St. Paul is cold.`.split('\n'),
)('the sentences are: %s', (line) => {
  const sentences = line.split('|').map((sentence) => sentence.trim());
  const joined = /[。！]/.test(line) ? sentences.join('') : sentences.join(' ');
  expect(splitSentences(joined).map((sentence) => sentence.trim())).toEqual(sentences);
});

test.each(['It is 5.', 'It ends at 10 p.m.', 'Done!', 'said "yes."', '(All of it.)', 'No.', '是的。', 'etc.'])(
  '%j is complete',
  (text) => expect(isComplete(text)).toBe(true),
);

test.each(['He moved to St.', 'seen by Dr.', 'the Bears vs.', '(see p. 5', 'It is', 'Mix:', 'costs $5,', ''])(
  '%j is not complete',
  (text) => expect(isComplete(text)).toBe(false),
);

test('the sentences of any line, put together, are the line', () => {
  const words = fc.constantFrom(
    'The',
    'dog',
    'St.',
    'U.S.',
    'J.',
    'no.',
    '5',
    '3.5',
    '(',
    ')',
    '"Hi."',
    'Yes!',
    'ok?',
    '。',
    '...',
    'p.m.',
    'It',
  );
  fc.assert(
    fc.property(fc.array(words, { maxLength: 60 }), (list) => {
      const line = list.join(' ');
      expect(splitSentences(line).join('')).toBe(line);
    }),
  );
});
