import { brand } from '#contract/brand.ts';
import { consent } from '#contract/consent.ts';

/** The words of the sign-up, by the file that shows them. */
export const signupWords = {
  forWhom: {
    takesTwoMinutesNext: 'It takes two minutes. Next, you’ll choose a plan.',
    parentsPhoneSetUp:
      'For a parent’s phone: you set it up here, we text them a code, and they read it to you over the phone.',
    kidsFirstPhoneSet: 'For a kid’s first phone: you set it up here, we text it a code, and they read it to you.',
  },
  signupPage: {
    pageTitle: `Sign up · ${brand.name}`,
    pageDescription: `Create an ${brand.name} account: name, email, US phone number, and a password. Then verify the phone and choose a plan.`,
    verifyPhone: 'Verify the phone',
    verifyYourPhone: 'Verify your phone',
    createAccount: 'Create an Account',
    alreadyAccountLog: 'Already have an account? <link>Log in</link>',
  },
  changeNumber: {
    wrongNumberChange: 'Wrong number? Change it',
    textCodeNumber: 'Text a code to this number',
    newPhoneNumber: 'New phone number',
    canSendNewCode: (secondsLeft: string) => `You can send a new code in ${secondsLeft}.`,
  },
  createAccount: {
    noCodeSent: 'No code was sent',
    accountMayBeenCreated: 'Your account may have been created. Try logging in.',
    unexpectedResponse: 'Unexpected Response',
    phoneNumberAlreadyRegistered: 'Phone Number Already Registered',
    usPhoneNumbersOnly: 'US Phone Numbers Only',
  },
  signupCopy: {
    accountCreationFailed: 'Account Creation Failed',
    couldntCreateAccountEverything: 'We couldn’t create your account. Everything you typed is still here',
  },
  signupForm: {
    myOwnPhone: 'My own phone',
    phoneSomeoneHelp: 'A phone of someone I help',
    passwordsDontMatch: "Passwords don't match",
    enterSamePasswordBoth: 'Enter the same password in both fields.',
    creatingAccount: 'Creating your account…',
    createAccount: 'Create Account',
    whosePhone: 'Whose phone is it?',
    yourName: 'Your name',
    name: 'Name',
    email: 'Email',
    theirPhoneNumber: 'Their phone number',
    phoneNumber: 'Phone number',
    wellTextCodePhone: 'We’ll text a code to this phone. US numbers only.',
    phoneYoullTextNumbers: 'The phone you’ll text from. US numbers only.',
    password: 'Password',
    confirmPassword: 'Confirm password',
    yourConsent: 'Your consent',
    terms: consent.terms.replace(
      'Terms of Service and Privacy Policy',
      '<terms>Terms of Service</terms> and <privacy>Privacy Policy</privacy>',
    ),
  },
  verifyStep: {
    verificationFailed: 'Verification failed',
    couldntCheckCode: 'We couldn’t check that code',
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
