// What is said about a call that failed without a message of the server.

export const ourFault = 'Something went wrong on our side. Nothing you typed is lost. Please try again.';
export const busy = 'We’re busy right now, and nothing you typed is lost.';
export const unreadable =
  'We got a reply we couldn’t read, so we can’t tell whether it worked. Check before you try again.';
export const tooLong = 'Our server took too long to answer. Nothing you typed is lost. Please try again.';
export const unreachable =
  'We couldn’t reach our server. Nothing you typed is lost. Check your connection and try again.';
export const tryAgainIn = (wait: string) => `You can try again in ${wait}.`;
/** The ends of these that ask to try again: left out after a message that has asked already. */
export const tryAgainEnd = / and try again(?=\.$)| Please try again\.$| Check before you try again\.$/;
