import {
  ATTACHMENT_BYTES_MAX,
  ATTACHMENTS_MAX,
  attachmentCopy,
  hasAllowedEnding,
  tooLarge,
  wrongType,
} from '#contract/attachments.ts';

/** Why a file was not accepted: title and text of a toast. */
export type AttachmentProblem = { readonly title: string; readonly description: string };
type SomeFile = { readonly name: string; readonly size: number };

/**
 * Adds selected files to the existing ones by the rules of docs/reference/specification.md#attachments: skips files of
 * a wrong type or size, and drops those beyond the limit of four.
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
    problems.push({ title: attachmentCopy.tooManyTitle, description: attachmentCopy.tooMany });
  }
  return { files: all.slice(0, ATTACHMENTS_MAX), problems };
}

function problemWith({ name, size }: SomeFile): AttachmentProblem | null {
  if (!hasAllowedEnding(name)) return { title: attachmentCopy.wrongTypeTitle, description: wrongType(name) };
  if (size > ATTACHMENT_BYTES_MAX) return { title: attachmentCopy.tooLargeTitle, description: tooLarge(name) };
  return null;
}
