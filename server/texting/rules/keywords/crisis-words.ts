/** Parts that the patterns of several kinds of danger share, in the spelling of `inPlainSpelling` (crisis-spelling.ts). */

export const pastAgo =
  '(?! (?:\\w+ ){0,3}(?:ago|in \\d{4}|last year|years? (?:back|ago)|when i was (?:a|in|little|young|\\d+))\\b)';
export const drugs =
  '(?:pills?|tablets|capsules|meds|medications?|medicines?|tylenols?|advils?|motrins?|aleves?|aspirins?|ibuprofens?|acetaminophen|naproxen|benadryls?|nyquil|unisoms?|dramamine|xanax(?:es)?|klonopins?|ativans?|valiums?|ambiens?|trazodone|seroquels?|vicodins?|percocets?|percs|norcos?|hydrocodones?|oxy\\w*|tramadols?|fentanyl|morphine|gabapentins?|adderalls?|zoloft|prozac|lexapro|wellbutrin|lithium|metoprolol|lisinopril|insulin|sleeping pills|painkillers|antidepressants)';
/** More pills than anyone should take. */
export const overdose = '(?:[1-9]\\d|\\d{3}|ten|twelve|fifteen|twenty|thirty|forty|fifty|sixty|a hundred)';
export const notOnSweets =
  '(?! (?:on|with) (?:caffeine|coffee|sugar|netflix|chocolate|candy|cookies|pizza|food|cheese|carbs|turkey)\\b)';
/** What may follow a phrase at the end of a text. */
export const now = '(?: (?:anymore|no more|now|right now|rn|tonight|today|tomorrow|so bad|please|help))*$';
export const helpNow =
  '(?: (?:help|please|pls|plz|now|right now|rn|hurry|fast|quick|asap|ambulance|911|i need help|need help|send help|help me|what do i do|what should i do|what to do|im scared|call (?:911|an ambulance|the police)))*$';
export const harm = '(?:kill|hurt|harm|shoot|hang|drown|poison|cut|stab|burn)';
/** Parts of a home, and what burns in it. */
export const room =
  '(?:house|home|apartment|building|kitchen|room|bedroom|bathroom|living room|garage|attic|basement|barn|shed|trailer|dorm|stove|oven|microwave|dryer|car|truck)';
