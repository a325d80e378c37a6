import { brand } from '#contract/brand.ts';
import { consent } from '#contract/consent.ts';

/** The copy of the sign-up, by the file that shows them. */
export const signupCopy = {
  forWhom: {
    whatComesNext: 'It takes two minutes. Next, you’ll choose a plan.',
    forParent: 'For a parent’s phone: you set it up here, we text them a code, and they read it to you.',
    forKid: 'For a kid’s phone (13+): you set it up here, we text it a code, and they read it to you.',
  },
  signupPage: {
    pageTitle: `Sign up · ${brand.name}`,
    pageDescription: `Create your ${brand.name} account: name, email, US phone number, and a password. Then verify the phone and choose a plan.`,
    verifyPhone: 'Verify the phone',
    verifyOwnPhone: 'Verify your phone',
    createAccount: 'Create an Account',
    someoneElse: 'Someone else signing up? <link>Start over</link>',
    haveAccount: 'Already have an account? <link>Log in</link>',
  },
  changeNumber: {
    wrongNumber: 'Wrong number? Change it',
    textCodeToNumber: 'Text a Code to This Number',
    newPhoneNumber: 'New phone number',
    nextCodeIn: (secondsLeft: string) => `You can send a new code in ${secondsLeft}.`,
  },
  createAccount: {
    noCodeSent: 'No code was sent',
    maybeCreated: 'Your account may have been created. Try logging in.',
    unexpectedResponse: 'Unexpected Response',
    alreadyRegistered: 'Phone Number Already Registered',
    usNumbersOnly: 'US Phone Numbers Only',
  },
  /** Shown when no account was created and the server gave no message (docs/reference/specification.md#errors). */
  signupFailure: {
    title: 'Account Creation Failed',
    fallback: 'We couldn’t create your account. Everything you typed is still here',
  },
  signupForm: {
    myOwnPhone: 'My own phone',
    helpedPhone: 'Someone else’s phone',
    passwordsDiffer: "Passwords don't match",
    passwordsDifferText: 'Enter the same password in both fields.',
    creatingAccount: 'Creating your account…',
    createAccount: 'Create Account',
    whosePhone: 'Whose phone is it?',
    yourName: 'Your name',
    name: 'Name',
    email: 'Email',
    theirPhoneNumber: 'Their phone number',
    phoneNumber: 'Phone number',
    theirPhoneHint: 'We’ll text a code to this phone. US numbers only.',
    ownPhoneHint: 'The phone you’ll text from. US numbers only.',
    password: 'Password',
    confirmPassword: 'Confirm password',
    yourConsent: 'Your consent',
    terms: consent.terms.replace(
      'Terms of Service and Privacy Policy',
      '<terms>Terms of Service</terms> and <privacy>Privacy Policy</privacy>',
    ),
    /** For screen readers, after the words of a link. */
    inNewTab: '(opens in a new tab)',
  },
  verifyStep: {
    verificationFailed: 'Verification failed',
    codeNotChecked: 'We couldn’t check that code',
    verifying: 'Verifying…',
    verify: 'Verify',
    theirNumber: 'Their number: {number}',
    yourNumber: 'Your number: {number}',
    textedCodeToThem:
      'We texted a 6-digit code to {number}. Ask them to read it to you over the phone. It expires in 10 minutes.',
    textedCode: 'We texted a 6-digit code to {number}. It expires in 10 minutes.',
    phoneVerified: 'Phone verified',
    welcome: (name: string) => `Welcome, ${name}.`,
    codeSent: 'Code sent',
  },
} as const;
