import fc from 'fast-check';
import { expect, test } from 'vitest';

import { growthMax, growthOf } from '#server/testing/linear-work.ts';

import { isCrisis } from './crisis.ts';

function cells(table: string): string[] {
  return table.split('|').map((cell) => cell.trim());
}

const crises = cells(`
  i want to kill myself | I WANT TO KILL MYSELF | I want to kill myself. | i wanna kill my self | im gonna kill myself
  | I'm going to kill myself tonight | i am going to end my life | im going to end my life | thinking about suicide
  | i'm thinking of suicide | ive been thinking about suicide lately | i am suicidal | feeling suicidal | im so suicidal rn
  | I feel really suicidal | i have suicidal thoughts | having suicidal thoughts what do i do | i want to die
  | I just want to die | i dont want to live anymore | I don't want to live any more | i do not want to be alive
  | i dont want to be here anymore | i wish i was dead | i wish i were dead | i wish i was never born | im better off dead
  | everyone would be better off without me | how do i kill myself | how to commit suicide | easiest way to kill myself
  | painless way to die | i tried to kill myself | i want to hurt myself | i keep cutting myself | i want to cut myself
  | going to hang myself | want to shoot myself | i want to kil myself | i want to kill myslef | i want to commit sucide
  | IM GOING TO KILL MYSELF | i cant go on anymore | i cant go on | i have no reason to live | im going to end it all
  | i want to end it | i might take my own life | im going to jump off the bridge | kms | i need to self harm
  | suicide hotline | suicide hotline number | suicide prevention line | how many tylenol to overdose
  | how many sleeping pills to die | my friend is suicidal | my son wants to kill himself
  | my daughter says she wants to kill herself | my wife is threatening to kill herself help
  | someone is breaking into my house help | someone breaking into my house | Somebody is trying to break in
  | someones in my house | there's a man outside my window
  | theres an intruder in our house | someone is trying to kill me | he is going to kill me | hes going to kill me
  | my husband is beating me | my husband hit me | my boyfriend is choking me | my ex is threatening to kill me
  | my dad beats me | my stepdad is hurting me | he is hitting me | im being followed | i am being attacked
  | I'm being held hostage | ive been shot | i just got stabbed | i was raped | ive been kidnapped | call 911
  | CALL 911 | please call 911 | call 911 now my house is on fire | Help! Call the police! | can you call 911
  | send an ambulance | send help call an ambulance | 911 | 9-1-1 | help 911 | 911 emergency | i need an ambulance
  | i need the police now | im having a heart attack | i think im having a heart attack | am i having a stroke
  | my mom is having a stroke | my baby isnt breathing | my baby is not breathing | my baby is choking
  | i cant breathe help | I can't breathe | my house is on fire | i overdosed | i think i overdosed | im overdosing
  | my friend overdosed | i took too many pills | i just took a whole bottle of pills | i swallowed a bunch of tylenol
  | i drank bleach | my toddler swallowed bleach | im bleeding out | im dying help | help me im dying | help im trapped
  | there is an active shooter at my school | he has a gun | he has a knife help | please help im in danger
  | hi im having a really hard day and i want to kill myself | I can't do this. I want to die. | nine one one
  | i feel like dying | im thinking of ending it | just want it all to end | goodbye im ending it | suicidal | i cut my wrists
  | i want to slit my wrists | i'm standing on a bridge and want to jump | i took 30 pills | no one would care if i died
  | i took 40 tylenol i want to sleep forever | i cant do this anymore | my mom's boyfriend hits me | my uncle touches me
  | there is somebody in my backyard | someone is following me | i think someone followed me home | someone got shot
  | my brother got shot | i was stabbed | was just raped | he wont let me leave | im locked in a basement
  | i dont feel safe at home | we need police | send police to 123 main st | need an ambulance | need 911 | please send help
  | someone help me | i just got in a car accident call 911 | my grandma fell and is not breathing | my dad collapsed
  | im having trouble breathing | friend overdosing | my friend od'd | theres a fire in my apartment | im going to die
  | i smell smoke and cant get out
  | cant breathe | Can't breathe help | a man is following me | some guy is following me home | my ex is following me help
  | my husband fell and is unconscious | my mom is on the floor unresponsive | husband unconscious | baby not breathing
  | fire in my kitchen | Fire in our living room!! | help fire in my house | Im going to jump | i'm gonna jump | husband beating me | boyfriend is choking me
  | call 9-11 | 9 11
  | I want to die. What does it matter | i want to kill myself what does it matter anymore | what does it matter if i kill myself
  | i want to kill myself i wrote a song to say goodbye | im going to kill myself i left a book for my kids | I want to die. Song of the day?
  | my husband beat me after the movie help | my boyfriend choked me in the movie theater | im going to kill myself what does the bible say
  | who said you can stop me i want to kill myself | what is the meaning of life i want to die | i beat minecraft now i want to kill myself
  | my baby wont wake up | my dad wont wake up | dad wont wake up | she wont wake up | he isn't waking up | i cant wake my husband up | baby turning blue
  | i just took 20 benadryl | i took the whole bottle | I swallowed pills | took a bunch of pills | i ate a whole bottle of aspirin
  | my 2 year old ate a bottle of tylenol | 2 yr old drank bleach | my 3-year-old drank bleach | my grandson got into my heart pills
  | she took a bunch of pills | i just took twenty sleeping pills | will 20 xanax kill me | my baby swallowed a battery
  | she is going to kill herself | he wants to kill himself | my friend wants to die | my son said he wants to die
  | my grandpa says he doesn't want to live anymore | my daughter is cutting herself | he's gonna jump | my husband locked himself in with a gun
  | i hope i dont wake up | i dont want to wake up tomorrow | gun in my mouth | i have the gun in my hand | tired of living | no reason to keep going
  | having chest pains | my husband has chest pain | chest pain and left arm numb | my throat is closing up | my wife cant talk and her face is drooping
  | im pinned under the tractor | i fell and i cant get up | fell off the roof cant move | a man is trying to break in my back door
  | AMBULANCE NOW | ambulance | help police | send an ambulance | this is an emergency | its an emergency please help | theres a shooter
  | hiding in the bathroom he is outside | my house is filling with smoke | barn on fire | help im trapped | bad wreck people hurt
  | he is shooting at people | my ex is shooting up the house | help someone is in the home | im hiding from someone in the house | i would rather die than live like this
  | my kids would be better off without me | they would be better off without me | my wife would be better off without me
  | my family is better off without me | he would be better off without me | my mom and dad would be better off without me
  | theyd be better off without me | they'd all be better off without me | she'd be better off without me | my children would be better off without me
  | my husband and kids would be better off without me | the world is better off without me | everyone is better off without me
  | my parents would be better off without me | i just dont want to live anymore | I really don't want to be here anymore | i just wish i was dead
  | i just want to be dead | i just cant do this anymore | wish i was dead | i dont wanna live no more | i cant go on living
  | i honestly dont want to be alive | i just cant go on | i really cant take it anymore | i just dont want to be alive anymore
  | i just dont wanna be here anymore | i still want to die | i literally want to die | wish i were dead | i dont want to be here no more
  | i cant do this no more | i cant live anymore | i just wanna be dead | i just really dont want to live | i cant go on living like this
  | i just feel like dying | my son cant breathe | my mom can't breathe | he cant breathe help | she has chest pain | my boyfriend wont let me leave
  | my husband wont let me leave the house | my daughter cant breathe | she cant breathe | someone cant breathe | he has chest pains
  | she is having chest pains | he wont let me leave the house | my dad has chest pain help | he won't let me out of the house | my baby can't breathe
  | baby cant breathe | she's got chest pain | my dad says he cant breathe | he wont let us leave | she wont let me leave
  | my boyfriend wont let me out | my husband is not letting me leave | the house is on fire | the kitchen is on fire help
  | someone is in the house help | theres a man in the house | grease fire in my kitchen | someone in the house | our house is on fire
  | the building is on fire | the apartment is on fire | there is someone in the house | theres an intruder in the house | a man is in the house
  | the stove is on fire | the oven is on fire | my kitchen is on fire | there's a fire in the kitchen | theres a fire in the house
  | fire in the kitchen | electrical fire in my house | the house is full of smoke | someone is breaking into the house | somebodys in the house
  | the car is on fire | house fire help | my stove is on fire | im gonna blow my brains out | i want to off myself
  | i want to put a bullet in my head | im going to take all my pills | i want to overdose | i feel like ending it all
  | i want to go to sleep and never wake up | id rather be dead | i was sexually assaulted | someone is shooting at my school
  | i wanna blow my head off | im gonna off myself | i should just off myself | i feel like ending it | i feel like ending my life
  | i just want to fall asleep and not wake up | i want to sleep and never wake up | i would rather be dead | i was just sexually assaulted
  | i got sexually assaulted | i was assaulted | someone shooting at the mall | theres shooting at my school | im going to take all these pills
  | im going to take all of my pills | i want to take all my pills | im going to swallow all my pills | im going to overdose | im gonna od
  | im about to take a bottle of pills | put a bullet in my head | i want to put a gun to my head | i was molested | someone is shooting
  | a man is shooting in walmart | someone is shooting in my school help | someone is shooting up my school | i was raped last night
  | someone is in the house and i can hear them
  | theres someone outside the house | i might be better off dead | dad has chest pain | theres a grease fire in my kitchen
  | my mom cant breathe and her lips are blue | i want to end my life insurance will pay my kids
  | please pray my mom is dying | i took 12 tylenol
  | my daddy isnt breathing | mommy wont wake up | my mama wont wake up | my momma fell and cant get up | my mum is not breathing | my daddy hits me
  | my little boy isnt breathing | my grandbaby wont wake up | my father in law collapsed | my foster dad touches me | my bro overdosed
  | the baby isnt breathing | the baby stopped breathing | the baby wont wake up | the baby is choking | my mother-in-law is having a stroke
  | my brother-in-law hits me | my baby daddy is beating me | my baby's daddy hit me | baby boy not breathing | the toddler drank bleach
  | the baby swallowed a battery | the baby is turning blue | the baby is having a seizure | my sis wants to kill herself
  | my lil brother isnt breathing | the kids are not breathing | the little girl isnt breathing | baby stopped breathing
  | my papa is having a heart attack | my gramma fell and isnt breathing | my auntie collapsed
  | i cant breath | my son cant breath | i want 2 die | i dont want 2 live | he wants 2 kill himself | some1 is in my house | sum1 is in my house
  | im going 2 end it 2nite | i wanna go 2 sleep and never wake up | sumbody is breaking in | every1 would be better off without me
  | my baby isnt breathin
  | wish i was never born | i wish i had never been born | wish i could die | crisis hotline | crisis text line number | im planning my suicide | my son is having an asthma attack | suicide prevention lifeline | suicide prevention lifeline number | my son shot himself | my brother hung himself
  | my daughter slit her wrists | my daughter cut her wrist help | my son is choking on a grape | my son is choking and cant breathe
  | im choking on my food help | my mom passed out and wont wake up | they have a gun | he wanna kill me | they want to kill me | he is suicidal
  | shes really suicidal | i od'd | I OD’d help | he od'd | there is a man with a gun | theres a guy with a gun in the store
  | someone is outside with a gun | he pointed a gun at me | my husband is pointing a gun at me | i smell gas in my house
  | it smells like gas in my apartment | my house is burning down | our house caught fire | the house is burning down help | please help me im scared
  | help me please im scared | im scared please help me | medical emergency | this is a medical emergency | i have a medical emergency | chest pains
  | severe chest pain | chest pain help | i took an overdose | im ready to die | i dont feel like living anymore | i dont feel like living
  | i hope i die | i hope i die in my sleep
  | he is shooting up the school | there is someone in the house with a knife | someone in my house with a gun | someone in my house has covid and cant breathe
  | im stuck in my car and cant get out | trapped in my car cant get out | stuck in elevator cant get out | there is a fire and we cant get out
  | my son is stuck in the car cant get out | my son comes into my room at night | my stepdad comes into my bed at night how do i stop it
  | my baby wont wake up to eat | my brother just od | my friend odd
  | i am going to kill me | i need to die | i deserve to die | i should die | i have to die | let me die | just let me die | please let me die | please kill me | kill me | someone kill me | just kill me
  | i want someone to kill me | i pray i dont wake up | i wish i wasnt alive | i wish i wasnt here | i wish i didnt exist | i wish i never existed | wish i could disappear | i want to disappear
  | i want to not exist | i dont want to do this anymore | i dont want to be on this earth anymore | i dont want to be in this world anymore | i dont care if i live or die | i dont care if i die
  | ive got nothing to live for | nothing to live for | there is nothing left for me | there is no reason for me to live | theres no point anymore | whats the point of living
  | whats the point in living anymore | what is the point of living | why should i live | why am i even alive | why live | why go on | why should i keep living | is life worth living
  | life is not worth it | life isnt worth it anymore | my life is over | my life is worthless | i hate my life | i hate living | i cant live with this pain | i cant live with myself
  | i cant keep doing this | i cant handle this anymore | i cant handle life | i cant cope anymore | i cant stand living | im done living | im done with everything | im giving up | im giving up on life
  | i give up on life | ready to die | i have a suicide plan | this is goodbye | goodbye cruel world | goodbye forever | goodbye i love you all | tell my family i love them
  | tell my kids i love them im sorry | i took 2 bottles of pills | i took my whole bottle of xanax | overdosed help | i od | i took fentanyl and cant stay awake | i did too much heroin
  | i took too much heroin | i took too much meth | i took too much cocaine | i took too many edibles cant breathe | i cut myself | i cut myself again | i want to cut | i feel like cutting
  | i keep thinking of ways to die | i think about suicide every day | i think about dying all the time | feel suicidal | am suicidal | suicidal help | suicide | suicidal thoughts | suicidal thoughts help
  | need suicide help | suicide prevention | quick way to die | how to die | how can i die | how do i die fast | how to die fast | ways to die | ways to commit suicide | how to hang myself
  | how to slit your wrists | how to cut your wrists | how deep to cut wrists | what pills can kill you | what pills kill you fastest | what is the best way to overdose | does it hurt to hang yourself
  | does hanging hurt | does it hurt to die | lethal dose of tylenol | lethal dose of xanax | how high to jump to die | how high do you have to jump to die | is a 5 story fall fatal | im on a bridge
  | im standing on the edge | about to jump | i have a gun and want to use it | i got my gun out | i have a loaded gun | i have pills in my hand | i have the pills in front of me | i have a rope
  | i have a noose | i have a noose around my neck | im hanging myself | im bleeding from my wrists | im going to crash my car on purpose | i want to drive off a bridge | i want to drive into a tree
  | i want to drive my car off a cliff | i want to crash my car and die | i want to walk into traffic | i want to step in front of a bus | i want to end things | i want to end everything
  | i want to end this pain | i just want the pain to stop | make the pain stop | i want the pain to end | i just want to be gone | i want to be gone | you would be better off without me
  | the world would be better without me | everyone would be happier if i was dead | nobody cares about me | nobody cares if i live or die | it would be better if i was dead | it would be better if i died
  | better off dead | god take me | lord take me home | i want god to take me | i want to go to heaven now | i want to go be with jesus now | i want to be with my dead husband
  | i want to see my mom in heaven tonight | i want to unalive | i want to sewerslide | s u i c i d e | i wnt to die | i want to dye | i whant to die | i wants to die | i want to fucking die | iwanttodie
  | i want die | kms tonight | tonight i die | tonight is the night i die | ill be dead by tomorrow | i will be dead soon | ill be dead soon | this is the end for me | i took my last breath
  | my friend is threatening suicide | my son is talking about suicide | my daughter is cutting | my girlfriend says she will kill herself if i leave | my boyfriend says hell kill himself if i leave
  | he jumped off the bridge
  | how to tie a noose for a tree | how to hang yourself in a closet | how to hang yourself a quick way | no reason to go on`);
test.each(crises)('%j is a crisis', (text) => expect(isCrisis(text)).toBe(true));

const questions = cells(`
  911 porsche hp | porsche 911 turbo price | suicide squad showtimes | how many people die by suicide each year
  | who killed jfk | kill a process linux | how to kill a process in linux | kill bill cast | to kill a mockingbird author
  | what happened on 9 11 | 9/11 death toll | 9/11 memorial hours | when did 911 start as an emergency number
  | reno 911 cast | 911 tv show schedule | 911 lone star season 5 | what is the suicide rate in japan | suicide door cars
  | who died by suicide in 2018 | did robin williams commit suicide | how did kurt cobain die | suicidal tendencies band members
  | best way to kill weeds | how to kill ants | how do i kill mold | kill switch wiring | killers setlist | the killers tour dates
  | what kills roaches | overdose symptoms of vitamin d | can you overdose on melatonin | naloxone near 60614
  | i overdosed on coffee how long until it wears off | i cut myself shaving how do i stop the bleeding | how to hang a picture
  | hang drywall by myself | how do i shoot a free throw | i want to die my hair blonde | i'm dying to know who won the bears game
  | i want to live in denver | i dont want to live in texas where should i move | end of life care cost | life insurance rates
  | cut myself some slack meaning | my husband is beating me at chess how do i win | he is beating me in madden tips
  | bleach stain removal | how to remove bleach | dog ate chocolate what do i do | breaking bad cast | breaking news today
  | someone like you lyrics | someone is knocking at the door song | call of duty release date | call center jobs near me
  | police scanner frequency chicago | police academy movies | who do i call for a pothole | non emergency police number denver
  | when should i call 911 | does 911 work without service | what does 911 cost | 988 area code | what is 988
  | what does i want to kill myself mean in spanish | i want to die lyrics | who sang i cant breathe | i cant breathe movie
  | i cant breathe through my nose | how do i kill myself in minecraft | heart attack symptoms | what does a stroke feel like
  | heart attack grill las vegas | stroke width css | stroke order of kanji | how to do the heimlich | choking hazard age
  | active shooter training video | active shooter drill requirements | gun laws in texas | gun show this weekend
  | knife sharpening near me | how many tylenol can i take a day | how many pills in a bottle of advil
  | lethal dose of caffeine | is it dangerous to mix bleach and ammonia | how to help a friend with depression
  | depression symptoms | what is self harm | beat my high score | beat me up scotty | fire department number chicago
  | house on fire cast | my house is on a hill what about flooding | fire in california today | is the fire near paradise contained
  | weather 60614 | WTHR 60614 | hit me with your best shot lyrics | shot put world record | stabbing in london news
  | kidnapped robert louis stevenson summary | raped of nanking history | hostage movie cast | robbed of an oscar
  | i was robbed in 2019 can i deduct the loss | end it movement | ways to die in the west cast | a million ways to die
  | live and let die singer | i will survive lyrics | how to survive a heart attack | die hard release year | d-day date
  | time to kill 3 hours in chicago | killer whale lifespan | murder she wrote cast | dead sea salinity | better call saul cast
  | | ok | stop | help | thanks | call me maybe lyrics | call the midwife season 12 | emergency room wait times 60614
  | how to not die in valheim | i want to end my lease early
  | i want to end my subscription to hulu | are there fires near me | has the shooter been caught | my wife beat me at scrabble
  | my dog is choking what do i do | my cat is not breathing | i want to shoot photos of the milky way | i hurt my back stretches
  | i want to cut my own hair | someone stole my package what do i do | someone keeps calling me spam | someone following me on instagram
  | my neighbor is being loud police non emergency | the bears are killing me who won | im dying of laughter | im dying for a burger near me
  | traffic is killing me i-90 status | call the bank of america number | how do i report abuse to cps | is suicide a sin
  | national domestic violence hotline number | he has a gun permit in texas rules | want to jump start my car | im going to die of boredom jokes
  | what to do if someone overdoses | how to help my suicidal friend resources | i wish i were in dixie | my baby is teething remedies
  | my friend is dying of cancer what to say | my mom is dying what is hospice | my brother got shot at in call of duty
  | i took 2 tylenol can i have wine | need police report copy how | do i need an ambulance license | when do you call 911
  | someone help me find a plumber | i cant take it with you movie | im locked out of my car who do i call | emergency vet near 60614 | is there an er near me | poison ivy treatment | poison control number | poison concert dates
  | 9/11 | 9-11 | What was 9/11? | 9 / 11 | cant breathe through my nose | cant breathe well at high altitude why | fire in my belly meaning | fire in my area
  | fire in my fireplace smells | im going to jump rope how many calories | im going to jump in the lake is it safe | husband beating me at chess
  | unconscious bias definition | my son wrote an essay about unconscious bias | a man is following me on twitter | husband hitting on me | my dog is following me
  | my friend hit me up | my husband hits me up for money | my son hit me with a ball how to treat black eye | he hit me with a lawsuit
  | a man at my door selling solar is it a scam | a guy at my door from at&t is it legit | someone in my car club wants a part
  | i want to die at home hospice rules | i wish i could die my hair red | my son wants to die his hair blue
  | i want to die song | i want to die by nirvana lyrics | what song says i want to die | what movie has the line i want to die
  | how do you say i want to die in spanish | translate i want to die to french | he wants to kill himself in the movie what is it called
  | who sings i dont want to live anymore | does he want to kill himself in the book | ways to kill yourself in the sims | gun to my head lyrics
  | my son wont wake up for school what do i do | i cant wake my son up for school | my phone wont wake up | he wont wake up before noon is that normal
  | i took 500 mg tylenol can i have wine | i took 20 mg of melatonin is that too much | i took too many vitamins | my dog ate a bottle of tylenol
  | my mom took her blood pressure pills twice | my 2 year old has a fever of 103 | 2 year old ate dirt is it ok | will 2 tylenol kill me
  | i fell and cant get up commercial | hiding in the closet meaning | trapped in the closet lyrics | shots fired meaning | ambulance cost
  | police near me | help police scanner | this is an emergency contact form | im having a stroke of luck | my car is on fire sale | im in labor law class
  | tired of living in texas | no point in living in california | life isnt worth living quote | bells palsy face is drooping
  | there is a shooter in call of duty | baby is coming in june what to buy | im scared of spiders | bleeding gums wont stop when i floss
  | how to support someone in the closet | taking care of someone in the home | what movie is he shooting | my son is shooting at the park
  | what to do if there is a fire in the building | what should you do when the house is on fire | i would rather die than live in texas
  | the house is on fire lyrics | what to do if someone is in the house | is it an emergency if my tooth hurts
  | is it an emergency if… | how to put out a grease fire | what to do if your kitchen is on fire | there is a man in the house movie
  | a man in the house cast | someone is in the house song | the roof is on fire song | the roof is on fire lyrics | fire in the kitchen restaurant
  | the world is on fire | the girl on fire | the man in the high castle | the man in the house speech | how many members in the house
  | theres a man in the house of representatives named | who is the oldest man in the house of representatives
  | someone in the house of representatives died who | kevin mccarthy is a man in the house | a man in the house gop
  | he cant breathe through his nose | my son cant breathe through his nose | my dog cant breathe well | they cant breathe underwater right
  | can fish breathe | my baby cant breathe through stuffy nose what to do | i just wish i could sleep
  | my boyfriend wont let me leave the toilet seat up | my boss wont let me leave early | my husband wont let me leave dirty dishes
  | my cat wont let me leave the house | she has chest pain in grey's anatomy | is it normal that my wife has chest freckles
  | he wont let me leave a comment | id rather be dead than red meaning | i want to take all my vitamins at once is that ok
  | can i take all my pills at once | i want to sleep and never wake up lyrics | how to not overdose on vitamin d | i want to overdose on chocolate
  | who was sexually assaulted | someone is shooting a movie at my school | someone is shooting a commercial downtown | i want to blow my nose
  | that blew my brains out | the game blew my mind | i was assaulted by ads | someone is shooting fireworks | someone is shooting off fireworks
  | someone is shooting guns at the range hours | someone is shooting at 5 pm | the kids would be better off without homework
  | would the lakers be better off without lebron | are they better off without him | they would be better off without him
  | my wife would be better off with a roth ira | would my family be better off with a trust | he would be better off without her | are we better off
  | i cant do this math problem | i cant do this anymore lyrics | i cant go on vacation | i dont want to live in texas no more where is cheap
  | i dont want to be here when it rains | i want to be deadpool | i just cant do this crossword | i cant take it back | i really want to die my hair
  | i just want to live | i want to live
  | how do i end my life insurance policy | i took 24 hour allergy medicine can i take benadryl
  | i took 12 hour tylenol can i take advil | what does it mean to dream about someone dying | what to say to someone dying
  | bible verses for someone dying | how to draw someone with a gun | my boyfriend hurt me how do i move on | what happens when my kids call 911
  | i want to take all my pills on the plane
  | he is shooting at the basket | is the house on fire | what does i want to overdose mean
  | the baby is not sleeping through the night | the baby wont take a bottle | how to get the baby to wake up | the baby isnt mine lyrics
  | boy meets world cast | my boy is teething | my bro hit me up | gift for my sister in law | the baby ate dirt is it ok | the toddler has a fever
  | the kids wont let me leave | the baby took his first steps | the baby cant sleep | mama mia showtimes
  | i want 2 live in denver | want 2 tickets to the cubs game | going 2 live nation concert | sum 1 to 100 formula | i want 2 die cut stickers
  | how long can you hold your breath | no 1 song in 1990 | trying 2 kill weeds
  | wish i was born in texas | i wish i was born in the 60s | im choking on my words | asthma attack symptoms | crisis line painting | my uncle shot himself when i was young how to cope | my grandfather hung himself in 1950 | my son shot himself a deer
  | he is choking on defense again who won | im scared of flying help | how to stop choking on food | does he have a gun permit
  | can he have a gun in his car | do they have a gun show this weekend | was he suicidal | is she suicidal in the book
  | songs about a man with a gun | there is a man with a gun in the movie what is it called | he pointed at me meaning | i smell gas in my car
  | gas smell in car | my house burned down what does insurance cover | our house caught fire last year is the smoke damage covered
  | my car is burning oil | burning down the house lyrics | what is a medical emergency | medical emergency card template | chest pain causes
  | chest pain when i cough | overdose meaning | im ready to die my hair | i hope i die my hair right
  | i dont feel like living in texas anymore where should i move | i hope i dont fail | do they want to kill me in minecraft
  | he is shooting up the rankings | he is shooting up the charts | there is someone in the house with covid | someone in the house with the flu
  | someone in my house has covid
  | key stuck in ignition cant get out | my truck is stuck in mud cant get out | smoke smell cant get out of clothes
  | smoke smell in car cant get out | fire ants cant get out of yard | trapped water in ear cant get out
  | my son comes into my bed at night how do i stop it | my newborn doesnt wake up to feed at night is that ok | my son is odd | my son's odd
  | my brother beats me in mario kart | my wife beat me in scrabble | my friend is attacking me in fortnite
  | kill me softly lyrics | killing me softly who sang it | how to cut wrist corsage ribbon | let me die song | what is the point of a roth ira | why should i go on keto | i hate my life insurance company
  | i hate living in florida where should i move | im done with my homework | im giving up sugar what can i eat | i give up on this crossword | goodbye yellow brick road lyrics | goodbye in french
  | i cut myself a slice of pizza calories | i want to cut my hair | i want to cut sugar | suicide squad cast | suicide prevention month | suicide awareness walk near me | suicide rate by state
  | ways to die in the sims | how to die easter eggs | quick way to die shoes black | what drugs kill you in skyrim | what pills can kill a headache fast | what poison kills ants | lethal dose of caffeine
  | how far do you have to jump to die in minecraft | im on a bridge in brooklyn what bridge is it | i have a gun safe how do i open it | i want to drive into the city parking
  | i want to run in traffic school | i need to walk in front of class | i want to end everything with a period | world would be better without mosquitoes | god take me to church lyrics
  | i want to be with jesus lyrics | my brother jumped off the high dive | my friend jumped off a cliff in mexico | will i be dead tired | i will be dead by 2100 | i think about suicide squad
  | i shot myself a deer | how many people think about death | i keep thinking about death stranding | does he want to die in the book | is life worth it | this is goodbye lyrics
  | tell my wife i love her in spanish | there is nothing left for me to watch on netflix | nothing to live for lyrics | no reason to live in chicago | how do you say kill me in spanish
  | im on a ledge game | i want to disappear online how do i delete accounts | better off dead cast | overdosed on carbs | my son is cutting class
  | i drank some bleach scene in movie | i want to be dead weight lifter | thinking of suicide squad movie | considering suicide squad game | painless way to die crossword | easy way to die eggs
  | easiest way to die fabric | quickest way to die hard streaming | how to tie a noose for halloween | how to make a noose for fishing | how to hang yourself a picture | how to shoot yourself in selfie
  | where to shoot yourself video | gun in his mouth scene fight club | no reason to go on vacation | i dont want to wake up tomorrow at 5 am how do i change my alarm
  | i want to sleep and not wake up to pee | i feel like dying my hair | im going to od on turkey tomorrow | my husband wont wake up to alarm`);
test.each(questions)('%j is a question', (text) => expect(isCrisis(text)).toBe(false));

test('spelling and punctuation do not matter', () => {
  const statement = fc.constantFrom('i want to kill myself', 'call 911', 'someone is breaking into my house');
  const typing = fc.constantFrom(
    (text: string) => text.toUpperCase(),
    (text: string) => `${text}!!!`,
    (text: string) => text.replaceAll(' ', '  '),
    (text: string) => `please ${text}`,
    (text: string) => `“${text}”`,
    (text: string) => `${text} 😭😭`,
  );
  fc.assert(
    fc.property(statement, typing, (text, change) => {
      expect(isCrisis(change(text))).toBe(true);
    }),
  );
});

/** Words that many patterns begin with or repeat. */
const repeated =
  'i |help |my |call 911 |someone is |my husband is is is |i want to |how many a b c |me quiero |mi hijo se |alguien esta |no puedo ayuda |i just |he said he |i wish i was |kin took a b |my 2 year old |i fell a b c |im trapped |he hit me |i want to die song |what does i want to die |who said the a i |chest pain a b |mi esposo a b |dolor de pecho |i just really |my mom and dad |there is a fire in the |want to take all my pills |someone is in the |la casa se esta |a mi papa le dio un |fire |water is rising a b c |im stuck in a b |how high a b |my mom fell a b |i was hit by a car and |no tengo nada |mi hijo se cayo |i want to drive my car |tell my kids '.split(
    '|',
  );

test.each(repeated)('the work for repeated %j grows linearly', async (unit) => {
  const growth = (): number => growthOf((length) => isCrisis(`x ${unit.repeat(length / unit.length)}y`));
  await expect.poll(growth).toBeLessThan(growthMax);
});
