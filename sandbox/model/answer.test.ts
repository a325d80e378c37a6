import { expect, test } from 'vitest';

import { answerOffline } from './answer.ts';
import { readQuestion } from './question.ts';

/** Friday, November 20, 2026, 3:45 PM in Chicago. */
const now = new Date('2026-11-20T21:45:00Z');

async function ask(text: string): Promise<string> {
  return (await answerOffline({ text, now, timeZone: 'America/Chicago' })).text;
}

test.each([
  // Percent, tips, discounts.
  ['what is 15% of 86.40', '15% of 86.40 is 12.96.'],
  ['WHAT IS 15 PERCENT OF 86.40?', '15% of 86.40 is 12.96.'],
  ['15% of $86.40', '15% of $86.40 is $12.96.'],
  [
    '18% tip on 45.20 split 3 ways',
    'An 18% tip on $45.20 is $8.14, so the total is $53.34. Split 3 ways, that is $17.78 each.',
  ],
  ['tip on $60', 'On $60.00, a tip of 15% is $9.00, 18% is $10.80 and 20% is $12.00.'],
  ['20% off 49.99', '20% off 49.99 is 39.99. You save 10.00.'],
  ['what percent of 80 is 12', '12 is 15% of 80.'],
  ['12 is what percent of 80', '12 is 15% of 80.'],
  ['percent change from 40 to 50', 'From 40 to 50 is an increase of 25%.'],
  // Sums.
  ['sqrt 2', 'sqrt(2) = 1.414213562.'],
  ['square root of 144', 'sqrt(144) = 12.'],
  ['WHATS 12 X 7', '12 x 7 = 84.'],
  ['12*(7+3)/4', '12 x (7 + 3) / 4 = 30.'],
  ['seven times eight', '7 x 8 = 56.'],
  ['two hundred and five plus twenty-one', '205 + 21 = 226.'],
  ['1,250 divided by 5', '1250 / 5 = 250.'],
  ['2 to the 10th power', '2^10 = 1,024.'],
  ['5 squared', '5^2 = 25.'],
  ['10 factorial', '10! = 3,628,800.'],
  ['0.1 + 0.2', '0.1 + 0.2 = 0.3.'],
  ['half of 37', '0.5 x 37 = 18.5.'],
  ['3/4 of 200', '3 / 4 x 200 = 150.'],
  ['1.5 million divided by 12', '1500000 / 12 = 125,000.'],
  ['average of 4, 8 and 12', 'The average of those 3 numbers is 8.'],
  ['84.50 split 4 ways', '$84.50 split 4 ways is $21.13 each.'],
  ['split 120 between 5 people', '$120.00 split 5 ways is $24.00 each.'],
  ['5/0', '5 / 0 has no answer.'],
  // Units.
  ['convert 5 miles to km', '5 miles is about 8.0467 kilometers.'],
  ['CONVERT 5 MILES TO KM', '5 miles is about 8.0467 kilometers.'],
  ['conver 5 mi in kilometrs', '5 miles is about 8.0467 kilometers.'],
  ['350 F in C', '350 degrees Fahrenheit is about 176.7 degrees Celsius.'],
  ['what is 350f in celsius', '350 degrees Fahrenheit is about 176.7 degrees Celsius.'],
  ['-40 c to f', '-40 degrees Celsius is -40 degrees Fahrenheit.'],
  ['how many cups in a gallon', '1 gallon is 16 cups.'],
  ['how many tablespoons are there in a cup', '1 cup is 16 tablespoons.'],
  ['how many feet in 2 miles', '2 miles is 10,560 feet.'],
  ['5 ft 11 in to cm', '5 feet 11 inches is 180.34 centimeters.'],
  ["5'11 in cm", '5 feet 11 inches is 180.34 centimeters.'],
  ['1/2 cup in tbsp', '0.5 cups is 8 tablespoons.'],
  ['half a cup in ml', '0.5 cups is about 118.29 milliliters.'],
  ['10 kg in lbs', '10 kilograms is about 22.046 pounds.'],
  ['60 mph to kph', '60 miles per hour is about 96.561 kilometers per hour.'],
  ['how many days in 3 weeks', '3 weeks is 21 days.'],
  ['how many square feet in an acre', '1 acre is 43,560 square feet.'],
  ['how many ounces in a pound', '1 pound is 16 ounces.'],
  // Times.
  ['time in tokyo', 'It is 6:45 AM on Saturday, November 21 in Tokyo, Japan.'],
  ['WHAT TIME IS IT IN LONDON', 'It is 9:45 PM on Friday, November 20 in London, United Kingdom.'],
  ['what time is it in NYC right now', 'It is 4:45 PM on Friday, November 20 in New York.'],
  ['time in tokio', 'It is 6:45 AM on Saturday, November 21 in Tokyo, Japan.'],
  ['portland maine time', 'It is 4:45 PM on Friday, November 20 in Portland, Maine.'],
  ['time in hawaii', 'It is 11:45 AM on Friday, November 20 in Honolulu, Hawaii.'],
  ['what time is it in india', 'It is 3:15 AM on Saturday, November 21 in New Delhi, India.'],
  ['what time is it', 'It is 3:45 PM CST.'],
  ['what day is it', 'Today is Friday, November 20, 2026.'],
  ["what's the date today", 'Today is Friday, November 20, 2026.'],
  ['what year is it', 'It is 2026.'],
  ['time difference between chicago and tokyo', 'Tokyo, Japan is 15 hours ahead of Chicago, Illinois.'],
  ['time zone of denver', 'Denver, Colorado is on Mountain Standard Time, 7 hours behind UTC.'],
  // Dates.
  ['how many days until christmas', 'There are 35 days until Friday, December 25, 2026.'],
  ['days till halloween', 'There are 345 days until Sunday, October 31, 2027.'],
  ['how many weeks until july 4', 'There are 32 weeks and 2 days until Sunday, July 4, 2027.'],
  [
    'days between march 3 2026 and june 10 2026',
    'There are 99 days between Tuesday, March 3, 2026 and Wednesday, June 10, 2026.',
  ],
  ['what day of the week is july 4 2027', 'It is Sunday, July 4, 2027.'],
  ['when is thanksgiving', 'That is Thursday, November 26, 2026.'],
  ['when is easter 2027', 'That is Sunday, March 28, 2027.'],
  ['what is the date 90 days from now', '90 days from now is Thursday, February 18, 2027.'],
  ['is 2028 a leap year', '2028 is a leap year.'],
  ['how many days in february 2028', 'February 2028 has 29 days.'],
  // Countries and states.
  ['capital of france', 'The capital of France is Paris.'],
  ['WHAT IS THE CAPITAL OF MONGOLIA', 'The capital of Mongolia is Ulan Bator.'],
  ['capitol of austrlia', 'The capital of Australia is Canberra.'],
  ['currency of japan', 'Japan uses the Japanese yen.'],
  ['what money do they use in sweden', 'Sweden uses the Swedish krona.'],
  ['what language do they speak in brazil', 'The main language of Brazil is Portuguese.'],
  ['how big is iceland', 'Iceland covers about 39,769 square miles (103,000 square kilometers).'],
  ['calling code for germany', 'The calling code of Germany is +49.'],
  ['which countries border portugal', 'Portugal borders Spain.'],
  ['capital of texas', 'The capital of Texas is Austin.'],
  [
    'capital of georgia',
    'For the US state: The capital of Georgia is Atlanta. For the country: The capital of Georgia is Tbilisi.',
  ],
  ['population of wyoming', 'Wyoming had 576,851 people in the 2020 census.'],
  ['nickname of ohio', 'Ohio is called the Buckeye State.'],
  ['largest city in alaska', 'The largest city of Alaska is Anchorage.'],
  ['abbreviation for missouri', 'The postal abbreviation of Missouri is MO.'],
  ['what state is AK', 'AK is Alaska.'],
  ['ottawa is the capital of what country', 'Ottawa is the capital of Canada.'],
  ['what state is boise the capital of', 'Boise is the capital of Idaho.'],
  // Words.
  ['define serendipity', 'Serendipity (noun): good luck in making unexpected and fortunate discoveries.'],
  ['DEFINE SERENDIPITY', 'Serendipity (noun): good luck in making unexpected and fortunate discoveries.'],
  ['opposite of generous', 'The opposite of generous is stingy or ungenerous.'],
  ['define xyzzyqwv', 'The dictionary here has no entry for "xyzzyqwv".'],
])('%s -> %s', async (question, answer) => {
  expect(await ask(question)).toBe(answer);
});

test.each([
  ['what does ephemeral mean', /^Ephemeral \((?:adjective|noun)\): .*short/],
  ['meaning of ubiquitous', /^Ubiquitous \(adjective\): being present everywhere at once/],
  ['define serendipty', /^Did you mean serendipity\? Serendipity/],
  ['what is photosynthesis', /^Photosynthesis \(noun\): /],
  ['define mice', /^Mouse \(noun\): /],
  ['another word for happy', /^Another word for happy is /],
  ['population of france', /^About 6\d\.\d million people live in France\.$/],
  ['how many people live in the united states', /^About 3\d\d million people live in the United States\.$/],
])('%s is answered with %s', async (question, answer) => {
  expect(await ask(question)).toMatch(answer);
});

test.each([
  'gas prices near me',
  'best pizza in chicago',
  'how old is tom hanks',
  'and tomorrow?',
  'stock price of apple',
  '',
  '????',
  'a'.repeat(5_000),
  '9'.repeat(400),
  '((((((((((',
  '.*',
  'define',
  'convert 5 to',
  '9^9^9^9^9^9',
])('%j is not answered, and the reply says how to set a key', async (question) => {
  const reply = await ask(question);
  expect(reply.includes('PERPLEXITY_API_KEY') || reply.endsWith('has no answer.')).toBe(true);
});

test.each([
  ['time in tokyo', 'time in tokyo'],
  ['Question: time in tokyo', 'time in tokyo'],
  [
    'Today is Friday, November 20, 2026.\nThe time in Chicago is 3:45 PM.\n\nQuestion: what day is it?',
    'what day is it?',
  ],
  ['Date: Friday, November 20, 2026\nPlace: Chicago\nweather tonight', 'weather tonight'],
  ['weather tonight\n\n(It is Friday, November 20, 2026, 3:45 PM CST for the person asking)', 'weather tonight'],
  ['"define   serendipity"', 'define serendipity'],
])('the question in %j is %j', (input, question) => {
  expect(readQuestion(input, now).text).toBe(question);
});

test('date, time and zone of the request take precedence over the clock', async () => {
  const late = new Date('2030-01-01T00:00:00Z');
  const input =
    'what time is it\n\n(It is Friday, November 20, 2026, 4:45 PM EST at the place in the question, and Friday, November 20, 2026, 1:45 PM PST for the person asking)';
  const question = readQuestion(input, late);
  expect([question.now.toISOString(), question.timeZone]).toEqual(['2026-11-20T21:45:00.000Z', 'America/Los_Angeles']);
  expect((await answerOffline(question)).text).toBe('It is 1:45 PM PST.');
  expect(readQuestion('hi', late)).toEqual({ text: 'hi', now: late, timeZone: 'UTC' });
});
