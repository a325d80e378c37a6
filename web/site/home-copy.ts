import { brand } from '#contract/brand.ts';
import { formatPrice } from '#contract/format-price.ts';
import { plans } from '#contract/plans.ts';

// The copy of the front page, in its order. Each has an export of its own, which the build writes into the place that
// shows it: the names would be sent to every visitor (docs/decisions/0045-copy-of-the-public-pages.md).

const price = formatPrice(plans[0].price, 'usd');

export const heroTitle = 'Answers by text.';
export const heroTitleEnd = 'No smartphone needed.';
export const heroLead =
  'Text any question, even from a flip phone. Get a short, clear answer in seconds. No internet, no apps, no browsing.';
export const heroPrice = `${price} a month. Cancel anytime online. Answers usually in 2 to 8 seconds.`;
export const seePlans = 'See Plans';
export const tryDemo = 'Try Demo';
export const usOnly = 'US phone numbers only. Outside the US? See';
export const availability = 'international availability';

export const pageTitle = `${brand.name}: answers by text, no smartphone needed`;
export const pageDescription = `${heroLead} From ${price} a month.`;

/** What the drawn phone shows before the visitor asks something. */
export const phoneQuestion = 'how long to hard boil eggs?';
export const phoneAnswer =
  'Cover the eggs with cold water and bring to a boil. Then turn off the heat, cover, and wait 10 to 12 minutes. Cool in ice water.';
export const phoneDrawing = `A basic phone. Sent: ${phoneQuestion} Received: ${phoneAnswer}`;
export const phoneScreen = 'Messages';

export const demoTitle = 'Try It Now';
export const demoLead = 'Ask three questions free. You’ll see exactly what your phone would get.';
export const demoConversation = 'Demo conversation';
export const demoYou = 'You: ';
export const demoAnswer = 'Answer: ';
export const demoSearching = 'Searching…';
export const demoStillSearching = 'Still searching…';
export const demoTakingLonger = 'Still searching. This one is taking longer than usual.';
export const demoField = 'Your question';
export const demoPlaceholder = 'Ask anything';
export const demoSend = 'Send';
export const demoNeedsJavaScript = 'To ask your own question here, turn on JavaScript or use another browser.';
/** After the number used and the number there is: "1/3 free demo searches used". */
export const demoUsed = 'free demo searches used';
/** After the number left: "2 remaining". */
export const demoRemaining = 'remaining';
export const demoIdeas = 'Not sure what to ask?';
export const demoExamples = [
  'How do I get candle wax out of carpet?',
  'What’s an 18% tip on $42.50?',
  'When does daylight saving time end?',
] as const;
export const demoSampleQuestion = 'What is the weather in Denver tomorrow?';
export const demoSampleAnswer =
  'Denver tomorrow: sunny, high near 58F, low around 31F. Light wind from the southwest at 5 to 10 mph. No rain or snow is expected. The morning is cold, so bring a jacket.';

export const whoTitle = 'Who It’s For';
export const whoParent = 'A parent’s flip phone';
export const whoParentText = 'Set it up at your computer. We text them the code, and they read it to you.';
export const whoMe = 'Your own screen diet';
export const whoMeText = 'Leave the smartphone in a drawer. Keep the answers.';
export const whoKid = 'A kid’s first phone';
export const whoKidText = 'Ages 13+. No browser, no feed.';

export const howTitle = 'How It Works';
export const howSubscribe = 'Subscribe and verify';
export const howSubscribeText = 'Pick a plan, then confirm your phone with the code we text you.';
export const howCode = '482913';
export const howAsk = 'Text your question';
export const howAskText = `Text your ${brand.name} number from your verified phone. Any phone that can text will work.`;
export const howQuestion = 'is the library open on sunday';
export const howReceive = 'Receive the answer';
export const howReceiveText = 'A short answer comes back, usually in 2 to 8 seconds. Then put the phone away.';
export const howAnswer = 'Yes. The main branch is open Sundays, 1\u00a0to\u00a05\u00a0PM.';

export const dayTitle = 'A Day on the Phone';
/** Time, question and answer of each. */
export const dayTexts = [
  ['7:10 AM', 'will it rain in 60614 today', 'Yes, from about 2 PM. Take an umbrella.'],
  ['9:45 AM', 'when does the post office close', 'At 6 PM today.'],
  ['12:30 PM', 'calories in a tuna sandwich', 'About 400.'],
  ['3:20 PM', 'cups in a quart', 'Four.'],
  ['6:05 PM', 'how long to bake salmon', '12 to 15 minutes at 400F.'],
  ['9:30 PM', 'who won the cubs game', 'The Cubs, 5 to 3.'],
] as const;

export const featuresTitle = 'Service Features';
export const featuresText = 'No Internet Required';
export const featuresTextWorks = `If a text gets through, ${brand.name} works: on a flip phone, on a talk-and-text plan, with data turned off. Nothing to install. Nothing to scroll.`;
export const featuresModel = 'AI-Powered Results';
export const featuresModelWorks =
  'An AI search model checks the live web and writes back four or five plain sentences. No links to chase, no ads, no feed.';
export const featuresPrivacy =
  'What you ask stays private. We never store your questions or answers, only your account details and how many you’ve asked.';

export const screenTitle = 'Screen Time Matters';
export const screenLead =
  'A quick look rarely stays quick. Here’s what research says about phones that are always online.';
export const screenOnlineShare = '41%';
export const screenOnline = 'of US adults say they’re online almost constantly.';
export const screenOnlineStudy = 'Pew Research Center, 2024';
export const screenShare = '91%';
export const screenFinding =
  'of people who went two weeks with calls and texts but no mobile internet improved in mental health, well-being, or attention.';
export const screenSource = 'Source';
export const screenStudy = 'PNAS Nexus, 2025';
export const screenStudySize = '467 people took part. Many found it hard; 119 kept it up for at least ten days.';
export const screenQuote =
  '“Our inventions are wont to be pretty toys, which distract our attention from serious things.”';
export const screenQuoteSource = 'Henry David Thoreau, Walden, 1854';

export const pricingTitle = 'Simple Pricing';
export const pricingLead = 'Unlimited questions, no extra fees. Renews automatically. Cancel online in a minute.';
export const pricingEveryPlan = 'Every plan has';
/** Before the interval: "per month". */
export const pricingPer = 'per';
export const pricingPerMonth = 'per month.';
/** Before the plan: "Start with Annual". */
export const pricingStart = 'Start with';
export const pricingMonthly = 'Monthly';
export const pricingAnnual = 'Annual';
export const pricingMore = 'Need more information?';
export const pricingCheckFaq = 'Check our FAQ';
export const pricingViewFaq = 'View FAQ';
export const pricingContact = 'Contact Us';
export const pricingFairUse =
  'Your carrier’s message and data rates may apply. To keep things fast for everyone, fair use is up to 15 questions every 5 minutes, 60 an hour, and 300 a day.';

export const closingTitle = 'Look up less. Live more.';
export const closingStart = 'Get Started';
