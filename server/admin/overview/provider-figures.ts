import type { ProviderFigures } from '#contract/admin-overview.ts';
import { answerProviders } from '#contract/answer-providers.ts';
import type { Prices } from '#server/config/operator.ts';

/** Share, time and cost of each answer provider that was asked, from the counts of a period. */
export function providerTotals(
  counts: Readonly<Record<string, number>>,
  { modelCall }: Pick<Prices, 'modelCall'>,
): ProviderFigures[] {
  const of = (name: string): number => counts[`providers.${name}`] ?? 0;
  const all = answerProviders.reduce((sum, provider) => sum + of(`answers.${provider}`), 0);
  return answerProviders
    .map((provider) => {
      const answers = of(`answers.${provider}`);
      return {
        provider,
        answers,
        share: all > 0 ? answers / all : null,
        meanMs: answers > 0 ? of(`answer_ms.${provider}`) / answers : null,
        cost: of(`microdollars.${provider}`) + of(`unpriced.${provider}`) * modelCall,
        failed: of(`failed.${provider}`),
        overtaken: of(`overtaken.${provider}`),
      };
    })
    .filter(({ answers, failed, overtaken, cost }) => answers + failed + overtaken + cost > 0);
}
