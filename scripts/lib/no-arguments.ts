/**
 * For a task that takes no argument: does nothing if none was given. Otherwise ends the process before anything is
 * started: prints the usage, with exit code 0 after `--help`, and 1, on standard error, after anything else.
 * @param usage one sentence
 */
export function takeNoArguments(usage: string): void {
  const given = process.argv.slice(2);
  if (given.length === 0) return;
  const isAsked = given.every((argument) => argument === '--help');
  (isAsked ? console.log : console.error)(usage);
  process.exit(isAsked ? 0 : 1);
}
