import { startLoadFixture } from './load/fixture.ts';
import { describeMachine } from './load/machine.ts';
import { answerTimes, fetchedCount, modelTimes, sendTexts, untilCreated } from './load/texts.ts';
import { inTurns, percentile, printTable } from './load/turns.ts';
import type { Bench } from './measure.ts';

const texts = Number(process.env['ROLES_TEXTS'] ?? 200);
const warmUp = 50;
const perSecond = 10;

type Figures = Record<'modelP50' | 'modelP95' | 'answerP50' | 'fetched', number>;

/**
 * From a text's arrival at the carrier to the request to the model, and to the answer, with one process for everything,
 * and with a web process and a worker apart; and how many texts were read back from the carrier, because the process
 * that answers did not have their words. `ROLES_TEXTS` (200) is the number of texts.
 */
export const bench: Bench = async ({ postgresUrl }) => {
  console.log(describeMachine());
  const medians = await inTurns<keyof Figures>({
    'ROLE=all': () => measure(postgresUrl, ['all']),
    'ROLE=web and ROLE=worker': () => measure(postgresUrl, ['web', 'worker']),
  });
  printTable(
    [`${texts} texts, ${perSecond} a second`, 'to the model, p50 ms', 'p95 ms', 'to the answer, p50 ms', 'read back'],
    Object.entries(medians).map(([name, median]) => [
      name,
      median.modelP50,
      median.modelP95,
      median.answerP50,
      median.fetched,
    ]),
  );
  return Object.entries(medians).flatMap(([name, median]) => [
    { what: `${name}: text in to model, p50`, value: median.modelP50, unit: 'ms' },
    { what: `${name}: text in to answer created, p50`, value: median.answerP50, unit: 'ms' },
    { what: `${name}: read back from the carrier`, value: median.fetched, unit: 'texts' },
  ]);
};

async function measure(postgresUrl: string, roles: readonly string[]): Promise<Figures> {
  await using stack = new AsyncDisposableStack();
  const fixture = stack.use(await startLoadFixture({ postgresUrl }));
  await fixture.subscribers(warmUp + texts);
  for (const ROLE of roles) stack.use(await fixture.product({ ROLE }));
  await sendTexts(fixture, { first: 0, count: warmUp }, perSecond);
  await untilCreated(fixture, warmUp);
  const fetchedBefore = await fetchedCount(fixture);
  const counted = { first: warmUp, count: texts };
  await sendTexts(fixture, counted, perSecond);
  await untilCreated(fixture, warmUp + texts);
  const [toModel, toAnswer] = [await modelTimes(fixture, counted), await answerTimes(fixture, counted)];
  return {
    modelP50: percentile(0.5, toModel),
    modelP95: percentile(0.95, toModel),
    answerP50: percentile(0.5, toAnswer),
    fetched: (await fetchedCount(fixture)) - fetchedBefore,
  };
}
