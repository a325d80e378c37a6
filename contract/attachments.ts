/** Rules for files sent with a contact message or a support ticket (docs/reference/specification.md#attachments). */
export const ATTACHMENTS_MAX = 4;
/** 3.5 MB in bytes. */
export const ATTACHMENT_BYTES_MAX = 3.5 * 1024 * 1024;

/** Accepted file extensions, with the media type that the content must have. */
export const attachmentTypes = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  heic: 'image/heic',
  txt: 'text/plain',
  log: 'text/plain',
  pdf: 'application/pdf',
} as const;

/** The `accept` attribute of the file inputs. */
export const ATTACHMENT_ACCEPT = 'image/*,.txt,.log,.pdf';

export const attachmentCopy = {
  tooManyTitle: 'Too many files',
  tooMany: `You can attach up to ${ATTACHMENTS_MAX} files total`,
  tooLargeTitle: 'File too large',
  wrongTypeTitle: 'File type not supported',
} as const;

/** Message for a file over the size limit; the file is skipped. */
export function tooLarge(fileName: string): string {
  return `${fileName} is larger than 3.5MB`;
}

/** Message for a file of another type, perhaps an image that mail programs do not show; the file is skipped. */
export function wrongType(fileName: string): string {
  return `${fileName} is not a .jpg, .png, .gif, .webp, .heic, .txt, .log or .pdf file`;
}

/** Whether the file extension is accepted. The server checks the content as well. */
export function hasAllowedEnding(fileName: string): boolean {
  const ending = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  return fileName.includes('.') && Object.hasOwn(attachmentTypes, ending);
}
