import { medical } from './crisis-patterns-medical.ts';
import { drugs, helpNow, notOnSweets, now, overdose, pastAgo } from './crisis-words.ts';

/**
 * What people in danger write, in the spelling of `inPlainSpelling` (crisis-spelling.ts), each clause a line: lower case, no punctuation,
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
const intent =
  '(?:want|need|going|plan|planning|ready|trying|tried|decided|have|urges?|might|will|could|should|ill|id|gotta)';

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
  '\\bi feel like dying\\b(?! (?:my|his|her|it) )|\\bi want to (?:(?:go to )?sleep|disappear) forever\\b',
  '\\b(?:no one|nobody) would (?:even )?(?:care|notice|miss me)(?: if i (?:died|was dead|was gone|were gone|killed myself))\\b|^(?:no one|nobody) would (?:even )?miss me$',
  '\\b(?:slit|cut|slitting|cutting) my wrists?\\b',
  `\\bon (?:a|the) (?:bridge|ledge|roof) (?:\\w+ ){0,3}(?:jump|jumping)${now}`,
  `\\b(?<!\\bdoes (?!(?:i|it|this|that|he|kin|anyone|everyone|someone)\\b)\\w+ )wants? to (?:just |fucking |really )?die\\b${notDying}`,
  `\\bim (?:so |just |finally )?ready to die${now}|\\bi hope i (?:just )?die(?: in my sleep)?${now}`,
  `\\bi (?:dont|no longer) feel like (?:living|being alive|existing)(?: like this)?${now}`,
  '\\b(?:i (?:want to|should) be|wish i (?:was|were)) dead\\b(?! (?:right|wrong|weight|lift\\w*)\\b)',
  `\\b(?:id|i would) rather (?:be dead\\b(?! than (?:red|caught|wear|eat|drive|watch|work)\\b)|die(?:${now}| than (?:live(?! in )|keep|go on|be alive|be here)\\b))`,
  '\\b(?:want to|wish i could|could just|id like to|going to) (?:(?:go to )?sleep|fall asleep|go to bed|(?:lay|lie) down) and (?:never|not) wake up\\b(?! (?:until|till|before|early|for|at|to (?:pee|use))\\b)',
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
  '(?:\\b(?:im|ive been|i been|i keep) (?:\\w+ )?|^)(?:thinking (?:about|of)|contemplating|considering|planning) (?:committing |my )?suicide\\b(?! (?:squad|doors|boys)\\b)',
  '\\bi(?:m|ll)? (?:just |really ){0,3}(?:want to|going to|will|might|need to|tried to|have to)? ?(?:commit|attempt|attempted) suicide\\b',
  '\\b(?:how (?:can|do|should|would|could) i|how to|(?:best|easiest|quickest|painless|easy|fastest) ways? to|help me) (?:commit suicide|kill yourself|end it all|die (?:painlessly|without pain|quickly|in my sleep))\\b',
  '\\b(?:painless|easiest|quickest|easy|fastest) (?:way|ways|method) (?:to die|of dying)\\b(?! (?:(?:easter )?eggs?|fabric|hair|clothes|shoes|jeans|shirts?|crossword|hard|my|his|her)\\b)',
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
  '\\b(?:hope|pray|wish|praying|hoping) i (?:dont|never|didnt) wake up(?: tomorrow| ever| again| in the morning)?$|\\b(?:dont|no longer) want to wake up (?:tomorrow|ever again)\\b(?! at \\d)',
  `\\btired of (?:living|being alive|life)${now}|\\bdone with (?:life|living)${now}|\\blife (?:isnt|is not|not|aint) worth living\\b`,
  '\\b(?:no (?:point|reason) (?:in |to |for )?|dont see (?:the|a|any) (?:point|reason) (?:in |of |to )?)(?:living|live|keep going|being alive|keep living|go on)\\b(?! (?:in|vacation|holiday|strike|tour|a (?:trip|cruise|diet|date)|the (?:trip|cruise))\\b)|\\bdont see (?:the|a) point anymore$',
  '\\bwish (?:god|the lord|jesus) would (?:just )?take me\\b(?! (?:to|back))',
  '\\bim cutting again$|\\bcut myself on purpose\\b|\\b(?:write|writing|wrote|my) (?:a |my )?suicide note\\b',
  '\\bways? to kill yourself\\b|\\b(?:how|where) to (?:shoot|hang|drown) yourself\\b(?! (?:an? (?:picture|hammock|poster|swing|shelf)|in (?:an? )?selfies?|video)\\b)|\\bhow to (?:tie|make) a noose\\b(?! for (?:a )?(?:halloween|fishing|prop|costume|horse|snare)\\b)',
  '\\bi (?:have|got) (?:a|the|my) (?:gun|pills|knife|razor|rope) (?:in my hand|and im (?:done|ready))\\b',
  '^goodbye (?:everyone|world|mom and dad) (?:i love you|im sorry)\\b',
  '\\bsuicide (?:hot ?line|help ?line|life ?line|prevention (?:hot ?line|help ?line|life ?line|line|number))\\b|^(?:crisis|suicide) (?:(?:line|hot ?line|text line)(?: number)?|number|help)$',
  `^im going to kill me${now}|\\b(?:i (?:just )?(?:need|have|deserve) to|i should|let me) (?:just )?die${now}`,
  `^(?:(?:please|just|someone|can you|would you|god|i want (?:someone|you) to) ){0,3}kill me${now}`,
  `\\bwish i (?:just )?(?:(?:wasnt|werent|was not) (?:alive|here|around)|didnt exist|never existed|could (?:just )?disappear)${now}`,
  `\\bi (?:just )?want to (?:just )?(?:disappear|not exist|not be alive|stop existing|cease to exist|be gone)${now}|^i want die${now}|^i (?:just )?want to dye${now}`,
  `^i (?:dont|no longer) want to do this anymore${now}|\\b(?:dont|no longer) want to be (?:on|in) this (?:earth|world|planet)\\b`,
  `\\b(?:dont|doesnt|no one|nobody) (?:would |even )?cares? (?:if|whether) i (?:live or die|die|live|wake up|am dead)${now}|^(?:no one|nobody) cares about me${now}`,
  `^(?:(?:ive|i) (?:got |have |have got )?)?(?:nothing (?:left )?to live for|no reason to live)${now}|\\bive got (?:nothing (?:left )?to live for|no reason to live)\\b|\\bthere is (?:nothing left for me|no reason for me to live|nothing to live for|no point anymore)${now}`,
  `\\b(?:whats|what is) the point (?:of|in) (?:living|being alive|going on|existing)${now}|^why (?:should i (?:even )?(?:live|keep living|go on|keep going)|am i (?:even |still )?alive|live|go on)${now}|\\bis life (?:even )?worth living${now}|\\blife (?:isnt|is not|not|aint) worth it${now}`,
  `^my life is (?:over|worthless|pointless|meaningless)${now}|^i (?:really )?hate (?:my life|living|being alive)${now}`,
  `\\bi cant (?:live with (?:myself|this pain|the pain)|keep doing this|handle (?:this|life|it)|cope|stand (?:living|being alive|life))${now}`,
  `^im done (?:living|with everything)${now}|\\b(?:im giving|i give) up on (?:life|living|everything)${now}|^im giving up${now}|^ready to die${now}`,
  `\\bi have a (?:suicide plan|plan to (?:kill|end|die))\\b|^this is (?:goodbye|the end for me)${now}|^goodbye (?:cruel world|forever|i love you all)${now}`,
  `^(?:please )?tell (?:kin|my (?:family|kids|parents)|everyone) (?:that )?i love (?:them|him|her)(?: (?:and )?im sorry)?${now}`,
  `^i (?:just )?cut myself(?: again| on purpose| again on purpose)?${helpNow}|^i (?:want to|feel like|need to) cut(?:ting)?${now}|\\bbleeding from my wrists?\\b`,
  `\\bi (?:keep |am |im )?think(?:ing)? (?:about|of) (?:suicide|dying|ways to die|death)(?: (?:every day|everyday|all the time|constantly|a lot|all day))?${now}`,
  `^(?:(?:help|need|i need|i|am|feel|feeling|so) ){0,3}suicidal(?: thoughts)?${now}|^(?:(?:help|need|i need) ){0,2}suicide(?: help| prevention)?${now}`,
  `\\b(?:quick|best|fast|good|peaceful|cheap|simple) (?:way|ways|method) to die${now}|^(?:how (?:to|can i|do i|should i) die(?: fast| quick| quickly)?|ways to die)${now}|\\bways to commit suicide\\b`,
  '\\bhow (?:to|do i|can i|should i|do you) (?:hang|drown|suffocate|strangle|poison) (?:myself|yourself)\\b(?! (?:a|an|some|in) )',
  '\\b(?:how|where|ways?) (?:\\w+ ){0,4}(?:slit|cut) (?:your |my |the |ones )?wrists?\\b(?! (?:corsages?|bands?|wraps?|straps?|warmers?))',
  `\\bwhat (?:pills?|drugs?|meds|poisons?) (?:can |will |would |could )?kills? (?:you|me|a person|someone)\\b|\\b(?:best|easiest|quickest|fastest|painless) (?:way|ways) to (?:overdose|od)${now}|\\blethal (?:dose|amount) of ${drugs}\\b`,
  `\\bdoes (?:it hurt to (?:die|drown|bleed out|overdose|(?:hang|drown|shoot|kill) (?:myself|yourself))|(?:hanging|drowning) (?:yourself )?hurt)${now}`,
  `\\bhow (?:high|far) (?:\\w+ ){0,6}(?:jump|fall) to (?:die|kill)\\b|\\bis an? \\w+ (?:story|foot|ft|floor) (?:fall|drop|jump) (?:fatal|survivable|deadly)\\b`,
  `^(?:help )?(?:im )?(?:standing )?on (?:a|the) (?:bridge|ledge|edge)(?: of (?:a|the) (?:bridge|roof|building|cliff))?${now}|^im standing on the edge${now}|^going to jump${now}`,
  `^i (?:have|got) (?:a|my) (?:loaded )?(?:gun|noose|rope|razor)(?: out)?${now}|\\bi (?:have|got) (?:a |the |my |some )?(?:loaded )?(?:gun|pills|knife|razor|rope|noose) (?:in my hands?|in front of me|next to me|around my neck|and want to use it)\\b`,
  '\\b(?:i|im) (?:just )?(?:hanging|shooting|stabbing|drowning|poisoning|poisoned|shot|stabbed|hung|hanged) myself\\b(?! (?:in (?:work|the foot|a|school|homework|self)|some|a|an|with (?:work|love)|out|up)\\b)',
  `\\b${intent} (?:to )?(?:just )?(?:drive|crash|run|steer|swerve) (?:(?:my|the|this) (?:car|truck) )?(?:off (?:a|the|this) (?:bridge|cliff|overpass|mountain)|into (?:a|the|this) (?:tree|wall|pole|river|lake|truck|semi)|on purpose|and die)\\b`,
  `\\b${intent} (?:to )?(?:just )?(?:walk|step|jump|run|throw myself) (?:out )?(?:(?:into|in) (?:oncoming )?traffic(?! school)|in front of (?:a|the) (?:bus|train|truck|car|semi))\\b`,
  `\\bi (?:just )?want to end (?:things|everything|my pain|this pain|the pain|my suffering)${now}|\\bwant (?:(?:the|this|my) pain|it all|everything) to (?:just )?(?:stop|end|go away)${now}|^i just want it to stop${now}|^(?:please )?make (?:the|this|my) pain (?:stop|go away)${now}`,
  '\\byoud?(?: would)?(?: all)? be better off without me\\b(?! on )|\\bworld (?:would be|is) (?:a )?better(?: place)? without me\\b|^better off dead$',
  '\\b(?:better|happier|easier)(?: off)?(?: for \\w+)? if i (?:died|(?:was|were|am) (?:dead|gone)|(?:wasnt|werent) (?:here|alive|around))\\b',
  `^(?:(?:dear|please) )?(?:god|lord|jesus) (?:please )?(?:just )?take me(?: home)?${now}|\\bi want (?:god|the lord|jesus) to (?:just )?take me${now}`,
  '\\bi want to (?:go to heaven (?:now|tonight|today)|(?:go )?(?:be )?with (?:jesus|god) (?:now|tonight|today)|be with my dead \\w+|see kin in heaven)\\b',
  `\\b(?:want|going) to (?:unalive|suicide)${now}|^kms${now}|^tonight (?:is the night )?i die${now}|^i(?: just)? took my last breath\\b`,
  `(?:^|\\b(?:and|but|or|so) )(?:ill|i will|im going to) be dead(?: (?:soon|by (?:tomorrow|tonight|morning|the morning)|in the morning))?${now}`,
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
  `\\bkin (?:(?:is|keeps|was just) )?(?:threatening|talking about|thinking about|considering|attempting) suicide\\b(?! (?:prevention|squad|rates?|awareness))|\\bkin cutting${now}`,
  `\\b${other} ${says}(?:will|hell|shell|might|would) (?:kill|shoot|hang) ${oneself}\\b`,
  `\\b(?:kin|he|someone) (?:just )?jumped off (?:the|a|of the) (?:bridge|roof|building|balcony|overpass)${helpNow}`,
];

const me = '(?:me|us|kin)';
const attacks =
  '(?:beats?|beating|beat up|hits?|hitting|chokes?|choked|choking|strangl(?:es|ed|ing)|stab(?:s|bed|bing)?|attack(?:s|ed|ing)?|abus(?:es|ed|ing)|hurts?|hurting|rap(?:es|ed|ing)|threaten(?:s|ed|ing)?|punch(?:es|ed|ing)?|shot|shooting at)';
const attacker = '(?:someone|he|kin|a man|a guy)';
/** A game, a joke, a bargain or a ball: "my husband is beating me at chess", "my friend hit me up". */
const pretence =
  '(?! (?:at|to it|playing|in (?:wrestling|the dream|my dream|a dream|chess|cards|golf|madden|scrabble|monopoly|mario kart|smash|fortnite|minecraft|roblox|call of duty|cod|2k|fifa|fantasy football)\\b|by|to the|on|with (?:his|her)|up for|with (?:a|an|the) (?:\\w+ )?(?:ball|baseball|softball|football|basketball|frisbee|snowball|pillow|nerf gun|water gun|lawsuit|question|bill|fee|charge)))(?!(?<=\\bhit(?:s|ting)? me) up)(?!(?<=\\bshot me) (?:a|an) (?:text|look|email|message|dm|glance)\\b)(?!(?<=\\bkill me) (?:for forgetting|i forgot (?:our|her|his) (?:anniversary|birthday))\\b)(?!(?<=\\bthreaten(?:s|ed|ing)? me) (?:with (?:hoa|court|small claims|a lawyer|a fine))\\b)(?!(?<=\\bhurt me) (?:and )?how (?:do|can) i (?:move on|get over)\\b)';
const stranger = '(?:someone|a man|a guy|a burglar|an intruder|a stranger)';
/** "Someone in my house has covid". */
const isIll =
  '(?: is)? (?:has|with|sick with) (?:(?:the|a) )?(?:covid|corona|coronavirus|flu|cold|strep|lice|norovirus)\\b(?!(?: \\w+){0,4} breath(?:e|ing)\\b)| snores\\b| is allergic to\\b';
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
  `\\b(?:there is )?${stranger} (?:\\w+ ){0,2}?(?:in|inside|outside|at) (?:my|our) (?:house|home|apartment|room|car|window|door|closet|basement|yard|backyard|garage|attic)\\b(?!${isIll})(?! (?:club|pool|selling|offering|trying to sell|from|asking|who sells|wants to sell|playing (?:loud )?music|setting off fireworks|with (?:a|an) (?:package|clipboard|survey)))`,
  `\\b(?<!\\b(?:if|for|with|of) )(?:there is ${stranger}|(?:a man|a guy|a burglar|an intruder|a stranger) is|someone) (?:\\w+ )?(?:in|inside|outside) the (?:house|home|apartment|basement|attic|garage|yard|backyard|barn|window|door)(?!${isIll})(?:${helpNow}|(?= (?:and|with|i|im|my|kin|he|we|help|please|trying|at night)\\b))`,
  `\\b${attacker} (?:just )?(?:going to|trying to|wants to|will|threatening to|threatened to|said he will) (?:${harm}|rape|attack|beat) ${me}\\b${pretence}`,
  `\\b${attacker} (?:\\w+ )?want to (?:kill|hurt|shoot|stab|rape) ${me}\\b${pretence}`,
  `\\b${attacker} (?:(?:just|keeps|has been|has|always|will not stop|wont stop) ){0,4}${attacks} ${me}\\b${pretence}`,
  `\\b(?:someone|(?:a|some) (?:man|guy)) (?:\\w+ ){0,2}follow(?:ing|ed|s) me(?: home)?${helpNow}`,
  `\\b(?:he|kin) (?:\\w+ )?following me(?: home)?${helpNow}`,
  `\\b(?:someone|kin|i) (?:just )?(?:got|was|been|were) (?:shot|stabbed)${helpNow}`,
  '\\bkin (?:touch(?:es|ed|ing)|molest(?:s|ed|ing)) me\\b(?! (?:up|with (?:his|her) (?:story|kindness|words))\\b)',
  `\\b(?:he (?:wont|will not|is not letting|not letting|isnt letting) (?:let )?(?:me|us) (?:leave|go|out)|kin (?:wont|will not|is not letting|not letting|isnt letting) (?:let )?(?:me|us) (?:leave|out))(?: (?:of )?(?:the|my|our|this|his|her) (?:house|home|apartment|room|bedroom|car|trailer))?${helpNow}`,
  '\\bim (?:locked|trapped|tied up|being held) in (?:a|an|his|her|the|someones) (?!(?:lease|contract|mortgage|time loop|glass case)\\b)|^(?:help )?(?:im )?trapped in (?:my|our) (?!(?:contract|lease|mortgage)\\b)|\\b(?:he|kin|someone) (?:has|have|got) me (?:locked|tied|chained|trapped)\\b',
  '\\b(?:i dont feel|im not|i am not) safe (?:at home|here|in my (?:own )?(?:home|house)|with (?:him|her|kin|my))\\b',
  '\\bim being (?:attacked|followed|stalked|robbed|mugged|kidnapped|abused|beaten|beat up|raped|chased|assaulted|held hostage|trafficked|held against my will)\\b(?! (?:by (?:my (?:insurance|cable|bank)|mosquito(?:e?s)?|bots|ads|a turkey|the irs)|in my dreams?)\\b)(?!(?<=\\bfollowed) on (?:instagram|facebook|twitter|tiktok)\\b)',
  '\\b(?:ive been|i was just|i just got|i got) (?:shot|stabbed|kidnapped|raped|sexually assaulted|poisoned)\\b(?! (?:with (?:a (?:question|nerf|water|paintball)|questions|covid|flu|paint)|by a (?:question|spam|nerf)|covid|flu)\\b)|(?:\\bi |^)was (?:just )?(?:gang )?(?:raped|sexually assaulted|molested)\\b(?! by (?:taxes|the irs)\\b)',
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
  `\\b(?:my|our) (?:house|home|apartment|kitchen|building|car|truck|barn|garage|trailer|yard|field|stove|oven|microwave|dryer|room|bedroom|attic|basement|shed) (?:is )?on fire\\b(?! (?:sale|insurance|red paint))|^(?:help )?(?:barn|house|trailer|kitchen|car|truck) (?:is )?on fire${helpNow}`,
  `\\b(?:my|our) ${room} (?:is |just |has ){0,2}(?:caught (?:on )?fire|burning)${helpNow}|\\b(?:my|our) ${room} (?:is )?burning down\\b|\\bthe ${room} (?:is )?burning down${helpNow}`,
  `\\b(?:my|our) (?:house|apartment|home|room|kitchen) (?:is )?(?:filling (?:up )?with|full of) smoke\\b|^(?:help )?(?:there is )?(?:smoke|gas leak|a gas leak) in (?:my|our) (?:house|home|apartment|kitchen|basement|trailer)${helpNow}|^i smell gas${helpNow}|\\bsmells? (?:like )?(?:natural )?gas in (?:my|our) (?:house|home|apartment|kitchen|basement|building|trailer|bedroom)\\b`,
  `\\b(?:im|kin|he|someone) (?:\\w+ )?(?:pinned|crushed|trapped) (?:under|beneath|underneath|between)\\b|\\b(?:im|kin|he|someone) stuck under (?:a|the|my|our) (?:tractor|car|truck|tree|trailer|atv|combine|mower|rubble)\\b|\\bim (?:pinned(?: down)?|trapped)${helpNow}`,
  `(?:^|\\b(?:im|we are) )hiding in (?:the|my|a|our) (?:closet|bathroom|bedroom|basement|attic|shed|barn|woods)\\b`,
  `^(?:help )?(?:shots fired (?:at|in|outside|near)\\b.*|gun ?shots outside${helpNow})|\\bthere is (?:a |an )?(?:active )?shooter(?: (?:here|at|in|outside)\\b(?! (?:call|cod|fortnite|basketball|the nba)\\b).*)?$`,
  `\\b(?:he|kin) (?:is )?shooting (?:at (?:me|us|people|everyone|kin|someone)|up (?:my|our|the|a|this) (?!(?:rankings?|charts?|leaderboards?|standings|polls|ladder|draft)\\b)\\w+)\\b|\\b(?:there is(?: (?:someone|a man|a guy))?|someone|a man|a guy) (?:is )?(?:a )?shooting(?: (?:up|at|in|inside|outside|near|around) ${amongPeople}\\b(?! (?:\\w+ ){0,4}(?:movie|news|update|yesterday|last|drill|training))|${helpNow})`,
  `\\b(?:he|kin|someone) (?:coming|chasing) after me${helpNow}|\\b(?:he|kin|someone) chasing me${helpNow}`,
  '\\bkin (?:comes|came|keeps coming) (?:in|into) my (?:room|bed) at night\\b',
  `\\b(?:im|we are) lost (?:in|on) (?:the |a )?(?:woods|mountains?|desert|forest|trail|cave)${helpNow}`,
  '\\b(?<!\\b(?:was|were) there (?:an? )?(?:\\w+ )?)(?:wreck|crash|car accident)\\b(?: \\w+){0,6} (?:people (?:are )?hurt|someone hurt|im hurt|kin hurt|need help(?! (?:with|filing|finding|getting|from (?:a )?lawyer)))\\b',
  '\\bactive shooter (?:at|in|here|outside)\\b(?! (?:\\w+ ){0,4}(?:news|update|yesterday|drill|training|suspect|identified)\\b)',
  '\\b(?<!\\b(?:draw(?:ing)?|paint(?:ing)?|sketch|pictures?|photos?|(?:dream|dreamt|dreamed|dreaming|drawing|picture) (?:about|of)) )(?:he|someone|kin) (?:has|got|pulled|with|(?<!\\b(?:do|does|did|can|could|should|would|will|may) \\w+ )have) a (?:gun|knife)(?! (?:to (?:sell|sharpen|whittle)\\b|at home how to store|and i (?:want|need) to (?:know how to clean|sharpen)|in (?:his|her) (?:car|truck) is it legal))(?: (?:help|please|and|at|on|to|in|outside|pointed).*)?$',
  `\\b(?<!\\b(?:if|when) )there is ${armed} with a ${weapon}\\b|\\b${armed} (?:outside|inside|here|upstairs|downstairs) with a ${weapon}\\b`,
  `\\b(?:he|kin|${armed}) (?:just |is ){0,2}(?:pointed|pointing|points|pulled|aimed|aiming|holding|held) (?:a|his|her|the) ${weapon} (?:at|on|to) (?:me|us|kin)\\b(?! (?:in|at) (?:the |a )?(?:game|dream|movie))`,
  `\\b${attacker} (?:(?:just|keeps|has) ){0,2}(?:slap(?:s|ped|ping)?|drugged|raped|kidnapped|abducted|poison(?:ed|ing|s)|stalk(?:s|ed|ing)|trafficking) ${me}\\b(?! (?:on the back|with (?:a|an) (?:\\w+ )?(?:fine|lawsuit|bill|fee)|in (?:the|a|my) (?:game|dream)))${pastAgo}`,
  `\\b${attacker} (?:just )?(?:pushed|threw|shoved) me(?: (?:down(?: the (?:stairs|steps))?|against the wall|across the room|into (?:a|the) wall|(?:on|to|onto) the (?:floor|ground)|out of the car))?${helpNow}`,
  `\\b(?:${attacker}|a woman) (?:just )?grabbed (?:me(?: by (?:the|my) \\w+)?|my (?:throat|neck|hair))${helpNow}|\\bhands (?:around|on) my (?:throat|neck)\\b(?! (?:in|meaning|dream))`,
  `\\b${attacker} (?:just )?(?:coming to|threatens to|keeps threatening to|going to find me and) (?:${harm}|rape|attack|beat) ${me}\\b${pretence}|\\b${attacker} (?:just )?(?:going to|trying to|wants to|tried to|threatened to) (?:kidnap|abduct|strangle|choke|murder) ${me}\\b${pretence}`,
  `\\b(?:(?:my|a|the) (?:coach|teacher|pastor|priest|boss|doctor|babysitter|tutor|counselor|man|guy)|a stranger|someone) (?:touch(?:es|ed|ing)|molest(?:s|ed|ing)|grabbed|grop(?:es|ed|ing)|rap(?:es|ed|ing)) me${helpNow}`,
  `\\bi(?:m| was| got) (?:just )?(?:kidnapped|abducted|tied up)${helpNow}|\\bim being sex trafficked\\b|\\bim (?:stuck |locked |trapped )?in (?:a|the|his|someones) trunk\\b`,
  `\\b(?:he|kin|someone|a man|my parents) (?:just |has )?locked me in(?:side)?(?: (?:the|a|my|his|her) (?:${room}|closet|cage|trunk|cellar))?${helpNow}`,
  '\\b(?<!\\b(?:if|when) )(?:kin|someone|he|a man) (?:beating(?: up)?|choking|strangling|stabbing|attacking) (?:his|her|a|the) (?:wife|husband|girlfriend|boyfriend|kids?|children|child|baby|mom|woman|girl)\\b(?! (?:at|in) )',
  `\\b(?<!\\b(?:if|when|about|dream of) )(?:(?:someone|kin|neighbors?|a woman|a man|a girl|woman|people) (?:is )?(?:screaming|yelling) for help|someone (?:being|getting) (?:murdered|killed|raped|stabbed|beaten|attacked|beat up|kidnapped|shot))${helpNow}`,
  `^(?:help )?(?:there is )?(?:a |an )?(?:armed )?(?:man|guy|person|someone) (?:with (?:a )?(?:gun|knife)|armed)(?: (?:here|outside|inside|is (?:here|outside|inside)))?${helpNow}`,
  `^(?:help )?(?:there is )?(?:an? )?(?:robbers?|burglars?|intruders?|prowler) (?:is )?(?:in|inside|outside|at) (?:my|our|the) (?:${room}|yard|backyard|door|window)${helpNow}|^(?:help )?(?:there is )?(?:an )?intruders?${helpNow}|^(?:help )?home invasion${helpNow}`,
  `\\b(?:i (?:just )?(?:got|was)|im being|ive been) (?:just )?(?:robbed|held up|mugged|carjacked)(?: at (?:gun|knife) ?point)?${helpNow}`,
  `\\b(?:a (?:car|truck|van|man|guy)|someone|he|kin) (?:is )?(?:following|stalking|chasing) (?:me|us)(?: home)?${helpNow}`,
  `\\bim hiding from (?:kin|him|them|someone|a man|an intruder)${helpNow}|\\bim (?:hiding )?under (?:the|my) bed\\b|^(?:(?:help|omg|please|oh no) ){0,3}he (?:just )?found (?:me|us)${helpNow}|^(?:(?:help|please) ){1,3}he coming${helpNow}|\\b(?:he|someone) coming for (?:me|us)${helpNow}`,
  `\\b(?:scared|afraid|fear|fearing|terrified) for my (?:life|safety)\\b|^(?:so )?(?:scared|afraid|terrified) of (?:kin|him)${helpNow}|^(?:i dont feel |im |i feel )?(?:not )?(?:safe|unsafe) at home${helpNow}|^(?:i dont feel|im not|not|i do not feel) safe${helpNow}|^(?:i feel|im) unsafe${helpNow}`,
  `^(?:help )?(?:active shooter|shots fired)${helpNow}|\\b(?:hear|heard|hearing) (?:\\w+ )?gun ?(?:shots?|fire)(?: (?:outside|nearby|next door|in (?:my|the|our) (?:building|house|apartment|school|street|hallway)))?${helpNow}|^(?:help )?gun ?shots in (?:my|our|the) \\w+${helpNow}|^(?:(?:help|omg) ){0,2}he shooting${helpNow}|\\bhe shooting (?:people|everyone|kids|students)\\b(?! in (?:the|a|this) (?:movie|game|show))`,
  `^(?:help )?there is a bomb(?: (?:in|at|on|under) (?:my|our|the) \\w+)?${helpNow}|\\bbomb threat at (?:my|our) \\w+\\b`,
  `^(?:(?:help|omg|please|there is|there is a|a) ){0,3}fire(?: fire){0,5}${helpNow}|^(?:help |omg |a ){0,3}(?:house|apartment|kitchen|grease|stove|oven|electrical|barn) fire${helpNow}`,
  `^(?:help )?im on fire${helpNow}|\\b(?:my (?:clothes|hair|shirt|pants|dress|sleeve|bed|couch)|kin) (?:is |are |just |caught ){0,2}on fire${helpNow}`,
  `^(?:help |there is ){0,2}smoke (?:everywhere|coming (?:from|out of|through) (?:my|the|our) (?:walls?|outlets?|vents?|ceiling|floor|dryer|panel|${room}))${helpNow}`,
  `^(?:help )?(?:there is a )?(?:gas leak|carbon monoxide)${helpNow}|\\bsmell gas in (?:my|our|the) (?:house|home|apartment|kitchen|basement|building|trailer|bedroom)\\b|\\b(?<!\\bif )(?:my|our|the) (?:carbon monoxide|co) (?:alarm|detector) (?:is )?(?:going off|went off|wont stop)\\b`,
  `\\b(?:im|we are|kin) (?:stuck|trapped|stranded) (?:in|on|by) (?:\\w+ ){0,6}?(?:flood\\w*|blizzard|snow ?storm|rising water)\\b|\\b(?:im|we are) stranded (?:in|on) (?:the|a) \\w+${helpNow}|\\b(?:im|we are|kin) freezing to death${helpNow}`,
  `\\b(?:my|our|the) (?:car|truck|boat|van) (?:is )?(?:sinking|under ?water|in the (?:water|river|lake|canal)|filling (?:up )?with water)${helpNow}|\\bwater (?:is )?(?:coming|pouring|rushing) in(?:to|side)? (?:my|our|the) (?:car|truck|van)\\b|\\bwater (?:is )?rising (?:\\w+ ){0,4}(?:cant get out|in(?:side)? (?:my|our) (?:house|home|car|apartment|basement|trailer))`,
  `\\b(?:kin|he|someone) (?:just )?fell (?:in|into|through) (?:the|a|our|my) (?:pool|lake|river|pond|well|ice|water|ocean|creek)${helpNow}`,
  `\\b(?:i|ive|we|kin|he) (?:(?:just|was|were|got|had|been|has) ){1,3}(?:in |into )?an? (?:(?:bad|really|terrible|serious|car|motorcycle|truck|atv) ){0,3}(?:accident|wreck|crash)${helpNow}|^(?:help )?(?:bad )?car (?:accident|crash|wreck)${helpNow}`,
  `\\b(?:i|kin|he|we) (?:just )?(?:crashed|wrecked|rolled|flipped) (?:my|the|our|his|her) (?:car|truck|motorcycle|bike|atv|tractor|four wheeler|van)(?: (?:and )?(?:im|he|kin) (?:bleeding|hurt|trapped|stuck))?${helpNow}|\\bcrashed (?:and )?im (?:hurt|bleeding|trapped)\\b`,
  `\\b(?:i|ive|kin|he|someone) (?:(?:just|was|been|got|has) ){1,3}(?:hit by an? (?:car|truck|bus|train|suv|van|motorcycle|drunk driver)|run over)(?: (?:by an? \\w+|and \\w+(?: \\w+){0,4}))?${helpNow}|\\b(?:a|the) tree (?:just )?fell on (?:me|kin|him|us)\\b`,
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
  '(?<!\\b(?:to|should|i|you|we|they|he|people|not|dont|did|would|will|could|must|never|or|and|does (?:my|a|the) (?:\\w+ )?phone|(?:when|if) (?:kin|he|someone)) )call 911(?: now| please| help)*$',
  '^(?:(?:please|pls|omg|god) )*(?:send help|someone (?:please )?help(?: me)?|somebody help me)(?: (?:please|pls|now|quick|hurry|me))*$',
  `(?:^|\\b(?:i|we) )need ${responders}(?! (?:\\w+ ){0,4}(?:cost|price)$)(?: (?:now|please|help|right now|at|to).*)?$`,
  `^u need to call 911${helpNow}|^i need (?:urgent |emergency )?help (?:now|fast|asap|right now)${helpNow}|^(?:(?:help|sos|please) ){1,3}(?:medical )?emergency${helpNow}|^(?:medical )?emergency help${helpNow}|^sos help${helpNow}|^mayday${helpNow}`,
  `^(?:(?:please|god|someone) ){0,3}(?:save|rescue) (?:me|us)${helpNow}`,
];

/** In English; `crisis-patterns-spanish.ts` has the same in Spanish. */
export const crisisPatterns: readonly RegExp[] = [
  ...selfHarm,
  ...selfHarmOfOthers,
  ...danger,
  ...medical,
  ...callForHelp,
].map((pattern) => new RegExp(pattern, 'gm'));
