import {
  ATTACHMENT_BYTES_MAX,
  ATTACHMENTS_MAX,
  attachmentWords,
  hasAllowedEnding,
  tooLarge,
  wrongType,
} from '#contract/attachments.ts';

/** Why a file was not taken: a toast's title and its sentence. */
export type AttachmentProblem = { readonly title: string; readonly description: string };
type SomeFile = { readonly name: string; readonly size: number };

/**
 * Adds chosen files to those that are there, by the rules of spec section 5: wrong and oversized files are skipped,
 * and what does not fit into four is left out.
 */
export function addAttachments<F extends SomeFile>(
  present: readonly F[],
  chosen: readonly F[],
): { files: readonly F[]; problems: readonly AttachmentProblem[] } {
  const problems: AttachmentProblem[] = [];
  const fitting = chosen.filter((file) => {
    const problem = problemWith(file);
    if (problem) problems.push(problem);
    return !problem;
  });
  const all = [...present, ...fitting];
  if (all.length > ATTACHMENTS_MAX) {
    problems.push({ title: attachmentWords.tooManyTitle, description: attachmentWords.tooMany });
  }
  return { files: all.slice(0, ATTACHMENTS_MAX), problems };
}

function problemWith({ name, size }: SomeFile): AttachmentProblem | null {
  if (!hasAllowedEnding(name)) return { title: attachmentWords.wrongTypeTitle, description: wrongType(name) };
  if (size > ATTACHMENT_BYTES_MAX) return { title: attachmentWords.tooLargeTitle, description: tooLarge(name) };
  return null;
}
