import fc from 'fast-check';
import { expect, test } from 'vitest';

import { matchKeyword } from './keywords.ts';

/** The cells of a table: one text between two bars. */
function cells(table: string): string[] {
  return table.split('|').map((cell) => cell.trim());
}

const optOuts = cells(`
  STOP | END | CANCEL | UNSUBSCRIBE | QUIT | REVOKE | OPTOUT | STOPALL | stop | Stop | sToP | opt out | OPT-OUT | Opt Out.
  | stop all | STOP PLEASE | Stop!! | "STOP" | “Stop” | 'stop' | (stop) | STOP. | stop 😡 | 🛑 STOP 🛑 | ＳＴＯＰ | *STOP* | S.T.O.P.
  | \u200Bstop\u200B | stop\u00A0please | STOP STOP STOP | stop stop | please stop | pls stop | Stop now | stop it | STOP THIS
  | Askline stop | stop askline | stop texting me | please stop texting me | Please stop texting me. | STOP TEXTING ME!!!
  | stop sending me texts | stop sending me messages please | stop messaging me | stop contacting me | stop the texts
  | stop these messages | stop all texts | quit texting me | do not text me | don't text me | dont text me anymore
  | don’t text me again | never text me again | do not contact me | do not send me any more messages | stop sms
  | i do not want these texts | I don't want any more texts | I no longer wish to receive messages | no more texts
  | No more messages please | remove me | Remove me from your list | remove my number | remove my number from this list
  | take me off your list | take me off | take my number off your texting list | get me off this list | delete my number
  | opt me out | I want to opt out | i would like to unsubscribe | I’d like to unsubscribe | unsubscribe me | unsub
  | unsubscribe from all texts | opt out of these texts | cancel my subscription | cancel subscription | end my service
  | cancel service | i want to cancel | I revoke my consent | withdraw consent | revoke consent | leave me alone
  | wrong number | lose my number | Stop texting me. Remove me from your list. | stop, please | Stop. Now. Please.
  | Hi, please stop texting me, thanks | can you stop texting me? | Please remove me from your list!! | stop, quit, end
  | PARAR | cancelar | No más mensajes | no me manden mas mensajes | dejen de escribirme | alto por favor
  | ALTO | Alto! | alto ya | PARAR | pare | paren por favor | CANCELAR | cancelen | DETENER | SALIR | baja | dar de baja | ¡BASTA!
  | ya no quiero mensajes | Ya no me manden mensajes por favor | no me molesten más | no me texteen | no quiero recibir mas textos
  | deja de mandarme mensajes | paren de escribirme | quiten mi número de su lista | quiero darme de baja | quiero cancelar mi plan
  | cancelar mi suscripción | cancelar servicio | número equivocado | no me interesa gracias | déjenme en paz | Hola, quiero cancelar
  | (no subject) STOP | no subject\nSTOP | quit | End. | Remove | I want to cancel my subscription | no quiero mas mensajes | this is the wrong number
  | Who is this? Stop texting me | stop fucking texting me | F off stop texting me | STOPP | sotp | unsuscribe | Revoke! | cease messaging me | \n STOP \n\n
  | No, stop | No. Stop | no no stop | no stop texting me | stop please stop | Stop. I mean it | Stop, I mean it | Stop. I didn't sign up for this
  | STOP - John | STOP — John | Stop\nJohn Smith | stop!!! i never signed up | Stop sending me this | stop sending me these please | quit sending it
  | stoppp | STOPPPPP texting me | Cancel it | cancel this | please stop i dont want this | STOP! Why do you keep texting me?
  | Stop. Do not write me again | Stop it. I'm serious. | Stop texting me. I'm at work | No thank you stop | Please don't text me again! I am serious | Stop. Who is this? I don't know you | End. I am done with this | Unsubscribe. Thank you, Mary Jones | stop you are bothering me
  | No, alto | ALTO. No quiero esto | Basta! ya estoy cansada | cancela esto | cancelelo por favor | deje de mandarme esto | altoooo
  | STOP to opt out | Reply STOP to opt out | Reply STOP to opt out. | stop to cancel | text stop to cancel | STOP to end | Reply STOP | text stop
  | send STOP please | i already texted stop | Responda STOP para salir | STOP para salir | alto para cancelar | STOP\n> Reply STOP to opt out
  | wrong number stop | who is this stop texting me | not interested please stop | stop no more texts | stop dont text me | stop remove me
  | stop and unsubscribe | alto ya no quiero mensajes | para ya | quit stop texting me | STOP STOP remove me
  | stop texting me you have the wrong number | stop texting me i dont know you | stop texting me or i will report you | stop or ill block you
  | stop this is not my number | stop wrong number who is this | stop im not interested | I opt out | im opting out | i want to stop receiving texts
  | i want to be removed from your list | i want to be taken off this list | unsubscribe from this | unsubscribe this number
  | dont ever text me again | don't ever contact me | end this service | déjame en paz | quíteme de su lista | sáqueme de esta lista por favor
  | stop getting texts | stop texting my grandma | Stop texting us | stop texting her | i think you have the wrong number | this is the wrong person
  | i dont want to be on this list | I don't want to receive these | I do not wish to be contacted | please unsubscribe 312-555-0142
  | cancel my askline subscription | Please cancel my Askline account | stop bugging me | stop sending me ads | pls dont send any more
  | ya no quiero el servicio | no mande mensajes | tiene el numero equivocado | no molesten`);
const withMore = cells(`
  stop who is this | stop who are you | stop! who are you people | stop. what is this? | stop what is this about
  | stop how did you get my number | stop why are you texting me | stop texting or i will report you
  | stop texting this number or i will report you | stop this is my work phone | stop my husband died | stop i cant afford this
  | stop it i mean it | stop it now i mean it | stop cancel unsubscribe | stop end quit | unsubscribe stop cancel
  | i want to cancel this | im not interested | no thanks not interested | im sorry wrong number | dont call or text me again | dont send me anything
  | stop texting me at this number | stop this number | stop everything | stop spam | stop this spam | cancel everything
  | i told you to stop | i do not consent to texts | lose this number | stop texting me at 6 am | stop texting my mom | i didnt sign up for this`);

const withoutMarks = cells(`
  i dont want you to text me | I don't want you texting me anymore | my mom died stop sending messages
  | my husband passed away please stop texting | you have the wrong number stop texting me | i dont know you stop texting me
  | i dont know who this is stop | im at work stop texting me | I am 80 stop texting me | i cant afford texts please stop
  | i pay for every text please stop | this is her daughter please stop texting her | this number is not michael stop
  | this is a landline please remove | go to hell stop texting | shut up and stop | not me stop | i never signed up
  | please stop i am elderly | stop messaging this number its a landline | stop now or else | stop sending | cancel me | cancle
  | no texts please | no more texting | stop all communication | please cease all communication
  | no further contact | terminate my subscription | discontinue | dont write to me anymore | leave my husband alone | unsubscribed
  | stop talking to me | dont want any texts from this number | who is this and why are you texting me please stop
  | my mother passed away stop texting her phone | Remove me from this | leave me alone you scammers`);
// What looks like a request at the end of a story, or within a word more.
const aboutOthers = cells(`
  My son has been missing since Friday. No calls. No texts | My phone is broken. No text messages | I told him I love him. No text back
  | No, text messages | No, the messages | No alerts? | no alerts today? | No messages today? | Mi novio me dejo. No mensajes
  | Terminate my membership - planet fitness | Terminate subscription. Netflix | Verizon. Terminate my account | I moved out of my apartment. Terminate service
  | How do I get off this | Prednisone makes me sick. Take me off this | i want to be taken off this
  | stop, i am 40 years old and need a job | Stop I'm 21 can I buy tobacco in texas | stop im 65 when do i get medicare | stop im 12 weeks and cramping
  | stop im at work send me the score | stop this is a fax scam | stop talking to her | He is toxic. Stop talking to him | stop talking to
  | My girlfriend just told me. Stop talking to me | My boyfriend told me this. I dont want you to call me anymore | She texted me this. Dont write me
  | My sister is upset with me. Leave my kids alone | I have an ex who stalks me. Stop all contact | I sent a letter to my landlord. Terminate contact
  | end of communication | Mi vecina molesta mucho. Deja de mandar cosas | senor inicio | Señor, ayuda | Sí, señor | Señora si quiero`);
test.each(aboutOthers)('%j is no keyword', (text) => expect(matchKeyword(text)).toBeNull());

test.each(withoutMarks)('%j, with no mark between what is said and the request, opts out', (text) => {
  expect(matchKeyword(text)).toBe('stop');
});

const atTheEnd = cells(`
  This is a scam. Stop texting me. | He is deceased. Stop texting. | My husband died in March. Please remove this number.
  | I am 84 years old. Leave me alone. | I have asked you 5 times. STOP | This is my work phone. Stop texting me
  | I don't know who you are. Stop texting me! | It doesn't work for me. Unsubscribe | I'm in the hospital, please stop texting me
  | Not john. Stop. | Betty Lou Miller. STOP | You woke me up. Stop texting me. Thank you. | We moved. Take me off your list.
  | This is a scam - stop texting me | These texts cost me money\nstop | No soy Juan. Ya no me manden mensajes | Tengo 84 años. ALTO
  | this is a scam stop texting me | please STOP sending these messages to my mother she has dementia
  | Please do not text this number it belongs to a 9 year old | Don't text me again or I'll report you to the FCC
  | its 3am stop texting me | this isnt betty wrong number | I told you in a letter. Stop texting me | This is spam. I want to unsubscribe
  | I said this last week. Stop texting me | I never signed up for these texts. Stop it
  | I did not ask for your messages. I want to be removed from your list | You keep sending me texts. Quit it
  | Your texts cost too much. I want to cancel | It is too expensive. I want to cancel my Askline plan | I am old. I want to stop receiving these texts
  | This is the fifth time. I told you to stop | You keep texting me. Stop it | I will send a letter to the FCC. Stop texting me | I haven't a clue who you are. Stop texting me | Write me again and I will sue. Stop texting me
  | Text to my phone costs money. STOP | I only speak in Spanish. Stop texting me`);
test.each(atTheEnd)('%j opts out after a sentence', (text) => expect(matchKeyword(text)).toBe('stop'));

test.each(withMore)('%j opts out with its reason, or a question about us', (text) =>
  expect(matchKeyword(text)).toBe('stop'),
);

const inSpanish = cells(`
  no estoy interesado | no estoy interesada gracias | no gracias no me interesa | no quiero que me manden mensajes | denme de baja | STOP no quiero
  | por favor señor dejen de mandarme cosas a mi celular | stop no quiero esto | stop ya no quiero | stop los mensajes | alto no quiero mas | alto, no quiero esto | parar no quiero mas mensajes | cancelar ya no quiero
  | no me vuelvan a mandar mensajes | no me vuelvan a escribir | no me llamen mas | ya no me hablen | no me contacten | no enviar mas mensajes
  | no mandar mas | no manden | no quiero que me escriban | no quiero recibir nada de ustedes | dejen de estar mandando mensajes
  | ya no esten mandando mensajes | no esten molestando | dejen de chingar | parar mensajes | paren los mensajes | detener mensajes | cancelar todo
  | bórreme | quiteme | eliminenme | borra mi numero | eliminar mi numero | quiten mi numero de su sistema | quiero que me quiten de la lista
  | darse de baja | me doy de baja | salirme | desuscribeme | quien es no me mande mensajes | no lo conozco no me escriba
  | se equivoco no me mande mas mensajes | mi mama ya fallecio dejen de mandar mensajes | alto quien es | alto no lo conozco
  | sáquenme de su lista | sáqueme de este sistema | quiero que me saquen de la lista | no me interesa dejen de molestar | no me interesa cancelen por favor
  | no me interesa quiero cancelar | quien es usted ya no me escriba | no se quien eres deja de mandarme mensajes | no me interesa y quiero darme de baja`);
test.each(inSpanish)('%j, a plain request in Spanish, opts out', (text) => expect(matchKeyword(text)).toBe('stop'));

test.each(optOuts)('%j opts out', (text) => expect(matchKeyword(text)).toBe('stop'));

const optIns = cells(
  `START | start | Start! | JOIN | join please | UNSTOP | unstop. | opt in | OPT-IN | ＪＯＩＮ | "start" | start 🙂 | INICIAR | iniciar por favor | EMPEZAR | Comenzar | reanudar
  | Reply START | text START | START to opt back in | Reply START to opt back in. | Responda INICIAR | mande iniciar
  | Responda INICIAR si quiere volver a recibirlos. | Start texting me again | start service | start my service | resume service
  | yes start | un-stop | re-subscribe`,
);
test.each(optIns)('%j opts back in', (text) => expect(matchKeyword(text)).toBe('start'));

const helps = cells(`
  HELP | help | Help! | INFO | info. | help please | HELP ME | ayuda | how do i stop these texts | How can I unsubscribe?
  | how do I cancel my plan | how do i get off this list | i need help | ¡AYUDA! | ayuda por favor | necesito ayuda | reply HELP | HELP for help | text help | AYUDA para ayuda | help\nSent from my phone | como cancelo mi plan | ¿Cómo me doy de baja?`);
test.each(helps)('%j asks for help', (text) => expect(matchKeyword(text)).toBe('help'));

const yeses = cells(`
  YES | yes | Yes. | yes! | Y | yes please | YES 👍 | Sí | si | “Yes” | Yes, please | yes thank you | YES, I confirm | Sí, acepto | si por favor | si gracias | SI CONFIRMO
  | Reply YES | Reply YES to get AI answers by text. | yes\nSent from my phone | Responda SI para recibir respuestas de IA.`);
test.each(yeses)('%j confirms', (text) => expect(matchKeyword(text)).toBe('yes'));

const questions = cells(`
  stop sign history | END of the war date | cancel culture meaning | help me find a plumber | how to stop hiccups
  | when did they stop making pennies | how do i stop a nosebleed | how do i cancel netflix | quit smoking tips
  | cancel netflix subscription how | bus stop near 60614 | end of days movie | best way to quit | start date of summer
  | what time does the game start | join the army age limit | info on medicare part b | yes band members
  | yes or no is pluto a planet | opt out of medicare advantage | how to unsubscribe from hulu | stop and shop hours
  | revoke power of attorney form | does stop and shop deliver | wrong number movie cast | remove me tattoo cost
  | take me off to the ballgame lyrics | what does opt out mean | help wanted sign | information about mars
  | who sang stop in the name of love | Stop! In the name of love lyrics | palo alto weather | do not text me song
  | text me when it rains | ok | | !!! | 👍 | no | thanks | start a fire without matches | quit india movement
  | end stage renal disease | stop, what is the weather | stop loss order meaning | is yes bank open | y combinator founder
  | si unit of force | help desk number for comcast | end it all movie | i want to quit my job how | stop. hammer time lyrics | no end in sight meaning | no cancelar | no | No. Yes | no pare de sufrir
  | Stop. What is the weather? | Stop. I meant weather in 60614 | STOP! how do i remove a tick | cancel subscription - netflix | quit - smoking tips | stop i dont know how to do this | Stop! when is the next bus stop closing? | stop-loss order | stop-motion movies | end-stage renal disease
  | Cancel. Score of the bears game | stop i want to get off musical | stop i never loved you lyrics | Stop! hes beating me please help | stoop
  | cancelar vuelo volaris | como cancelo netflix | alto rendimiento que es | el alto palo menu | parar de fumar | como paro el hipo
  | ayuda con mi tarea de matemáticas | ayuda para pagar la renta en dallas | salir de dudas | baja california clima | iniciar sesion en gmail
  | empezar un negocio requisitos | si llueve mañana | si o no pluton es un planeta | informacion del consulado mexicano
  | quiero cancelar mi gimnasio como | numero equivocado pelicula | basta de que es | pare de sufrir iglesia horario
  | qué medicina sirve para eso | receta para estos días de frío | compara esto con aquello | borre mi numero de facebook como
  | cuánto tiempo necesito para esto | deja de mandarme esto letra
  | text stop codes for verizon | reply stop to cancel meaning | stop to think synonym | stop to smell the roses | send stop motion video
  | bus stop to opt | stop para que sirve
  | my mom died how do i cancel her phone plan | im at work my ex wont stop texting me | go to hell movie | shut up and dance lyrics
  | i dont want you to text me song | no text messages on iphone fix | this is a landline can it get texts | terminate a lease early
  | discontinued coins value | i am 80 can i stop taking statins | my dad died stop social security checks how | i dont know you lyrics
  | stop talking to my ex tips | leave my mom alone with dementia safe | i pay for every text how much is that | enough stop motion films
  | end this year | end stop sensor wiring | stop and remove rust from tools | stop or my mom will shoot | stop this train lyrics
  | stop this is america | stop you have a problem | stop texting me lyrics | stop getting spam texts on iphone | i want to stop receiving junk mail
  | i want to be removed from jury duty list | unsubscribe from this youtube channel how | who is this stop sign made by
  | wrong number end credits song | not interested in politics | cancel and get a refund from spirit | cancel netflix or hulu first
  | dont ever change lyrics | quit or be fired | end of the line | im opting out of medicare how | i opt out of prescreened offers
  | stop who is this song by | stop what is this song | stop spam calls | stop spam texts on iphone | i want to cancel this netflix plan
  | stop this train john mayer | stop my husband snoring | who is this actor | cease fire in gaza | cease | i told you to stop lyrics
  | start a fire | start date | start to finish movie | start to opt | text start codes | resume service dog training | resume template
  | quiero iniciar un negocio | start texts in spanish | reply start meaning | yes start to finish
  | What is the weather? Stop texting me | weather 60614, stop | I want 3 tips. No more | Tell me how it ends. End | I read that. Not interested
  | I called walmart. Wrong number | Too long. I didn't ask for this | Too expensive. Cancel my subscription | My friend said this. Reply STOP to end
  | ready, set, stop | my ex wont stop texting me | i told my mom to stop texting me at work she laughed | tell him stop texting me in spanish
  | this isnt the end | this is not a stop | how do you say this in spanish. stop texting me | Song that goes. Leave me alone
  | no quiero mas azucar en mi cafe | thats the wrong number | you gave me the wrong number | do not text and drive laws
  | I have AT&T. I want to cancel my plan | I have Directv. I want to cancel my service | My Tribune bill went up. I want to cancel
  | I got charged by Spectrum. I want to cancel my account | I paid for Dish for years. I would like to cancel | My cable is out. I'd like to cancel it
  | I have Hulu. I need to end my subscription | I have Hulu. Stop my subscription | I have Hulu. I want to stop my plan | Tengo Netflix. Me gustaria cancelar
  | Tengo Netflix. Me quiero salir | Write a text to my ex, please stop texting me | Write a note to my brother. Stop texting me
  | write me a letter to a debt collector. Do not contact me | Letter to collection agency, do not call me again | Draft an email to a store. Unsubscribe me
  | Spanish for - please stop | Say in spanish. leave me alone | synonym for quit - stop | Word for a red sign - stop | Crossword 4 letters cease - stop
  | My nose bleeds. Stop it | The pain wont go away, please stop it | My dog wont quit barking. Stop it | My computer keeps updating. Stop this
  | I got a text from AT&T. I want to cancel my plan | I signed up for Hulu. I want to cancel | I smoke a pack a day. I want to stop | I bite my nails. I want to stop this | I have Dish. I don't need this plan anymore
  | Spectrum overcharges me. Stop charging my card | I need a polite letter to my landlord. Do not contact me | Tell my ex, please stop texting me
  | Escribe un mensaje para mi ex. Dejame en paz | Sinonimo de parar - alto | A way to say this nicely - leave me alone
  | no quiero | no quiero ir a trabajar | Mi ex me busca. No quiero que me llamen | no me llames amor letra | no mandar flores ideas | borra mi numero en ingles
  | paren el tren letra | alto no quiero subir de peso como le hago | cancelar todo en amazon como | salirme de un contrato | quien es el presidente | alto quien es mas alto
  | mi mama ya fallecio que hago | no lo conozco quien es | quiero que me quiten una muela | quiero que me quiten puntos | detener un tic | eliminar mi cuenta de facebook
  | end this | please end this | no me dejes en paz letra | alto y bajo en ingles
  | Sáquenme de aquí | por favor sáqueme de aquí | Ayuda. Sáquenme de aquí | Estoy encerrada. Sáquenme de aquí | Estoy en un hoyo. Saquenme de aqui
  | quiero que me saquen de aqui | sáquenme | quiero que me saquen | quiero que me saquen una muela
  | no me interesa cancelar | No me interesa cancelar gracias | no gracias no me interesa cancelar | no me interesa cancelar mi cuenta
  | no me interesa cancelar el servicio | no me interesa salir | no me interesa parar | ¿Quién es alto? | quien es baja | quien habla alto | no se quien es alto`);
test.each(questions)('%j is no keyword', (text) => expect(matchKeyword(text)).toBeNull());

test('decoration around an opt-out word never hides the word', () => {
  const marks = fc.constantFrom(...Array.from(' \u00A0"“”\'’.!?*\u200B()-\n🙏'));
  const decoration = fc.string({ unit: marks, maxLength: 8 });
  const word = fc.constantFrom(
    ...cells('stop | STOP | Unsubscribe | CANCEL | end | quit | revoke | OPTOUT | stopall | ｓｔｏｐ'),
  );
  fc.assert(
    fc.property(decoration, word, decoration, (left, text, right) => {
      expect(matchKeyword(left + text + right)).toBe('stop');
    }),
  );
});

test('a keyword with a further word of substance is a question', () => {
  const keyword = fc.constantFrom('stop', 'end', 'cancel', 'quit', 'start', 'join', 'help', 'info', 'yes');
  const word = fc.constantFrom('weather', 'pizza', 'bears', 'score', 'denver', 'recipe', '60614');
  fc.assert(
    fc.property(keyword, word, (left, right) => {
      expect(matchKeyword(`${left} ${right}`)).toBeNull();
    }),
  );
});
