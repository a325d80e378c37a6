/** The copy of what several of the account pages show, by the file that shows them. */
export const accountPagesCopy = {
  privatePage: {
    needsJavaScript:
      'This page needs JavaScript. Reload it, turn JavaScript on, or use another browser. Texting works without it.',
    oneMoment: 'One moment, please',
    accountUnavailable:
      'We can’t load your account right now. You’re still logged in, and this page will continue automatically when we’re back.',
    trying: 'Trying…',
    tryNow: 'Try Again',
    logInFirst: 'Please log in to continue.',
  },
  resendCode: {
    pleaseWait: 'Please Wait',
    nextCodeIn: (wait: string) => `You can request a new code in ${wait}.`,
    resendCode: 'Resend code',
    wait: (wait: string) => ` in ${wait}`,
    seconds: (seconds: number) => `${seconds} sec`,
    nextCodeNow: 'You can request a new code now.',
  },
  textUs: {
    join: (code: string) => `JOIN ${code}`,
    textCode:
      'From {phone}, text {code} to {number}. This page continues automatically when we get your text. The code expires in 10 minutes.',
    openText: 'Open the text on this phone',
    codeExpired: 'That code expired. Get a new one',
    textUsInstead: 'No code? Text us instead',
    numberChanged: 'Changed the number? Get a new code',
    checkEnded: 'This page can’t look for your text anymore. Nothing is lost. <link>Log in</link> to continue.',
  },
  /** Shown when another code could not be sent (docs/reference/specification.md#errors). */
  resendFailure: {
    title: 'Failed to resend code',
    fallback: 'Failed to resend code',
  },
  useTextedCode: {
    noCode: 'We couldn’t get a code.',
  },
} as const;
