/**
 * What people text after an answer: pairs of the question before and the next text. Written by hand after the shapes of
 * real conversations, no text of a person.
 */
export type Pair = { readonly before: string; readonly text: string };

function pairs(table: string): Pair[] {
  return table
    .split('\n')
    .filter((line) => line.includes('|'))
    .map((line) => {
      const [before = '', text = ''] = line.split('|').map((cell) => cell.trim());
      return { before, text };
    });
}

/** The text only makes sense with the question before it. */
export const followUps: readonly Pair[] = pairs(`
  weather 60614 | and tomorrow?
  weather 60614 | and sunday?
  weather 60614 | and on sunday
  weather in chicago | what about boston
  weather in chicago | how about boston?
  weather in chicago | and in boston?
  weather in chicago | in boston?
  weather in chicago | tomorrow?
  weather in chicago | tonight
  weather in chicago | this weekend?
  weather in chicago | next week
  weather in chicago | the day after?
  weather in chicago | and the day after tomorrow
  weather in chicago | what about next saturday
  weather in chicago | how about at 5 pm
  weather in chicago | in celsius
  weather in chicago | what's that in celsius
  weather in chicago | and at night
  will it rain tomorrow | and sunday?
  will it rain tomorrow | what about saturday night
  will it rain tomorrow | how much
  will it rain tomorrow | what time
  did the cubs win | what was the score
  did the cubs win | the score?
  did the cubs win | and the white sox
  did the cubs win | how about the sox
  did the cubs win | who did they play
  did the cubs win | when do they play next
  did the cubs win | and yesterday
  did the cubs win | where are they playing
  did the cubs win | are they home tomorrow
  capital of peru | and chile?
  capital of peru | what about bolivia
  capital of peru | how many people live there
  capital of peru | how far is that
  capital of peru | what language do people speak there
  capital of peru | how high is it
  capital of peru | is it safe there
  capital of peru | what time is it there
  how old is tom hanks | and his wife?
  how old is tom hanks | who is his wife
  how old is tom hanks | is he married
  how old is tom hanks | where was he born
  how old is tom hanks | how tall is he
  how old is tom hanks | does he have kids
  how old is tom hanks | how many oscars has he won
  how old is tom hanks | what about meg ryan
  how old is tom hanks | and meg ryan
  how old is tom hanks | who is older
  who wrote moby dick | when was he born
  who wrote moby dick | when did he die
  who wrote moby dick | what else did he write
  who wrote moby dick | when did he write it
  who wrote moby dick | when was it published
  who wrote moby dick | how long is it
  who is the vice president | how old is she
  who is the vice president | is she married
  who is the vice president | who is her husband
  who is the vice president | where is she from
  who is the vice president | and the secretary of state
  who is the vice president | who was before her
  nearest pharmacy 60614 | phone number?
  nearest pharmacy 60614 | the phone number
  nearest pharmacy 60614 | what's the address
  nearest pharmacy 60614 | what is the phone number
  nearest pharmacy 60614 | is it open now
  nearest pharmacy 60614 | is it open on sunday
  nearest pharmacy 60614 | when does it close
  nearest pharmacy 60614 | what time does it open
  nearest pharmacy 60614 | what time do they close
  nearest pharmacy 60614 | are they open sunday
  nearest pharmacy 60614 | do they deliver
  nearest pharmacy 60614 | do they have a drive thru
  nearest pharmacy 60614 | what's their phone number
  nearest pharmacy 60614 | how do i get there
  nearest pharmacy 60614 | how far is it
  nearest pharmacy 60614 | hours?
  nearest pharmacy 60614 | open now?
  nearest pharmacy 60614 | any others?
  nearest pharmacy 60614 | another one
  nearest pharmacy 60614 | where exactly
  nearest pharmacy 60614 | and a grocery store
  target or walmart near 60614 | which is closer
  target or walmart near 60614 | which is closer?
  target or walmart near 60614 | which one is closer
  target or walmart near 60614 | which is cheaper
  target or walmart near 60614 | which one is open later
  target or walmart near 60614 | which of them is bigger
  target or walmart near 60614 | which is better
  target or walmart near 60614 | the other one
  target or walmart near 60614 | what's the second one
  target or walmart near 60614 | are both open
  best italian in boise | the cheapest one
  best italian in boise | which is the best
  best italian in boise | what about thai
  best italian in boise | how about mexican food
  best italian in boise | is it expensive
  best italian in boise | does it have parking
  best italian in boise | can i bring my dog there
  best italian in boise | do they take reservations
  best italian in boise | and for kids
  best italian in boise | near 83702?
  18% tip on 45.20 | and 20%
  18% tip on 45.20 | what about 20%
  18% tip on 45.20 | and for 3 people
  18% tip on 45.20 | and split 3 ways
  18% tip on 45.20 | how about 15 percent
  5 miles in km | and 10?
  5 miles in km | and 10 miles
  5 miles in km | in feet
  5 miles in km | what about 26.2
  how many days until christmas | and easter?
  how many days until christmas | what about thanksgiving
  how many days until christmas | how many weeks is that
  how many days until christmas | what day is it on
  time in tokyo | and london
  time in tokyo | what about paris
  time in tokyo | and in sydney?
  time in tokyo | how far ahead is that
  define ephemeral | and ubiquitous
  define ephemeral | in spanish
  define ephemeral | what does that mean
  define ephemeral | like what
  define ephemeral | for example
  define ephemeral | an example?
  how long to boil an egg | and soft boiled
  how long to boil an egg | what about 6 eggs
  how long to boil an egg | how do i peel them
  how long to boil an egg | how long do they last
  how long to boil an egg | and in the microwave
  how long to boil an egg | why
  how long to boil an egg | why?
  how to get wine out of carpet | what about red wine
  how to get wine out of carpet | does it work on wool
  how to get wine out of carpet | and if it's old
  how to get wine out of carpet | will it stain
  how to get wine out of carpet | anything else
  how to get wine out of carpet | what else
  is i-70 open | since when
  is i-70 open | for how long
  is i-70 open | why not
  is i-70 open | how come
  is i-70 open | are you sure
  is i-70 open | really?
  is i-70 open | and i-80
  is i-70 open | or i-25?
  is i-70 open | and tonight
  price of gas in ohio | and diesel?
  price of gas in ohio | and in indiana
  price of gas in ohio | what about last year
  price of gas in ohio | how much is that per liter
  price of gas in ohio | why is that
  price of gas in ohio | is that high
  price of gas in ohio | and california
  symptoms of strep | and for kids?
  symptoms of strep | how long does it last
  symptoms of strep | is it contagious
  symptoms of strep | how do you treat it
  symptoms of strep | what about a fever
  symptoms of strep | can adults get it
  flight from denver to boston | how long is it
  flight from denver to boston | how much does it cost
  flight from denver to boston | and to new york
  flight from denver to boston | and from chicago
  flight from denver to boston | how long does it take
  flight from denver to boston | per person?
  who won the super bowl | and last year
  who won the super bowl | what about 2019
  who won the super bowl | in 2015?
  who won the super bowl | who were they playing
  who won the super bowl | where was it
  who won the super bowl | who did they beat
  who won the super bowl | and before that
  when is trash day in mesa | and recycling
  when is trash day in mesa | what about holidays
  what does a notary do | how much does it cost
  what does a notary do | where can i find one
  what does a notary do | do i need one
  clima en miami | y mañana?
  clima en miami | y manana
  clima en miami | ¿y mañana?
  clima en miami | y el domingo?
  clima en miami | y en orlando
  clima en miami | mañana
  clima en miami | el domingo
  clima en miami | esta noche
  clima en miami | y este fin de semana
  clima en miami | qué tal el lunes
  clima en miami | en orlando?
  quien es el presidente de mexico | cuántos años tiene
  quien es el presidente de mexico | y su esposo
  quien es el presidente de mexico | y el de chile
  farmacia cerca de 33125 | a qué hora cierra?
  farmacia cerca de 33125 | está abierta
  farmacia cerca de 33125 | cuál es el teléfono
  farmacia cerca de 33125 | cuál está más cerca
  farmacia cerca de 33125 | dónde está
  farmacia cerca de 33125 | y otra?
  farmacia cerca de 33125 | por qué
  pupusas en houston | cuál es mejor
  pupusas en houston | cuánto cuesta
  pupusas en houston | algo más
  pupusas en houston | y después
`);

/** The text stands alone, or it is not sure that it refers to the question before it. */
export const newQuestions: readonly Pair[] = pairs(`
  weather 60614 | weather 10001
  weather 60614 | weather tomorrow in boston
  weather 60614 | will it rain tomorrow
  weather 60614 | is it going to snow this week
  weather 60614 | is it raining
  weather 60614 | how hot will it be in phoenix on friday
  weather 60614 | what time is it
  weather 60614 | what day is it
  weather 60614 | who won the cubs game
  weather 60614 | capital of peru
  weather 60614 | in n out hours
  weather 60614 | in n out burger
  weather 60614 | in god we trust meaning
  weather 60614 | in the heights cast
  weather 60614 | sunrise tomorrow in denver
  weather 60614 | tomorrow never dies cast
  weather 60614 | sunday night football tonight
  weather 60614 | today show hosts
  weather 60614 | 60614
  weather 60614 | 2+2
  weather 60614 | pi
  weather 60614 | cubs
  capital of peru | and justice for all lyrics
  capital of peru | and then there were none author
  capital of peru | and just like that cast
  capital of peru | what about bob cast
  capital of peru | how about no meaning
  capital of peru | orlando weather
  capital of peru | orange juice calories
  capital of peru | android 15 features
  capital of peru | yogurt shelf life
  capital of peru | y combinator founder
  capital of peru | y tu mama tambien cast
  capital of peru | who is the president of peru
  capital of peru | how many people live in peru
  capital of peru | what language do they speak in peru
  capital of peru | how far is lima from cusco
  capital of peru | is peru safe
  capital of peru | what is the tallest mountain in peru
  how old is tom hanks | how old is meg ryan
  how old is tom hanks | tom hanks wife
  how old is tom hanks | she hulk rating
  how old is tom hanks | he man movie release date
  how old is tom hanks | her movie cast
  how old is tom hanks | they live movie plot
  how old is tom hanks | it movie cast
  how old is tom hanks | him movie review
  how old is tom hanks | us movie ending explained
  how old is tom hanks | them author
  how old is tom hanks | there will be blood plot
  how old is tom hanks | this is us cast
  how old is tom hanks | that 70s show cast
  how old is tom hanks | which president was on the dime
  how old is tom hanks | which is heavier gold or lead
  how old is tom hanks | which is closer to earth mars or venus
  how old is tom hanks | who is older tom hanks or meg ryan
  how old is tom hanks | who is the oldest person alive
  how old is tom hanks | who won best picture in 1994
  who wrote moby dick | why is the sky blue
  who wrote moby dick | why do cats purr
  who wrote moby dick | how do magnets work
  who wrote moby dick | how much is a gallon of milk
  who wrote moby dick | how many cups are there in a gallon
  who wrote moby dick | how many ounces are there in a pound
  who wrote moby dick | where is the nearest post office 60614
  who wrote moby dick | when is easter
  who wrote moby dick | when is thanksgiving
  who wrote moby dick | what time does walmart close in austin
  who wrote moby dick | is the dmv open today in tulsa
  who wrote moby dick | does costco take visa
  who wrote moby dick | can dogs eat grapes
  who wrote moby dick | is it ok to eat raw eggs
  who wrote moby dick | is it legal to park on the sidewalk in ohio
  who wrote moby dick | is it bad to crack your knuckles
  who wrote moby dick | is it a holiday today
  who wrote moby dick | is it safe to microwave foil
  who wrote moby dick | does it snow in hawaii
  who wrote moby dick | how long does it take to boil an egg
  who wrote moby dick | how long does it take to get to mars
  who wrote moby dick | why do they call it the windy city
  who wrote moby dick | do they still make pontiacs
  who wrote moby dick | how do they make cheese
  who wrote moby dick | what do they eat in peru
  who wrote moby dick | how many states are there
  who wrote moby dick | how many moons are there
  who wrote moby dick | is there a bank near 60614
  who wrote moby dick | are there sharks in lake michigan
  who wrote moby dick | is there a full moon tonight
  nearest pharmacy 60614 | nearest grocery store 60614
  nearest pharmacy 60614 | walgreens phone number 60614
  nearest pharmacy 60614 | phone number for comcast
  nearest pharmacy 60614 | irs phone number
  nearest pharmacy 60614 | address of the white house
  nearest pharmacy 60614 | whats the address of wrigley field
  nearest pharmacy 60614 | hours of target in boise
  nearest pharmacy 60614 | price of gold
  nearest pharmacy 60614 | score of the bears game
  nearest pharmacy 60614 | at&t customer service number
  nearest pharmacy 60614 | for sale by owner meaning
  nearest pharmacy 60614 | to kill a mockingbird author
  nearest pharmacy 60614 | to be or not to be
  18% tip on 45.20 | 20% tip on 60
  18% tip on 45.20 | what is 15% of 86.40
  18% tip on 45.20 | 12 x 7
  18% tip on 45.20 | 10 miles in km
  18% tip on 45.20 | convert 5 cups to ml
  18% tip on 45.20 | how many feet in a mile
  18% tip on 45.20 | square root of 144
  how many days until christmas | days until easter
  how many days until christmas | christmas vacation cast
  how many days until christmas | christmas carol author
  how many days until christmas | what day is july 4 2027
  how many days until christmas | next full moon
  how many days until christmas | next cubs game
  how many days until christmas | next solar eclipse in texas
  time in tokyo | time in london
  time in tokyo | population of tokyo
  time in tokyo | who won the game last night
  time in tokyo | define serendipity
  time in tokyo | spell necessary
  time in tokyo | opposite of generous
  time in tokyo | translate good morning to spanish
  time in tokyo | how do you say thank you in japanese
  time in tokyo | what does lol mean
  time in tokyo | what does that 70s show mean by foreman
  how long to boil an egg | recipe for banana bread
  how long to boil an egg | how to bake a potato
  how long to boil an egg | how to unclog a drain
  how long to boil an egg | so you think you can dance winner
  how long to boil an egg | then and now band
  how long to boil an egg | but seriously album year
  how long to boil an egg | or nah song meaning
  how long to boil an egg | also sprach zarathustra composer
  how long to boil an egg | plus size stores near 60614
  how long to boil an egg | source code movie ending
  how long to boil an egg | example of a haiku
  how long to boil an egg | another brick in the wall lyrics
  how long to boil an egg | one more time song artist
  how long to boil an egg | what else can i do with eggs and stale bread
  how long to boil an egg | why not me book
  how long to boil an egg | how come we have leap years
  how long to boil an egg | where the wild things are author
  how long to boil an egg | when harry met sally year
  how long to boil an egg | who framed roger rabbit director
  is i-70 open | is i-80 open in wyoming
  is i-70 open | traffic on i-25 denver
  is i-70 open | road conditions vail pass
  is i-70 open | flights from denver to boston
  is i-70 open | amtrak chicago to milwaukee times
  is i-70 open | greyhound phone number
  is i-70 open | are banks open on veterans day
  is i-70 open | is walmart open on christmas
  is i-70 open | does aldi take snap
  price of gas in ohio | average rent in columbus
  price of gas in ohio | stock price of apple
  price of gas in ohio | how much does a passport cost
  price of gas in ohio | minimum wage in ohio
  price of gas in ohio | sales tax in cleveland
  price of gas in ohio | what is the cost of living in ohio
  symptoms of strep | symptoms of flu
  symptoms of strep | urgent care near 44113
  symptoms of strep | can i take advil and tylenol together
  symptoms of strep | how much tylenol can an adult take
  symptoms of strep | is strep contagious
  symptoms of strep | what is a normal blood pressure
  who won the super bowl | who won the world series in 2016
  who won the super bowl | who is playing tonight
  who won the super bowl | nfl scores
  who won the super bowl | what channel is the bears game on
  who won the super bowl | when do the bears play
  who won the super bowl | and the band played on book author
  who won the super bowl | what time is the super bowl this year
  who won the super bowl | what about the second amendment is about guns in schools
  clima en miami | clima en orlando mañana
  clima en miami | capital de peru
  clima en miami | cuántos días faltan para navidad
  clima en miami | qué hora es
  clima en miami | quién ganó el partido anoche
  clima en miami | cuánto cuesta un pasaporte
  clima en miami | dónde está la oficina de correos en hialeah
  clima en miami | cómo se dice gracias en inglés
  clima en miami | el chavo del ocho actores
  clima en miami | en la ardiente oscuridad autor
  clima en miami | a qué hora abre walmart en miami
  farmacia cerca de 33125 | farmacia cerca de 33130
  farmacia cerca de 33125 | por qué el cielo es azul
  farmacia cerca de 33125 | qué significa serendipia
  farmacia cerca de 33125 | cuál es la capital de francia
  farmacia cerca de 33125 | teléfono del irs en español
`);
