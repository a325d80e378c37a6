import { harm, helpNow, pastAgo, room } from './crisis-words.ts';

const me = '(?:me|us|kin)';
const attacks =
  '(?:beats?|beating|beat up|hits?|hitting|chokes?|choked|choking|strangl(?:es|ed|ing)|stab(?:s|bed|bing)?|attack(?:s|ed|ing)?|abus(?:es|ed|ing)|hurts?|hurting|rap(?:es|ed|ing)|threaten(?:s|ed|ing)?|punch(?:es|ed|ing)?|shot|shooting at)';
const attacker = '(?:someone|he|kin|a man|a guy)';
/**
 * A game, a joke, a bargain or a ball: "my husband is beating me at chess", "my friend hit me up". Where and how someone
 * is hit excuses nothing: "my husband hit me on the head", "he beats me at night".
 */
const pretence = [
  ' (?:to it|playing|up for)',
  ' in (?:wrestling|the dream|my dream|a dream|golf|madden|scrabble|monopoly|mario kart|smash|fortnite|minecraft|roblox|call of duty|cod|2k|fifa|fantasy football)\\b',
  ' (?:in|at) (?:gin )?(?:chess|cards|checkers|rummy|dominoes|spades|pinochle|cribbage|uno|bingo|pool|horseshoes|overtime)\\b',
  ' with (?:a|an|the) (?:\\w+ )?(?:(?:ball|baseball|softball|football|basketball|frisbee|snowball|pillow|nerf gun|water gun)\\b(?! bat)|lawsuit|question)',
  ' with (?:\\w+ ){0,2}(?:fees?|charges?|taxes|tax|tariffs?|bills?|(?:shopping )?cart|smile)\\b(?! hook)',
  // The score: "21 to 14".
  ' \\d+ (?:to )?\\d+\\b| in the (?:polls|primary|election|finals?|playoffs|standings|semifinals?)\\b',
  // Only of a contest.
  '(?<=\\bbeat(?:s|ing)? (?:me|us)) at (?!(?:night|home|work|school|church|my|our|his|her|a|the (?!(?:game|race|polls|buzzer)\\b))(?:\\b|$))',
  '(?<=\\bbeat(?:s|ing)? (?:me|us)) (?:by (?:\\w+ ){0,3}(?:points?|strokes?|votes?|runs?|seconds?|minutes?|\\d+)\\b|to the (?!(?:floor|ground|point|pulp|bone)\\b))',
  '(?<=\\bhit(?:s|ting)? me) up',
  '(?<=\\b(?:hit(?:s|ting)?|threaten(?:s|ed|ing)?) me) on (?:facebook|instagram|messenger|whatsapp|the phone|phone)\\b',
  '(?<=\\bshot me) (?:a|an) (?:text|look|email|message|dm|glance)\\b',
  '(?<=\\bkill me) (?:for forgetting|i forgot (?:our|her|his) (?:anniversary|birthday))\\b',
  '(?<=\\bthreaten(?:s|ed|ing)? me) with (?:hoa|court|small claims|a lawyer|a fine)\\b',
  '(?<=\\bhurt me) (?:and )?how (?:do|can) i (?:move on|get over)\\b',
]
  .map((excuse) => `(?!${excuse})`)
  .join('');
const stranger = '(?:someone|a man|a guy|a burglar|an intruder|a stranger)';
/** "Someone in my house has covid". */
const isIll =
  '(?: is)? (?:has|with|sick with) (?:(?:the|a) )?(?:covid|corona|coronavirus|flu|cold|strep|lice|norovirus)\\b(?!(?: \\w+){0,4} breath(?:e|ing)\\b)| snores\\b| is allergic to\\b';
/** Public places where people are shot at. */
const amongPeople =
  '(?:me|us|people|everyone|kin|(?:(?:my|our|the|a|this) )?(?:\\w+ )?(?:school|church|mall|work|office|store|walmart|house|home|neighborhood|street|apartments?|building|hospital|bar|club|concert|park|class|campus|theater|library|restaurant|parade|party))';

const armed = '(?:someone|a (?:man|guy|person|kid|stranger|woman|boy|teenager|student))';
const weapon = '(?:gun|handgun|pistol|rifle|shotgun|knife|machete)';

/** Another person is a danger to the sender, or to those around. */
export const violence: readonly string[] = [
  `\\b(?:there is )?${stranger} (?:\\w+ ){0,2}?(?:in|inside|outside|at) (?:my|our) (?:house|home|apartment|room|car|window|door|closet|basement|yard|backyard|garage|attic)\\b(?!${isIll})(?! (?:club|pool|selling|offering|trying to sell|from|asking|who sells|wants to sell|playing (?:loud )?music|setting off fireworks|with (?:a|an) (?:package|clipboard|survey)))`,
  `\\b${attacker} (?:\\w+ ){0,2}?(?:breaking|trying to break|trying to get|broke|coming) (?:in|into)(?: (?:to )?(?:my|our|the) (?:(?:back|front|side) )?(?:house|home|apartment|room|car|window|door|backdoor|garage|barn|shed|trailer|basement)\\b|${helpNow})`,
  `\\b(?<!\\b(?:if|for|with|of) )(?:there is ${stranger}|(?:a man|a guy|a burglar|an intruder|a stranger) is|someone) (?:\\w+ )?(?:in|inside|outside) the (?:house|home|apartment|basement|attic|garage|yard|backyard|barn|window|door)(?!${isIll})(?:${helpNow}|(?= (?:and|with|i|im|my|kin|he|we|help|please|trying|at night)\\b))`,
  `\\b${attacker} (?:just )?(?:going to|trying to|wants to|will|threatening to|threatened to|said he will) (?:${harm}|rape|attack|beat) ${me}\\b${pretence}`,
  `\\b${attacker} (?:\\w+ )?want to (?:kill|hurt|shoot|stab|rape) ${me}\\b${pretence}`,
  `\\b${attacker} (?:(?:just|keeps|has been|has|always|will not stop|wont stop) ){0,4}${attacks} ${me}\\b${pretence}`,
  `\\b(?:someone|(?:a|some) (?:man|guy)) (?:\\w+ ){0,2}follow(?:ing|ed|s) me(?: home)?${helpNow}`,
  `\\b(?:he|kin) (?:\\w+ )?following me(?: home)?${helpNow}`,
  `\\b(?:someone|kin|i) (?:just )?(?:got|was|been|were) (?:shot|stabbed)${helpNow}`,
  '\\bkin (?:touch(?:es|ed|ing)|molest(?:s|ed|ing)) me\\b(?! (?:up|with (?:his|her) (?:story|kindness|words))\\b)',
  `\\b(?:he (?:wont|will not|is not letting|not letting|isnt letting) (?:let )?(?:me|us) (?:leave|go|out)|kin (?:wont|will not|is not letting|not letting|isnt letting) (?:let )?(?:me|us) (?:leave|out))(?: (?:of )?(?:the|my|our|this|his|her) (?:house|home|apartment|room|bedroom|car|trailer))?${helpNow}`,
  '\\bim (?:locked|trapped|tied up|being held) in (?:a|an|his|her|the|someones) (?!(?:lease|contract|mortgage|time loop|glass case)\\b)|^(?:help )?(?:im )?trapped in (?:my|our) (?!(?:contract|lease|mortgage)\\b)|\\b(?:he|kin|someone) (?:has|have|got) me (?:locked|tied|chained|trapped)\\b(?! (?:up )?in(?:to)? (?:a|an|my|the|this|knots) ?(?:\\w+ ){0,3}?(?:lease|contract|plan|rate|mortgage|deal|loan|meaning|lyrics)\\b)',
  '\\b(?:i dont feel|im not|i am not) safe (?:at home|here|in my (?:own )?(?:home|house)|with (?:him|her|kin|my))\\b',
  '\\bim being (?:attacked|followed|stalked|robbed|mugged|kidnapped|abused|beaten|beat up|raped|chased|assaulted|held hostage|trafficked|held against my will)\\b(?! (?:by (?:my (?:insurance|cable|bank)|mosquito(?:e?s)?|bots|ads|a turkey|the irs)|in my dreams?)\\b)(?!(?<=\\bfollowed) on (?:instagram|facebook|twitter|tiktok)\\b)',
  '\\b(?:ive been|i was just|i just got|i got) (?:shot|stabbed|kidnapped|raped|sexually assaulted|poisoned)\\b(?! (?:with (?:a (?:question|nerf|water|paintball)|questions|covid|flu|paint)|by a (?:question|spam|nerf)|covid|flu)\\b)|(?:\\bi |^)was (?:just )?(?:gang )?(?:raped|sexually assaulted|molested)\\b(?! by (?:taxes|the irs)\\b)',
  `^(?:help )?i (?:was|got) (?:just )?assaulted${helpNow}`,
  '\\b(?:help|please) (?:me )?(?:im|we are) (?:trapped|in danger|bleeding|hurt|dying|scared for my life)\\b',
  `^(?:(?:please|pls) ){0,2}help (?:me )?(?:please |pls )?im (?:so |really )?scared${helpNow}|^im (?:so |really )?scared (?:please )?help(?: me)?${helpNow}|\\bim (?:so )?(?:scared|afraid|terrified) of (?:kin|him)${helpNow}`,
  `\\bim in (?:real |serious |great )?danger${helpNow}`,
  `(?:^|\\b(?:im|we are) )hiding in (?:the|my|a|our) (?:closet|bathroom|bedroom|basement|attic|shed|barn|woods)\\b`,
  `^(?:help )?(?:shots fired (?:at|in|outside|near)\\b.*|gun ?shots outside${helpNow})|\\bthere is (?:a |an )?(?:active )?shooter(?: (?:here|at|in|outside)\\b(?! (?:call|cod|fortnite|basketball|the nba)\\b).*)?$`,
  `\\b(?:he|kin) (?:is )?shooting (?:at (?:me|us|people|everyone|kin|someone)|up (?:my|our|the|a|this) (?!(?:rankings?|charts?|leaderboards?|standings|polls|ladder|draft)\\b)\\w+)\\b|\\b(?:there is(?: (?:someone|a man|a guy))?|someone|a man|a guy) (?:is )?(?:a )?shooting(?: (?:up|at|in|inside|outside|near|around) ${amongPeople}\\b(?! (?:\\w+ ){0,4}(?:movie|news|update|yesterday|last|drill|training))|${helpNow})`,
  `\\b(?:he|kin|someone) (?:coming|chasing) after me${helpNow}|\\b(?:he|kin|someone) chasing me${helpNow}`,
  '\\bkin (?:comes|came|keeps coming) (?:in|into) my (?:room|bed) at night\\b',
  `\\b(?:shooter|gunman) (?:in|at|inside) (?:my|our) (?:\\w+ )?(?:school|work|workplace|church|store|building|mall|office|class|classroom|dorm)${helpNow}|\\b(?:(?:im|am) going to|i want to|i might|ill|i will) shoot up (?:my|the|this|a) (?:\\w+ )?(?:school|church|work|workplace|office|mall|store|building)\\b`,
  '\\bactive shooter (?:at|in|here|outside)\\b(?! (?:\\w+ ){0,4}(?:news|update|yesterday|drill|training|suspect|identified)\\b)',
  '\\b(?<!\\b(?:draw(?:ing)?|paint(?:ing)?|sketch|pictures?|photos?|(?:dream|dreamt|dreamed|dreaming|drawing|picture) (?:about|of)) )(?:he|someone|kin) (?:has|got|pulled|with|(?<!\\b(?:do|does|did|can|could|should|would|will|may) \\w+ )have) a (?:gun|knife)(?! (?:to (?:sell|sharpen|whittle)\\b|at home how to store|and i (?:want|need) to (?:know how to clean|sharpen)|in (?:his|her) (?:car|truck) is it legal))(?: (?:help|please|and|at|on|to|in|outside|pointed).*)?$',
  `\\b(?<!\\b(?:if|when) )there is ${armed} with a ${weapon}\\b|\\b${armed} (?:outside|inside|here|upstairs|downstairs) with a ${weapon}\\b`,
  `\\b(?:he|kin|${armed}) (?:just |is ){0,2}(?:pointed|pointing|points|pulled|aimed|aiming|holding|held) (?:a|his|her|the) ${weapon} (?:at|on|to) (?:me|us|kin)\\b(?! (?:in|at) (?:the |a )?(?:game|dream|movie))`,
  `\\b${attacker} (?:(?:just|keeps|has) ){0,2}(?:slap(?:s|ped|ping)?|drugged|raped|kidnapped|abducted|poison(?:ed|ing|s)|stalk(?:s|ed|ing)|trafficking) ${me}\\b(?! (?:on the back\\b(?! of)|with (?:a|an) (?:\\w+ )?(?:fine|lawsuit|bill|fee)|in (?:the|a|my) (?:game|dream)))${pastAgo}`,
  `\\b${attacker} (?:just )?(?:pushed|threw|shoved) me(?: (?:down(?: the (?:stairs|steps))?|against the wall|across the room|into (?:a|the) wall|(?:on|to|onto) the (?:floor|ground)|out of the car))?${helpNow}`,
  `\\b(?:${attacker}|a woman) (?:just )?grabbed (?:me(?: by (?:the|my) \\w+)?|my (?:throat|neck|hair))${helpNow}|\\bhands (?:around|on) my (?:throat|neck)\\b(?! (?:in|meaning|dream))`,
  `\\b${attacker} (?:just )?(?:coming to|threatens to|keeps threatening to|going to find me and) (?:${harm}|rape|attack|beat) ${me}\\b${pretence}|\\b${attacker} (?:just )?(?:going to|trying to|wants to|tried to|threatened to) (?:kidnap|abduct|strangle|choke|murder) ${me}\\b${pretence}`,
  `\\b(?:(?:my|a|the) (?:coach|teacher|pastor|priest|boss|doctor|babysitter|tutor|counselor|man|guy)|a stranger|someone) (?:touch(?:es|ed|ing)|molest(?:s|ed|ing)|grabbed|grop(?:es|ed|ing)|rap(?:es|ed|ing)) me${helpNow}`,
  `\\bi(?:m| was| got) (?:just )?(?:kidnapped|abducted|tied up)${helpNow}|\\bim being sex trafficked\\b|\\bim (?:stuck |locked |trapped )?in (?:a|the|his|someones) trunk\\b`,
  `\\b(?:he|kin|someone|a man|my parents) (?:just |has )?locked me in(?:side)?(?: (?:the|a|my|his|her) (?:${room}|closet|cage|trunk|cellar))?${helpNow}`,
  '\\b(?<!\\b(?:if|when) )(?:kin|someone|he|a man) (?:beating(?: up)?|choking|strangling|stabbing|attacking) (?:his|her|a|the) (?:wife|husband|girlfriend|boyfriend|kids?|children|child|baby|mom|woman|girl)\\b(?! (?:at|in) (?:chess|cards|golf|checkers|tennis|pool|(?:the|a|his|her) (?:game|race|movie|book|show|song)))',
  `\\b(?<!\\b(?:if|when|about|dream of) )(?:(?:someone|kin|neighbors?|a woman|a man|a girl|woman|people) (?:is )?(?:screaming|yelling) for help|someone (?:being|getting) (?:murdered|killed|raped|stabbed|beaten|attacked|beat up|kidnapped|shot))${helpNow}`,
  `^(?:help )?(?:there is )?(?:a |an )?(?:armed )?(?:man|guy|person|someone) (?:with (?:a )?(?:gun|knife)|armed)(?: (?:here|outside|inside|is (?:here|outside|inside)))?${helpNow}`,
  `^(?:help )?(?:there is )?(?:an? )?(?:robbers?|burglars?|intruders?|prowler) (?:is )?(?:in|inside|outside|at) (?:my|our|the) (?:${room}|yard|backyard|door|window)${helpNow}|^(?:help )?(?:there is )?(?:an )?intruders?${helpNow}|^(?:help )?home invasion${helpNow}`,
  `\\b(?:i (?:just )?(?:got|was)|im being|ive been) (?:just )?(?:robbed|held up|mugged|carjacked)(?: at (?:gun|knife) ?point)?${helpNow}`,
  `\\b(?:a (?:car|truck|van|man|guy)|someone|he|kin) (?:is )?(?:following|stalking|chasing) (?:me|us)(?: home)?${helpNow}`,
  `\\bim hiding from (?:kin|him|them|someone|a man|an intruder)${helpNow}|\\bim (?:hiding )?under (?:the|my) bed\\b|^(?:(?:help|omg|please|oh no) ){0,3}he (?:just )?found (?:me|us)${helpNow}|^(?:(?:help|please) ){1,3}he coming${helpNow}|\\b(?:he|someone) coming for (?:me|us)${helpNow}`,
  `\\b(?:scared|afraid|fear|fearing|terrified) for my (?:life|safety)\\b|^(?:so )?(?:scared|afraid|terrified) of (?:kin|him)${helpNow}|^(?:i dont feel |im |i feel )?(?:not )?(?:safe|unsafe) at home${helpNow}|^(?:i dont feel|im not|not|i do not feel) safe${helpNow}|^(?:i feel|im) unsafe${helpNow}`,
  `^(?:help )?(?:active shooter|shots fired)${helpNow}|\\b(?:hear|heard|hearing) (?:\\w+ )?gun ?(?:shots?|fire)(?: (?:outside|nearby|next door|in (?:my|the|our) (?:building|house|apartment|school|street|hallway)))?${helpNow}|^(?:help )?gun ?shots in (?:my|our|the) \\w+${helpNow}|^(?:(?:help|omg) ){0,2}he shooting${helpNow}|\\bhe shooting (?:people|everyone|kids|students)\\b(?! in (?:the|a|this) (?:movie|game|show))`,
  `^(?:help )?there is a bomb(?: (?:in|at|on|under) (?:my|our|the) \\w+)?${helpNow}|\\bbomb threat at (?:my|our) \\w+\\b`,
  `^(?:help |i think )?he (?:in|inside|breaking in|breaking into) (?:my|our) (?:house|home|apartment|trailer)${helpNow}|^(?:help )?(?:an? |there is an? )?(?:burglar|intruder|robber|prowler) in house${helpNow}|^burglar${helpNow}|\\bprowler (?:is )?outside${helpNow}`,
  `\\b(?:kin|he) (?:is )?drunk and (?:he )?has an? (?:gun|knife)\\b|\\bkin at my (?:door|house|window) with an? ${weapon}\\b|^(?:help )?(?:a )?man (?:is )?outside my (?:window|door|house)${helpNow}`,
  `\\b(?:a |the )?(?:dogs?|bear|pit ?bulls?) (?:is |are )?attacking (?:me|kin|us|him|her)\\b|\\bmy (?:caregiver|caretaker|nurse|aide|man)s? (?:hit|hits|hurts|hurting|beats) me${helpNow}|^(?:the|my) (?:nurse|aide|caregiver) (?:is )?(?:hits|hitting|hurting|beating) me${helpNow}|\\bi (?:just )?accidentally shot myself\\b`,
];
