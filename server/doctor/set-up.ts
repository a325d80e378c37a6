import type { Finding } from './finding.ts';

export type SetUpDeps = {
  /** Checks the account with the current settings. */
  readonly check: () => Promise<readonly Finding[]>;
  readonly faultOf: (error: unknown) => Finding;
  /** Whether to carry out the plan. Null: only show it. */
  readonly agrees: (() => Promise<boolean>) | null;
  readonly print: (line: string) => void;
};

/** A repair may reveal the next fault. No account needs more checks than this. */
const checksMax = 5;

/**
 * Shows what would be created or changed, asks, and does it. A new check each time decides what to do, so a second run
 * has nothing to do, and a run after a failure continues from there.
 * @returns whether everything that can be repaired is repaired
 */
export async function setUp({ check, faultOf, agrees, print }: SetUpDeps): Promise<boolean> {
  let hasAgreed = false;
  for (let checks = 1; checks <= checksMax; checks += 1) {
    const findings = await check();
    const plan = findings.filter(({ repair }) => repair !== undefined);
    if (plan.length === 0) return report(findings, print);
    if (!hasAgreed) {
      print('To be done:');
      for (const { says, repair } of plan) print(`  - ${repair?.does}.\n    ${says}`);
      if (agrees === null) return false;
      hasAgreed = await agrees();
      if (!hasAgreed) {
        print('Nothing was changed.');
        return false;
      }
    }
    for (const { repair } of plan) {
      try {
        await repair?.run();
        print(`  done: ${repair?.does}.`);
      } catch (error) {
        const { says, act } = faultOf(error);
        print(
          `  FAILED: ${repair?.does}.\n    ${says} ${act}\n    Then run the same command again: it continues from there.`,
        );
        return false;
      }
    }
  }
  print('What was done did not last: `npm run doctor` shows what it is now.');
  return false;
}

function report(findings: readonly Finding[], print: SetUpDeps['print']): boolean {
  const left = findings.filter(({ kind }) => kind !== 'ok');
  if (!findings.some(({ kind }) => kind === 'ok')) {
    print('Nothing was changed, because nothing could be looked at:');
    for (const { says, act } of left) print(`  - ${says}\n    ${act}`);
    return false;
  }
  print(left.length === 0 ? 'Nothing is left to do.' : 'Nothing is left that this command can do. For you:');
  for (const { says, act } of left) print(`  - ${says}\n    ${act}`);
  return true;
}
