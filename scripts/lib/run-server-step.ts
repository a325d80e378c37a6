import { home, inProject } from './project.ts';
import { runOnce } from './run-once.ts';

/** What the steps of a task have in common. */
export type StepContext = { readonly env: NodeJS.ProcessEnv; readonly asked: AbortSignal };

/**
 * Runs one step of a task, a command of the server, and shows its output. @returns its exit code
 * @param path in the project
 */
export async function runServerStep(
  path: string,
  args: readonly string[],
  { env, asked }: StepContext,
): Promise<number> {
  const command = [process.execPath, inProject(path), ...args];
  const { code } = await runOnce(command, { signal: asked, show: true, env, cwd: home });
  return code;
}
