import { brand } from '#contract/brand.ts';

/** The copy of the dashboard's dialogs, by the file that shows them. */
export const dialogCopy = {
  deleteDialog: {
    deleteAccount: 'Delete Account',
    subscriptionCanceled: 'Subscription Canceled',
    deletePermanently: 'Delete your account permanently?',
    accountDeleted: 'Account Deleted',
    accountDeletedText: `Your account is deleted. Thanks for trying ${brand.name}.`,
    planCanceledText: 'Your plan is canceled and you won’t be charged again. Your account is still open.',
    goBack: 'Go Back',
    continueToDeletion: 'Continue to Deletion',
  },
  endOfPeriod: {
    planEnds: (endsOn: string) => `Plan Ends on ${endsOn}`,
    error: 'Error',
    cancelFailed: 'Your subscription could not be canceled',
    planAlreadyEnds: (endsOn: string) =>
      `Your plan already ends on ${endsOn}. Delete your account after that to keep the time you’ve paid for.`,
    whatIsPaid: (endsOn: string) =>
      `Rather use what you’ve paid for? Let your plan end on ${endsOn}, then delete your account.`,
    canceling: 'Canceling…',
    endPlan: (endsOn: string) => `End Plan on ${endsOn}`,
  },
  finalStep: {
    accountDeleted: 'Account Deleted',
    accountDeletedText: 'Your account has been deleted.',
    deletionFailed: 'Deletion Failed',
    deletionFailedText: 'Your account could not be deleted',
    cannotBeUndone: 'This can’t be undone. Your name, email, and phone number are removed.',
    typeToConfirm: (WORD: string) => `Type ${WORD} to confirm`,
    goBack: 'Go Back',
    deleting: 'Deleting…',
    deleteAccount: 'Delete Account',
  },
  initialStep: {
    subscriptionCanceled: 'Subscription Canceled',
    error: 'Error',
    cancelFailed: 'Your subscription could not be canceled',
    cancelActivePlan: 'You have an active plan. Cancel it first. It ends right away and you won’t be charged again.',
    cancelEndingPlan: 'You’ve canceled your plan, and it still runs. To delete your account now, end it right away.',
    cancelUnpaidPlan: 'Your plan isn’t over yet. Cancel it first. It ends right away and we won’t try your card again.',
    refund:
      'If you cancel within 7 days of a payment, you can ask for a refund: email {email}. Refunds are at our discretion.',
    keepAccount: 'Keep Account',
    canceling: 'Canceling…',
    cancelNow: 'Cancel Subscription Now',
    continue: 'Continue',
    whatIsRemoved: 'Deleting your account permanently removes:',
    nameAndEmail: 'your name, your password, and your email, {email}',
    plan: 'your {plan}',
    planWithTime: 'your {plan}, including the time you’ve paid for, through {date}',
    unnamedPlan: 'plan',
    phoneStopped: 'your phone, {phone}. We’ll stop answering it',
    thePhoneStopped: 'the phone, {phone}. We’ll stop answering it',
  },
  unknownPlan: {
    planNotChecked:
      'We couldn’t check whether you have an active plan. It must be canceled before your account is deleted. Nothing has changed. Try again in a moment, or email {email}.',
    keepAccount: 'Keep Account',
    retrying: 'Retrying…',
    retry: 'Retry',
  },
  passwordDialog: {
    passwordNotChecked: 'We couldn’t check your password',
    enterPassword: 'Enter your password',
    confirmItsYou: 'It’s been a while. Please confirm it’s you.',
    checking: 'Checking…',
    continue: 'Continue',
    password: 'Password',
    forgotPassword: 'Forgot your password?',
  },
  /** Shown when no code could be sent. */
  sendCodeFailure: {
    title: 'Failed to Send Code',
    fallback: 'Failed to send a code',
  },
  codeStep: {
    verificationFailed: 'Verification Failed',
    codeNotChecked: 'We couldn’t check that code',
    phoneNumberVerified: 'Phone Number Verified',
    verifying: 'Verifying…',
    verify: 'Verify',
    back: 'Back',
    codeSent: 'Code sent',
  },
  phoneDialog: {
    enterCode: 'Enter the code',
    textedCode: 'We texted a 6-digit code to {number}. It expires in 10 minutes.',
    textedCodeToThem:
      'We texted a 6-digit code to {number}. Ask them to read it to you over the phone. It expires in 10 minutes.',
    addPhoneNumber: 'Add Phone Number',
    changePhoneNumber: 'Change Phone Number',
    verifyPhoneNumber: 'Verify Your Phone Number',
    verifyThePhoneNumber: 'Verify the Phone Number',
    changeText: 'Your current number stays active until you verify the new one. US numbers only.',
    changeTheirsText: 'The current number stays active until you verify the new one. US numbers only.',
    addText: 'We only answer a verified phone. US numbers only.',
  },
  phoneStep: {
    sending: 'Sending…',
    sendCode: 'Send Code',
    phoneNumber: 'Phone number',
    numberInUse: 'Phone Number Already in Use',
    numberRequired: 'Phone number is required',
  },
} as const;
