/** The prefix that some phones add when they send a text as a picture message. */
const emptySubject = /^\s*[(<[]?no subject[)>\]]?/i;
/** The line that some phones add below. */
const signature = /\n[ \t]*(?:sent from|sent via|get outlook|enviado desde)\b[^\n]*\s*$/i;

/** A text without what the phone adds to the words of a person. */
export function withoutFrame(text: string): string {
  return text.replace(emptySubject, '').replace(signature, '');
}
