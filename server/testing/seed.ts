/**
 * Where the generated cases of a test run begin, the same in every run: a run judges the change, and a case that fails
 * fails again. `npm run bench -- properties` looks for new cases (docs/decisions/0046-generated-cases-have-a-seed.md).
 */
export const seed = Number(process.env['TEST_SEED'] ?? 20_261_124);
