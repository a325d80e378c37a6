import { explainFailure } from './explain-failure.ts';

/**
 * Runs a command with this process's arguments and prints what it returns. For a foreseen failure, prints the reason on
 * standard error and sets the exit code to 1.
 * @throws any other error
 */
export async function runCommand(run: (args: readonly string[]) => Promise<string | undefined>): Promise<void> {
  try {
    const says = await run(process.argv.slice(2));
    if (says !== undefined) console.log(says);
  } catch (error) {
    console.error(explainFailure(error));
    process.exitCode = 1;
  }
}
