// The copy that components of every area share: dialogs, forms and what went wrong.

export const close = 'Close';
export const cancel = 'Cancel';

export const pageNotLoaded = 'This page didn’t load';
export const pageNotLoadedText = 'Check your connection, or there may be a new version of the site.';
export const pageStopped = 'This page stopped working';
export const pageStoppedText = 'That’s our mistake, not your connection. If it happens again, write to us.';
export const reload = 'Reload';

export const stillWorking = 'Still working…';
export const takingLonger =
  'This is taking longer than usual. Please keep this page open; you don’t need to press again.';

export const needsJavaScript =
  'This form needs JavaScript. Reload the page, turn JavaScript on, or use another browser.';
export const fixFields = 'Please fix these fields';
export const optional = '(optional)';

export const verificationCode = 'Verification code';
export const samplePhone = '(212) 555-0142';

export const show = 'Show';
/** After "Show", for screen readers. */
export const password = 'password';
export const capsLock = 'Caps Lock is on';
export const requirements = 'Requirements';
export const done = ': done';
export const notYet = ': not yet';

export const attachments = 'Attachments';
export const attachmentsHint = 'Up to 4 files, 3.5 MB each: images, .txt, .log, or .pdf.';
export const attachedFiles = 'Attached files';
/** Before the name of a file: "Remove photo.png". */
export const remove = 'Remove';
