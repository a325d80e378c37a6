/**
 * What people in danger write, in the form that `plainly` (crisis.ts) normalizes a text to: lower case, no punctuation,
 * "im" for "I am", "someone" for "someone is", "he" for "he is" and "she is", "kin" for "my husband is", "our baby" and
 * the like, "going to" for "gonna" and "about to". A repetition that can begin at many places of a text is bounded, so that
 * no text takes long.
 */
const harm = '(?:kill|hurt|harm|shoot|hang|drown|poison|cut|stab|burn)';
const harming = '(?:killing|hurting|harming|shooting|hanging|drowning|poisoning|cutting|burning)';
const oneself = '(?:himself|herself|themself|themselves)';
const other = '(?:kin|he|someone)';
const says = '(?:(?:says|said|saying|told me|texted me|keeps|that|he|really|just|now) ){0,5}';
/** Hair, laughter, and how to prepare the end of a life at home. */
const notDying =
  '(?! (?:my|his|her|it|laughing|of laughter)\\b)(?! (?:at home|in peace|peacefully|with dignity|naturally) (?:\\w+ ){0,6}?(?:hospice|rules|will|directive|medicare|medicaid|insurance|hospital|doctor|care|legal|laws?|forms?|dnr|nurse|cancer)\\b)';
const pastAgo =
  '(?! (?:\\w+ ){0,3}(?:ago|in \\d{4}|last year|years? (?:back|ago)|when i was (?:a|in|little|young|\\d+))\\b)';
const drugs =
  '(?:pills?|tablets|capsules|meds|medications?|medicines?|tylenols?|advils?|motrins?|aleves?|aspirins?|ibuprofens?|acetaminophen|naproxen|benadryls?|nyquil|unisoms?|dramamine|xanax(?:es)?|klonopins?|ativans?|valiums?|ambiens?|trazodone|seroquels?|vicodins?|percocets?|percs|norcos?|hydrocodones?|oxy\\w*|tramadols?|fentanyl|morphine|gabapentins?|adderalls?|zoloft|prozac|lexapro|wellbutrin|lithium|metoprolol|lisinopril|insulin|sleeping pills|painkillers|antidepressants)';
/** More pills than anyone should take. */
const overdose = '(?:[1-9]\\d|\\d{3}|ten|twelve|fifteen|twenty|thirty|forty|fifty|sixty|a hundred)';
const notOnSweets =
  '(?! (?:on|with) (?:caffeine|coffee|sugar|netflix|chocolate|candy|cookies|pizza|food|cheese|carbs)\\b)';
const poisons =
  '(?:bleach|antifreeze|poison|drano|rat poison|lye|ammonia|kerosene|paint thinner|lighter fluid|windex|tide pods?|laundry (?:pods?|detergent)|detergent|pesticide|weed killer|roundup|lamp oil|drain cleaner|(?:toilet|oven) (?:bowl )?cleaner|nail polish remover|rubbing alcohol|gasoline|pine ?sol|lysol|mothballs?)';
const intent =
  '(?:want|need|going|plan|planning|ready|trying|tried|decided|have|urges?|might|will|could|should|ill|id|gotta)';
/** What may follow a phrase at the end of a text. */
const now = '(?: (?:anymore|no more|now|right now|rn|tonight|today|tomorrow|so bad|please|help))*$';
const helpNow =
  '(?: (?:help|please|pls|plz|now|right now|rn|hurry|fast|quick|asap|ambulance|911|i need help|need help|send help|help me|what do i do|what should i do|what to do|im scared|call (?:911|an ambulance|the police)))*$';

/** The sender writes about suicide or self-harm, or asks how. */
const selfHarm = [
  '\\b(?:kill|killing|unalive|unaliving) myself\\b',
  `\\b${intent} (?:to )?(?:just )?${harm} myself\\b(?! (?:some|a break|out|off|up|short|in the foot))`,
  `\\b(?:thinking|thoughts|thought) (?:about|of) ${harming} myself\\b`,
  `\\b(?:feel like|keep|cant stop|started|been) ${harming} myself\\b(?! (?:some|short|off|out|shaving))`,
  '\\b(?:end|ending) my (?:own )?life\\b(?! insurance(?: (?:policy|plan|coverage|contract|with)\\b|$))',
  '\\b(?:take|taking) my own life\\b|\\bgoing to take my life$',
  `(?:\\bi |^)(?:dont|no longer) want to (?:live|be alive|exist|wake up|be here)${now}`,
  '\\bi (?:dont|no longer) want to (?:live|be alive|exist|be here) (?:anymore|no more)\\b',
  '\\b(?:thinking (?:about|of)|feel(?:ing)? like|goodbye im|im) ending it(?: all)?\\b(?! with (?:him|her|kin)\\b)',
  `\\bwant (?:it all|it|everything|this all) to (?:end|be over)${now}`,
  '\\bi feel like dying\\b|\\bi want to (?:(?:go to )?sleep|disappear) forever\\b',
  '\\b(?:no one|nobody) would (?:even )?(?:care|notice|miss me)(?: if i (?:died|was dead|was gone|were gone|killed myself))\\b|^(?:no one|nobody) would (?:even )?miss me$',
  '\\b(?:slit|cut|slitting|cutting) my wrists?\\b',
  `\\bon (?:a|the) (?:bridge|ledge|roof) (?:\\w+ ){0,3}(?:jump|jumping)${now}`,
  `\\bwant to (?:just )?die\\b${notDying}`,
  `\\bim (?:so |just |finally )?ready to die${now}|\\bi hope i (?:just )?die(?: in my sleep)?${now}`,
  `\\bi (?:dont|no longer) feel like (?:living|being alive|existing)(?: like this)?${now}`,
  '\\b(?:i (?:want to|should) be|wish i (?:was|were)) dead\\b(?! (?:right|wrong))',
  `\\b(?:id|i would) rather (?:be dead\\b(?! than (?:red|caught|wear|eat|drive|watch|work)\\b)|die(?:${now}| than (?:live(?! in )|keep|go on|be alive|be here)\\b))`,
  '\\b(?:want to|wish i could|could just|id like to|going to) (?:(?:go to )?sleep|fall asleep|go to bed|(?:lay|lie) down) and (?:never|not) wake up\\b(?! (?:until|till|before|early|for|at)\\b)',
  `\\b${intent} (?:to )?(?:just )?(?:off myself|blow my (?:\\w+ )?(?:brains? out|head off))\\b`,
  '\\bput(?:ting)? a (?:bullet|gun) (?:in|to|through) my (?:own )?(?:head|brains?|skull|mouth|temple)\\b',
  '(?:\\bi |^)wish i (?:(?:just|could|would|never) ){0,2}die\\b(?! (?:my|it|laughing))',
  '(?:\\bi |^)wish i (?:(?:was|were|had) ){0,2}(?:never|not|wasnt|werent|hadnt) (?:(?:just|even|was|were|been) ){0,2}born\\b',
  '\\b(?:im|(?:id|i would|i might) be|everyone|everyones|everybody|theyd|world|family|kids)(?: would| is| be){0,3} better off (?:dead|without me)\\b',
  '\\b(?:everyone|everyones|everybody|theyd|hed|shed|he|kin(?: and \\w+){0,2}|world|family|kids|children|parents|friends)(?: all| would| is| are| be){0,4} better off (?:without me\\b(?! on (?:the|his|her|our|their) )|if i (?:was|were|wasnt|died|killed)\\b)',
  '\\bi have (?:no reason to live|nothing (?:left )?to live for)\\b',
  `\\bi cant (?:go on(?: living)?|do life|do this|take this|take it|live (?:like this|anymore|no more)|keep (?:living|going))(?: like this)?${now}`,
  '\\b(?:im|i feel|feeling|i been|ive been|am i) (?:(?:so|very|really|extremely|actively|feeling|kinda|still) ){0,4}suicidal\\b|^suicidal$',
  '\\b(?:have|having|had) (?:\\w+ ){0,2}(?:suicidal (?:thoughts|ideation|feelings)|thoughts of suicide)\\b(?! (?:should|is|are))',
  '(?:\\b(?:im|ive been|i been|i keep) (?:\\w+ )?|^)(?:thinking (?:about|of)|contemplating|considering|planning) (?:committing |my )?suicide\\b',
  '\\bi(?:m|ll)? (?:just |really ){0,3}(?:want to|going to|will|might|need to|tried to|have to)? ?(?:commit|attempt|attempted) suicide\\b',
  '\\b(?:how (?:can|do|should|would|could) i|how to|(?:best|easiest|quickest|painless|easy|fastest) ways? to|help me) (?:commit suicide|kill yourself|end it all|die (?:painlessly|without pain|quickly|in my sleep))\\b',
  '\\b(?:painless|easiest|quickest|easy|fastest) (?:way|ways|method) (?:to die|of dying)\\b',
  '\\bhow (?:many|much) (?:\\w+ ){1,4}(?:to (?:overdose|od|die|end it)|(?:will|would) kill me)\\b',
  `\\bhow (?:many|much) ${drugs} (?:will|would|does it take to|to) kill (?:you|yourself|someone|a person)\\b`,
  `\\b(?:will|would|can|could|die from|overdose on|od on) (?:taking )?${overdose} (?:\\w+ )?${drugs}(?: kill (?:me|you))?$`,
  `\\b(?:im going|going|want|ready|might|will) (?:to )?(?:just )?end it(?: all)?${now}`,
  `\\b(?:going|want|ready) to jump (?:off|from|in front of) (?:the|this|a) (?:bridge|building|roof|balcony|ledge|overpass|train)${now}`,
  `^(?:(?:goodbye|bye|sorry|help|please) ){0,4}im going to jump${now}`,
  '\\b(?:i want to|i keep|urges? to|i need to|im going to) self ?harm(?:ing)?\\b',
  `\\b(?:want to|going to|i might|ill|tried to|planning to|thinking (?:about|of)) (?:just )?(?:overdos(?:e|ing)|od)\\b${notOnSweets}`,
  `\\b(?:want to|going to|ready to|i might|ill) (?:just )?(?:take|swallow|down) (?:all (?:of )?(?:my|these|the|this)|a (?:whole |full )?(?:bottle|handful|bunch) of|the (?:whole|entire) bottle of|too many) (?:\\w+ ){0,3}?${drugs}(?:${now}|(?= (?:and|so|at once|i|im|until)\\b))`,
  '^kms$|\\b(?:going to|want to) kms\\b',
  '\\b(?:gun|pistol|knife) (?:to|in) (?:my|his|her) (?:head|mouth|throat|neck)\\b',
  '\\bhope i (?:dont|never) wake up(?: tomorrow| ever| again| in the morning)?$|\\b(?:dont|no longer) want to wake up (?:tomorrow|ever again)\\b',
  `\\btired of (?:living|being alive|life)${now}|\\bdone with (?:life|living)${now}|\\blife (?:isnt|is not|not|aint) worth living\\b`,
  '\\b(?:no (?:point|reason) (?:in |to |for )?|dont see (?:the|a|any) (?:point|reason) (?:in |of |to )?)(?:living|live|keep going|being alive|keep living|go on)\\b(?! in )|\\bdont see (?:the|a) point anymore$',
  '\\bwish (?:god|the lord|jesus) would (?:just )?take me\\b(?! (?:to|back))',
  '\\bim cutting again$|\\bcut myself on purpose\\b|\\b(?:write|writing|wrote|my) (?:a |my )?suicide note\\b',
  '\\bways? to kill yourself\\b|\\b(?:how|where) to (?:shoot|hang|drown) yourself\\b|\\bhow to (?:tie|make) a noose\\b',
  '\\bi (?:have|got) (?:a|the|my) (?:gun|pills|knife|razor|rope) (?:in my hand|and im (?:done|ready))\\b',
  '^goodbye (?:everyone|world|mom and dad) (?:i love you|im sorry)\\b',
  '\\bsuicide (?:hot ?line|help ?line|life ?line|prevention (?:hot ?line|help ?line|life ?line|line|number))\\b|^(?:crisis|suicide) (?:(?:line|hot ?line|text line)(?: number)?|number|help)$',
];

/** Someone else is about to harm themselves: the same two numbers help. */
const selfHarmOfOthers = [
  '\\bkin (?:seems |says he |might be |feels )?(?:\\w+ )?suicidal\\b',
  '(?<!\\b(?:is|was) )\\bhe (?:(?:so|very|really|actively|feels|feeling|seems) ){0,2}suicidal\\b',
  `\\bkin (?:just |has )?(?:(?:shot|hung|hanged|stabbed) ${oneself}\\b(?! (?:a|an|some)\\b)|(?:slit|cut) (?:his|her|their) wrists?\\b)${pastAgo}`,
  `\\b${other} ${says}(?:wants|trying|threatening|threatened|tried|going)(?: to)? (?:${harm}|${harming}|unalive) ${oneself}\\b${pastAgo}`,
  `\\bkin ${says}want to ${harm} ${oneself}\\b`,
  `\\b${other} ${says}(?:wants|going|trying|threatening|tried)(?: to)? (?:commit suicide|end (?:his|her|their) life)\\b${pastAgo}`,
  `\\b${other} ${says}wants to (?:just )?die\\b${notDying}`,
  `\\b${other} ${says}(?:doesnt|does not|dont|no longer) wants? to (?:live|be alive|be here|exist)${now}`,
  `\\bkin ${says}(?:started |keeps |been |has been )?(?:cutting|cuts|hurting|harming|burning) ${oneself}\\b(?! (?:shaving|off|short|some|a|on|with))`,
  `\\b${other} going to jump${helpNow}`,
  `\\b${other} locked ${oneself} in (?:\\w+ ){0,5}(?:gun|knife|pistol|rifle)\\b`,
];

const me = '(?:me|us|kin)';
const attacks =
  '(?:beats?|beating|beat up|hits?|hitting|chokes?|choked|choking|strangl(?:es|ed|ing)|stab(?:s|bed|bing)?|attack(?:s|ed|ing)?|abus(?:es|ed|ing)|hurts?|hurting|rap(?:es|ed|ing)|threaten(?:s|ed|ing)?|punch(?:es|ed|ing)?|shot|shooting at)';
const attacker = '(?:someone|he|kin|a man|a guy)';
/** A game, a joke, a bargain or a ball: "my husband is beating me at chess", "my friend hit me up". */
const pretence =
  '(?! (?:at|in (?:chess|cards|golf|madden|scrabble|monopoly|mario kart|smash|fortnite|minecraft|roblox|call of duty|cod|2k|fifa|fantasy football)\\b|by|to the|on|with (?:his|her)|up for|with (?:a|an|the) (?:\\w+ )?(?:ball|baseball|softball|football|basketball|frisbee|snowball|pillow|lawsuit|question|bill|fee|charge)))(?!(?<=\\bhit(?:s|ting)? me) up)(?!(?<=\\bhurt me) (?:and )?how (?:do|can) i (?:move on|get over)\\b)';
const stranger = '(?:someone|a man|a guy|a burglar|an intruder|a stranger)';
/** "Someone in my house has covid". */
const isIll =
  '(?: is)? (?:has|with|sick with) (?:(?:the|a) )?(?:covid|corona|coronavirus|flu|cold|strep|lice|norovirus)\\b(?!(?: \\w+){0,4} breath(?:e|ing)\\b)';
const room =
  '(?:house|home|apartment|building|kitchen|room|bedroom|bathroom|living room|garage|attic|basement|barn|shed|trailer|dorm|stove|oven|microwave|dryer|car|truck)';
/** Public places where people are shot at. */
const amongPeople =
  '(?:me|us|people|everyone|kin|(?:(?:my|our|the|a|this) )?(?:\\w+ )?(?:school|church|mall|work|office|store|walmart|house|home|neighborhood|street|apartments?|building|hospital|bar|club|concert|park|class|campus|theater|library|restaurant|parade|party))';

const armed = '(?:someone|a (?:man|guy|person|kid|stranger|woman|boy|teenager|student))';
const weapon = '(?:gun|handgun|pistol|rifle|shotgun|knife|machete)';

/** The sender is in danger from a person, an accident or an illness, now. */
const danger = [
  `\\b${attacker} (?:\\w+ ){0,2}?(?:breaking|trying to break|trying to get|broke|coming) (?:in|into)(?: (?:to )?(?:my|our|the) (?:(?:back|front|side) )?(?:house|home|apartment|room|car|window|door|backdoor|garage|barn|shed|trailer|basement)\\b|${helpNow})`,
  `\\b(?:there is )?${stranger} (?:\\w+ ){0,2}?(?:in|inside|outside|at) (?:my|our) (?:house|home|apartment|room|car|window|door|closet|basement|yard|backyard|garage|attic)\\b(?!${isIll})(?! (?:club|pool|selling|offering|trying to sell|from|asking|who sells|wants to sell|with (?:a|an) (?:package|clipboard|survey)))`,
  `\\b(?<!\\b(?:if|for|with|of) )(?:there is ${stranger}|(?:a man|a guy|a burglar|an intruder|a stranger) is|someone) (?:\\w+ )?(?:in|inside|outside) the (?:house|home|apartment|basement|attic|garage|yard|backyard|barn|window|door)(?!${isIll})(?:${helpNow}|(?= (?:and|with|i|im|my|kin|he|we|help|please|trying|at night)\\b))`,
  `\\b${attacker} (?:just )?(?:going to|trying to|wants to|will|threatening to|threatened to|said he will) (?:${harm}|rape|attack|beat) ${me}\\b${pretence}`,
  `\\b${attacker} (?:\\w+ )?want to (?:kill|hurt|shoot|stab|rape) ${me}\\b${pretence}`,
  `\\b${attacker} (?:(?:just|keeps|has been|has|always|will not stop|wont stop) ){0,4}${attacks} ${me}\\b${pretence}`,
  `\\b(?:someone|(?:a|some) (?:man|guy)) (?:\\w+ ){0,2}follow(?:ing|ed|s) me(?: home)?${helpNow}`,
  `\\b(?:he|kin) (?:\\w+ )?following me(?: home)?${helpNow}`,
  `\\b(?:someone|kin|i) (?:just )?(?:got|was|been|were) (?:shot|stabbed)${helpNow}`,
  '\\bkin (?:touch(?:es|ed|ing)|molest(?:s|ed|ing)) me\\b(?! up)',
  `\\b(?:he (?:wont|will not|is not letting|not letting|isnt letting) (?:let )?(?:me|us) (?:leave|go|out)|kin (?:wont|will not|is not letting|not letting|isnt letting) (?:let )?(?:me|us) (?:leave|out))(?: (?:of )?(?:the|my|our|this|his|her) (?:house|home|apartment|room|bedroom|car|trailer))?${helpNow}`,
  '\\bim (?:locked|trapped|tied up|being held) in (?:a|an|his|her|the|someones) |^(?:help )?(?:im )?trapped in (?:my|our) |\\b(?:he|kin|someone) (?:has|have|got) me (?:locked|tied|chained|trapped)\\b',
  '\\b(?:i dont feel|im not|i am not) safe (?:at home|here|in my (?:own )?(?:home|house)|with (?:him|her|kin|my))\\b',
  '\\bim being (?:attacked|followed|stalked|robbed|mugged|kidnapped|abused|beaten|beat up|raped|chased|assaulted|held hostage|trafficked|held against my will)\\b',
  '\\b(?:ive been|i was just|i just got|i got) (?:shot|stabbed|kidnapped|raped|sexually assaulted|poisoned)\\b(?! (?:with|by a (?:question|spam)))|(?:\\bi |^)was (?:just )?(?:gang )?(?:raped|sexually assaulted|molested)\\b',
  `^(?:help )?i (?:was|got) (?:just )?assaulted${helpNow}`,
  '\\b(?:help|please) (?:me )?(?:im|we are) (?:trapped|in danger|bleeding|hurt|dying|scared for my life)\\b',
  `^(?:(?:please|pls) ){0,2}help (?:me )?(?:please |pls )?im (?:so |really )?scared${helpNow}|^im (?:so |really )?scared (?:please )?help(?: me)?${helpNow}|\\bim (?:so )?(?:scared|afraid|terrified) of (?:kin|him)${helpNow}`,
  `\\bim in (?:real |serious |great )?danger${helpNow}`,
  `^(?:help |omg |a |grease |electrical ){0,4}fire in the ${room}${helpNow}|\\b(?<!\\b(?:if|when) )there is (?:a |an )?(?:(?:grease|electrical) )?fire in the ${room}\\b(?! (?:of|on|at) )`,
  `^(?:help |omg |a ){0,3}(?:house|apartment|kitchen|grease|stove|oven|electrical|barn) fire(?: (?:help|hurry|911|please|now|what do i do|help me))+$`,
  `\\b(?<!\\b(?:if|when) )the ${room} is on fire\\b(?! (?:sale|insurance))|\\bthe (?:house|apartment|building|room|kitchen) (?:is )?(?:filling (?:up )?with|full of) smoke\\b`,
  `^(?:help |omg |a |grease |electrical ){0,4}fire in (?:my|our) (?:\\w+ )?(?:kitchen|house|home|apartment|building|room|bedroom|bathroom|garage|attic|basement|car|truck|yard|backyard|oven|dryer|chimney|wall|barn|trailer|dorm)${helpNow}`,
  '\\bthere is (?:an? )?(?:(?:grease|electrical) )?fire in (?:my|our) |\\b(?:smoke|fire) (?!(?:smell|ants?)\\b)(?:\\w+ ){0,3}cant get out\\b(?! of (?:\\w+ )?(?:clothes|hair|carpet|couch|furniture|yard)\\b)',
  '\\b(?:im|we are|kin|he|someone) (?:\\w+ )?(?:trapped|stuck) (?:\\w+ ){0,5}cant get out\\b|^(?:help )?(?:trapped|stuck) (?:(?:and|i) |(?:in|inside|under|on) (?!(?:mud|snow|sand)\\b)(?:\\w+ ){1,4})?cant get out\\b',
  `\\b(?:my|our) (?:house|home|apartment|kitchen|building|car|truck|barn|garage|trailer|yard|field|stove|oven|microwave|dryer|room|bedroom|attic|basement|shed) (?:is )?on fire\\b(?! (?:sale|insurance))|^(?:help )?(?:barn|house|trailer|kitchen|car|truck) (?:is )?on fire${helpNow}`,
  `\\b(?:my|our) ${room} (?:is |just |has ){0,2}(?:caught (?:on )?fire|burning)${helpNow}|\\b(?:my|our) ${room} (?:is )?burning down\\b|\\bthe ${room} (?:is )?burning down${helpNow}`,
  `\\b(?:my|our) (?:house|apartment|home|room|kitchen) (?:is )?(?:filling (?:up )?with|full of) smoke\\b|^(?:help )?(?:there is )?(?:smoke|gas leak|a gas leak) in (?:my|our) (?:house|home|apartment|kitchen|basement|trailer)${helpNow}|^i smell gas${helpNow}|\\bsmells? (?:like )?(?:natural )?gas in (?:my|our) (?:house|home|apartment|kitchen|basement|building|trailer|bedroom)\\b`,
  `\\b(?:im|kin|he|someone) (?:\\w+ )?(?:pinned|crushed|trapped) (?:under|beneath|underneath|between)\\b|\\b(?:im|kin|he|someone) stuck under (?:a|the|my|our) (?:tractor|car|truck|tree|trailer|atv|combine|mower|rubble)\\b|\\bim (?:pinned(?: down)?|trapped)${helpNow}`,
  `(?:^|\\b(?:im|we are) )hiding in (?:the|my|a|our) (?:closet|bathroom|bedroom|basement|attic|shed|barn|woods)\\b`,
  `^(?:help )?(?:shots fired (?:at|in|outside|near)\\b.*|gun ?shots outside${helpNow})|\\bthere is (?:a |an )?(?:active )?shooter(?: (?:here|at|in|outside)\\b(?! (?:call|cod|fortnite)\\b).*)?$`,
  `\\b(?:he|kin) (?:is )?shooting (?:at (?:me|us|people|everyone|kin|someone)|up (?:my|our|the|a|this) (?!(?:rankings?|charts?|leaderboards?|standings|polls|ladder|draft)\\b)\\w+)\\b|\\b(?:there is(?: (?:someone|a man|a guy))?|someone|a man|a guy) (?:is )?(?:a )?shooting(?: (?:up|at|in|inside|outside|near|around) ${amongPeople}\\b(?! (?:\\w+ ){0,4}(?:movie|news|update|yesterday|last|drill|training))|${helpNow})`,
  `\\b(?:he|kin|someone) (?:coming|chasing) after me${helpNow}|\\b(?:he|kin|someone) chasing me${helpNow}`,
  '\\bkin (?:comes|came|keeps coming) (?:in|into) my (?:room|bed) at night\\b',
  `\\b(?:im|we are) lost (?:in|on) (?:the |a )?(?:woods|mountains?|desert|forest|trail|cave)${helpNow}`,
  '\\b(?:wreck|crash|car accident)\\b(?: \\w+){0,6} (?:people (?:are )?hurt|someone hurt|im hurt|kin hurt|need help(?! (?:with|filing|finding|getting)))\\b',
  '\\bactive shooter (?:at|in|here|outside)\\b(?! (?:\\w+ ){0,4}(?:news|update|yesterday|drill|training))',
  '\\b(?<!\\b(?:draw(?:ing)?|paint(?:ing)?|sketch|pictures?|photos?|(?:dream|dreamt|dreamed|dreaming|drawing|picture) (?:about|of)) )(?:he|someone|kin) (?:has|got|pulled|with|(?<!\\b(?:do|does|did|can|could|should|would|will|may) \\w+ )have) a (?:gun|knife)(?: (?:help|please|and|at|on|to|in|outside|pointed).*)?$',
  `\\b(?<!\\b(?:if|when) )there is ${armed} with a ${weapon}\\b|\\b${armed} (?:outside|inside|here|upstairs|downstairs) with a ${weapon}\\b`,
  `\\b(?:he|kin|${armed}) (?:just |is ){0,2}(?:pointed|pointing|points|pulled|aimed|aiming|holding|held) (?:a|his|her|the) ${weapon} (?:at|on|to) (?:me|us|kin)\\b(?! (?:in|at) (?:the |a )?(?:game|dream|movie))`,
];

/** "My son wont wake up for school", "my newborn doesnt wake up to feed at night": one that will not may be ill. */
const toSchool =
  '(?!(?: up)? (?:for (?:school|work|class|church)|(?:in|on) time|early|at \\d|in the mornings?|before \\w+|to (?:his|her|an|my|the) alarm|with (?:an|the|his|her) alarm|until)\\b)(?!(?<=\\b(?:doesnt|does not) wake up) (?:to (?:feed|eat|nurse|pee)|at night)\\b)';
const swallower = '(?:\\b(?:i|ive|kin|he|someone) |^(?:help )?)(?:just |has |accidentally ){0,2}';

/** An illness, an injury or a poison, now. */
const medical = [
  `\\b(?<!\\b(?:dream(?:s|t|ed|ing)? (?:about|of)|say to|(?:verses?|prayers?|poems?|quotes?|gifts?|scriptures?|psalms?|songs?) for) )(?:im|kin|he|someone) (?:dying|bleeding (?:out|badly|a lot|to death|really bad)|choking|drowning|unconscious|unresponsive|turning blue)${helpNow}`,
  `\\bkin (?:\\w+ ){0,4}(?:unconscious|unresponsive)${helpNow}`,
  `\\b(?:im|kin|someone) choking (?:on (?!(?:my|his|her) words\\b)(?:(?:a|an|some|the|my|his|her) )?\\w+(?: (?!sometimes|often)\\w+)?|and cant breathe)${helpNow}`,
  '\\bi think (?:im|kin|he) dying\\b',
  `\\bim going to die${helpNow}`,
  `(?:\\b(?:im|am i|kin|he|someone) having (?:an? )?(?:bad |severe )?(?:(?:heart|asthma) attack|stroke|seizure|chest pains?)\\b(?! of )|^(?:help )?having (?:an? )?(?:bad |severe )?(?:(?:heart|asthma) attack|stroke|seizure|chest pains?)${helpNow})`,
  `\\b(?:i have|i got|(?:kin|he|someone) (?:has|got)) (?:bad |severe |really bad |a lot of )?chest pains?${helpNow}|^(?:help )?(?:bad |severe |really bad |sharp )?chest pains?${helpNow}|\\bchest (?:pains?|hurts?|tight|tightness) (?:\\w+ ){0,5}arm (?:\\w+ ){0,3}(?:numb|tingling|tingly)\\b`,
  '\\b(?:kin|he|my|her|his) (?:\\w+ ){0,5}face (?:is )?drooping\\b|\\bface (?:is )?drooping (?:and )?(?:slurred|slurring)\\b',
  `\\b(?:my|his|her) throat (?:is )?(?:closing|swelling)\\b|\\bthroat (?:closing|swelling)(?: up| shut)?${helpNow}|\\ballergic reaction (?:\\w+ ){0,4}cant breathe\\b`,
  `\\b(?:kin|he|someone) (?:(?:still|just) |(?:\\w+ ){1,4}and )?(?:wont|cant|will not|isnt|not|doesnt|does not) (?:wake|waking) up\\b${toSchool}`,
  `\\bcant (?:get )?(?:wake|wake up) (?:kin|him|her|them)(?: up)?\\b${toSchool}|\\bcant get (?:kin|him|her|them) to wake up\\b${toSchool}`,
  `(?:\\b(?:i|ive|kin|he|someone) (?:just |has )?|^(?:help )?)(?:fell|fallen)(?: \\w+){0,5} cant (?:get up|move)\\b(?! (?:commercial|actress|lady|button|device|ad|year|origin))`,
  `^(?:help |my )?bleeding wont stop${helpNow}|\\bi cut (?:off )?my (?:\\w+ ){1,6}bleeding (?:bad|badly|a lot|out)\\b|\\bcant stop (?:the )?bleeding${helpNow}`,
  `\\b(?:rattle)?snake (?:just )?bit (?:me|kin)${helpNow}|\\bbit(?:ten)? by a (?:rattlesnake|rattler|copperhead|cottonmouth|water moccasin|coral snake|snake)${helpNow}`,
  `^(?:help )?(?:im|kin) in labor${helpNow}|\\bwater broke (?:\\w+ ){0,4}baby (?:is )?coming\\b|^(?:help )?(?:the )?baby (?:is )?coming${helpNow}`,
  `^(?:help )?(?:my |the )?(?:carbon monoxide|co) (?:alarm|detector) (?:is )?(?:going|went) off${helpNow}`,
  `(?:\\b(?:i|kin|he|someone) |^)cant breathe(?: and (?:my|his|her|kin) .*)?${helpNow}`,
  `\\b(?:kin|he|someone) (?:not|isnt|stopped|has stopped|wont|quit) breath(?:e|ing)\\b`,
  '\\bkin (?:\\w+ ){1,5}(?:not|isnt|stopped) breathing\\b',
  `\\bkin (?:just )?collapsed${helpNow}`,
  `\\b(?:im|kin|he) having (?:trouble|difficulty|a hard time) breathing${helpNow}`,
  '\\b(?:i|im|ive|kin) (?:just |think |i |im |has |accidentally ){0,4}(?:overdosed|overdosing|od d|oding)\\b(?! (?:in|last|when|years?) )' +
    notOnSweets,
  `\\b(?:i|ive|kin|he|someone) (?:just |has )?(?:took|taken) an overdose\\b${pastAgo}${notOnSweets}`,
  `\\b(?:he|someone|friend) (?:just |has )?(?:overdosed|overdosing)${helpNow}`,
  `\\bkin (?:just )?(?:odd|oded|od)${helpNow}`,
  `${swallower}(?:took|taken|swallowed|ate|downed) ${overdose} (?!(?:mg|mcg|units|ml|iu|hour|hr)\\b)(?:\\w+ ){0,2}?${drugs}\\b`,
  `${swallower}(?:took|taken|swallowed|ate|drank|downed|chugged) (?:too many|too much|(?:a|the) (?:(?:whole|entire|full) )?bottles? of|half (?:a|the) bottle of|all (?:of )?(?:my|his|her|the|kin)|a (?:whole )?(?:bunch|lot|ton) of|a handful of) (?:\\w+ ){0,3}?${drugs}\\b`,
  `${swallower}(?:took|swallowed|ate|downed) (?:a|the) (?:whole|entire|full) (?:bottle|pack|box)${helpNow}`,
  `${swallower}(?:swallowed (?:some |my |the |a lot of |all )?|took (?:some )?)(?:pills|meds)${helpNow}`,
  `\\bkin (?:just )?(?:ate|swallowed|got into|drank) (?:my|the|our|some|kin) (?:\\w+ ){0,3}?${drugs}\\b`,
  '\\bkin (?:just )?(?:ate|swallowed) (?:a |an |some |the )?(?:\\w+ )?(?:battery|batteries|magnets?)\\b',
  `${swallower}(?:drank|swallowed|ate|drinking) (?:some |a little |a bottle of |a cup of |our |my |the )?${poisons}\\b`,
];

const responders =
  '(?:911|(?:the )?(?:police|cops|paramedics|ems|sheriff)|an? ambulance|ambulance|the fire department)';

/** Requests to send help. */
const callForHelp = [
  `^(?:(?:help|me|please|pls|plz|someone|hey|omg|can you|i need you to|you need to|quick|hurry|send help) )*(?:call|dial|text|get|send|contact|notify) (?:me |for )?${responders}(?: (?:now|please|pls|help|hurry|quick|asap|for me|(?:to|im|my|kin|someone|there|he|i)\\b.*))*$`,
  '^(?:help ){0,4}(?:911|988)(?: (?:911|help|emergency|please|now))*$',
  '^(?:(?:medical )?emergency|emergency 911|i need 911|sos|mayday(?: mayday){1,6})$',
  '^(?:(?:help|please) ){0,4}(?:(?:this|it)(?: is|s)|i have|there is) an? (?:medical )?emergency(?: (?:help|please|now|call|i need|send)\\b.*)?$',
  '^(?:help|please|send|sos) (?:the |an )?(?:police|cops|ambulance|paramedics)(?: (?:help|please|now|hurry|asap))*$',
  '^(?:ambulance|police|cops|paramedics)(?: (?:help|please|now|hurry|asap)){1,6}$|^ambulance$',
  '(?<!\\b(?:to|should|i|you|we|they|he|people|not|dont|did|would|will|could|must|never|or|and|(?:when|if) (?:kin|he|someone)) )call 911(?: now| please| help)*$',
  '^(?:(?:please|pls|omg|god) )*(?:send help|someone (?:please )?help(?: me)?|somebody help me)(?: (?:please|pls|now|quick|hurry|me))*$',
  `(?:^|\\b(?:i|we) )need ${responders}(?: (?:now|please|help|right now|at|to).*)?$`,
];

/** In English; `crisis-patterns-spanish.ts` has the same in Spanish. */
export const crisisPatterns: readonly RegExp[] = [
  ...selfHarm,
  ...selfHarmOfOthers,
  ...danger,
  ...medical,
  ...callForHelp,
].map((pattern) => new RegExp(pattern, 'g'));
