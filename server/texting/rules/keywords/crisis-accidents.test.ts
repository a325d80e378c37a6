import { expect, test } from 'vitest';

import { isCrisis } from './crisis.ts';

function cells(table: string): string[] {
  return table.split('|').map((cell) => cell.trim());
}

/** Other people, accidents and illnesses; crisis.test.ts has what people write about suicide. */
const crises = cells(`
  my husband slapped me | my husband pushed me down the stairs | my husband threw me | my husband grabbed my throat
  | my husband put his hands around my neck | my husband threatens to kill me | my coach touched me | my teacher touched me
  | a man touched me | a man grabbed me | someone grabbed me | someone is trying to kidnap me | someone kidnapped me | i was kidnapped
  | im kidnapped | i am being sex trafficked | im in a trunk | im in the trunk of a car | im tied up | he locked me in
  | he locked me in the bathroom | my husband locked me in | my parents locked me in the basement | my neighbor is beating his wife
  | i hear my neighbor screaming for help | someone is screaming for help | someone is being murdered | a man with a gun is here
  | man with gun | robber in my house | burglar in my house | intruder | intruder in my house | there is an intruder
  | home invasion help | i got robbed at gunpoint | a car is following me | someone is stalking me | im hiding from my husband
  | im under the bed hes coming | he found me | he is going to find me and kill me | hes coming to kill me | he is coming for me
  | help he is coming | im scared for my life | i fear for my life | i am afraid for my life | scared of my husband
  | scared of my boyfriend | i dont feel safe | i am not safe | not safe at home | active shooter | shots fired | i hear gunshots
  | i hear gun shots | i heard gunshots | gunshots in my building | they are shooting | hes shooting people | there is a bomb
  | there is a bomb in my school | bomb threat at my school | kitchen fire | theres a fire | fire | fire fire | FIRE!! | help fire
  | fire help | im on fire | my clothes are on fire | my son is on fire | smoke everywhere | smoke coming from the wall | gas leak
  | i smell gas in the house | carbon monoxide | my co alarm wont stop | i feel dizzy and the co alarm is going off
  | im stuck in my car in a flood | my car is in the water | my car is sinking | my car is under water | water is coming in my car
  | im stuck in flood water | flood water is rising in my house | the water is rising and i cant get out | im stranded in the flood
  | im stranded in the snow | im freezing to death | my baby fell in the pool | my son fell in the pool | car accident
  | i was in a car accident | i just had a car accident | i crashed my car | i crashed my car im bleeding | i got in a wreck
  | ive been in a wreck | i got hit by a car | i was hit by a car | my son got hit by a car | my daughter was hit by a car
  | my kid got run over | my motorcycle crashed im hurt | i rolled my tractor | the tree fell on my husband | a tree fell on me
  | i fell and broke my hip | my mom fell | my grandma fell and hit her head | my dad fell and is bleeding | i cant move
  | i cant feel my legs | i cant feel my arm | i cant feel my face | i cant move my arm | i cant see | cant catch my breath
  | i cant catch my breath | i cant get air | im struggling to breathe | hard to breathe | its hard to breathe
  | im having trouble breath | im short of breath and my chest hurts | trouble breathing | difficulty breathing | asthma attack
  | heart attack | i am having a hart attack | my husband had a heart attack | my husband just had a heart attack
  | my husband just had a stroke | my mom had a stroke just now | my mom just had a stroke | my son had a seizure
  | my daughter is seizing | my son is seizing | seizure help | my chest hurts | my chest hurts bad | my left arm is numb
  | left arm numb chest pain | my heart hurts | my heart stopped | my husbands heart stopped | my wife passed out
  | my husband passed out | my mom is passed out | my mom fainted | my friend is blue | his lips are blue | her lips are blue
  | my babys lips are blue | my baby is blue | my baby is limp | my toddler drank cleaner | my son took my pills | my son drank gas
  | my baby ate a pill | i poisoned myself | someone poisoned me | snake bite | rattlesnake bite what do i do | allergic reaction
  | im having an allergic reaction | anaphylaxis | my face is swelling | my tongue is swelling | im going into shock
  | im going into anaphylactic shock | i cut my arm and it wont stop bleeding | it wont stop bleeding | bleeding a lot
  | im bleeding and pregnant | im pregnant and bleeding | i am having a miscarriage | my wife is having the baby now | my water broke
  | i cut off my finger | i cut my finger off | i cut my hand bad | i chopped off my finger | my husband cut his leg with a chainsaw
  | chainsaw cut my leg bleeding bad | i was electrocuted | my husband got electrocuted | my son got electrocuted
  | i burned myself bad | my son got burned bad | dont let me die | please dont let me die | u need to call 911 | nine eleven
  | i need help now | help i fell | help emergency | emergency help | SOS help | mayday | save me | someone save me | rescue me
  | there was a bad wreck people hurt | wreck on i 40 people hurt | he beats me every time at night
  | my neighbor threatens me over property line with a gun | my baby stopped breathing fast help
  | my baby stopped breathing hard to wake up | my baby stopped breathing | i have no phone call 911 | my dad wont wake up to pee
  | i got shot with a pistol | i just got shot with a gun | i got shot by a man | what to do if bit by a rattlesnake
  | i was raped by my uncle | im being followed on the highway | he has a gun in his car | he has a gun at home and im scared
  | my husband has a gun and wants to kill me | i took all my pills | i took all my pills for the week | my husband shot me
  | my ex hurt me in the head | someone outside my house with a gun playing`);
test.each(crises)('%j is a crisis', (text) => expect(isCrisis(text)).toBe(true));

const questions = cells(`
  my baby kicked me | he threw me under the bus meaning | my friend threw me a party | my husband grabbed me lunch
  | i am tied up with work | he locked me in at 6 percent | my lender locked me in at 6 percent | my cat is screaming for food
  | man with a gun movie | the intruder movie cast | was i robbed at the oscars | intruder alarm cost | home invasion movie
  | someone is following me on tiktok | he found me on facebook | coming for me lyrics | is it safe at home depot
  | not safe for work meaning | shots fired tv show | gunshots in rap songs | he is shooting at the foul line | bomb cyclone forecast
  | there is a bomb cyclone coming | fire tv stick | fire 7 tablet price | fire emblem release date | chicago fire schedule
  | is there a fire ban in colorado | on fire lyrics | smoke coming from my exhaust | gas leak smell how to check stove
  | carbon monoxide detector chirping | is water wet | my mortgage is under water | sinking fund | my car is in the shop
  | my son fell in love | car accident lawyer near me | car wreck attorney | car crash on i95 today
  | i was in a car accident last month do i need a lawyer | i crashed my computer | my son crashed his bike yesterday insurance
  | got hit by a bus lyrics | i fell asleep | i fell for a scam | i cant see the eclipse | i cant move my desktop icons
  | i cant move forward in zelda | hard to breathe maroon 5 | heart attack signs in women | heart attack lyrics
  | my mom had a stroke in 2015 what exercises help | my dad had a heart attack last year diet | stroke symptoms
  | my chest hurts after bench press | my heart hurts for you lyrics | heart stopped meaning | passed out of committee bill
  | my baby is blue eyed | blue lips lana | snake bite kit | snake bites piercing price | allergic reaction to penicillin symptoms
  | my dogs nail wont stop bleeding | my gums wont stop bleeding | my water broke down heater | i cut off my cable | i cut off my mom
  | i cut off my hair | save me a seat | save me san francisco lyrics | sos phone number | mayday parade tickets | mayday call meaning
  | emergency help line for plumbing | overdose | i did too much laundry | he took too much time | my mom took my phone
  | my kid ate a pill bug | she fell | she slapped me in the dream | my cat grabbed me | lost at sea | im freezing
  | stranded deep tips | im stranded at o'hare | im stranded in atlanta any hotels | nine eleven memorial hours
  | what happened on nine eleven | had a seizure in 1990 | im pregnant and tired | im pregnant and bleeding gums
  | spotting while pregnant normal | i drank gas station coffee | my son drank gas station sushi | i need help now with algebra
  | im in shock | im going into shock therapy | my husband passed out flyers
  | my truck is on fire red paint code | need an ambulance to hospital cost | does my flip phone call 911
  | my baby quit breathing hard after fever | he quit breathing treatment | my dad stopped breathing treatments
  | my nose wont stop bleeding | how many people get bitten by a rattlesnake | my dog got bit by a rattlesnake
  | i fell in love and cant get up in the morning | i took all my medication for today | i got shot by a nerf
  | i just got shot covid sore arm | im being robbed by my insurance | im being followed on instagram by bots
  | im being stalked by a turkey | im being abused by my cable company | im being attacked by mosquitoes
  | im being chased in my dreams meaning | someone outside my house playing loud music | someone in my house snores
  | someone at my house is allergic to nuts recipe | she is going to kill me for forgetting anniversary ideas
  | my wife is going to kill me i forgot our anniversary | someone will hurt me in the dream | my friend beat me to it
  | my dad beat me playing pool | my boyfriend shot me a text | my brother shot me with a nerf gun | my friend shot me a look meaning
  | my neighbor is threatening me with hoa fines | my ex is threatening me with court | my uncle touched me with his story
  | my grandma touches me with her kindness | im locked in a lease | im locked in a contract how do i get out
  | im locked in a mortgage | im trapped in a time loop movie | im trapped in a glass case of emotion | trapped in our contract
  | car crash and need help from lawyer | was there a wreck on i40 people hurt | active shooter in maine suspect
  | there is a shooter in basketball | he has a gun in his car is it legal | my husband has a gun and i want to know how to clean it
  | my husband got a knife and i need to sharpen it | my friend got a knife to whittle | my dad has a gun at home how to store safely
  | my grandpa has a gun to sell | someone has a knife to sharpen | my son doesnt wake up when he wets the bed
  | my son is not waking up to pee | my mom and her face is drooping from botox | my dogs face is drooping`);
test.each(questions)('%j is a question', (text) => expect(isCrisis(text)).toBe(false));
