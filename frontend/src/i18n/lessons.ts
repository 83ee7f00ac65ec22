/** The words of the lessons, loaded with their page: for each step its task, a hint after a wrong move, and praise. */

import type { Lang } from "../lib/settings.svelte";

export interface StepWords {
  task: string;
  hint: string;
  done: string;
}

export type LessonWords = Record<string, Record<string, StepWords>>;

const en: LessonWords = {
  battle: {
    pair: {
      task: "All tiles lie open. The lifted ones, the top and the bottom of each column, are free. Take any two free tiles that are alike: choose one, then its partner.",
      hint: "Both tiles must be free and exactly alike.",
      done: "Well taken. The pair scores its number, once.",
    },
    find: {
      task: "Find this pair and take it: {tile}. Tiles beside it do not matter, only those above and below it in the same column.",
      hint: "That is a pair too, but look for {tile}.",
      done: "That is the one. What lay beneath is free now, for both of you.",
    },
    dear: {
      task: "Dear pairs are better: two nines score nine points, two ones a single point. Take the pair that scores most.",
      hint: "A fair pair, but another one on this board scores more.",
      done: "The dearest on the table.",
    },
    which: {
      task: "Three tiles are free and alike: {tile}. You may choose which two to take. Leave the other side the smallest pair you can.",
      hint: "Look what the tiles beneath would give the other side, then choose another two.",
      done: "Just so: the third one covers something better left covered.",
    },
    mind: {
      task: "Now think one move ahead. The dearest pair would uncover something dear for the other side. Take the pair that gains most when the answer is counted too.",
      hint: "Your points, minus the best answer: another pair comes out better.",
      done: "That is how Battle is won: not by greed, but by what you leave.",
    },
    last: {
      task: "One pair is left that can be taken. Take it: the game is over when no two free tiles are alike, and what remains counts for nobody.",
      hint: "Take the pair that is left.",
      done: "The game is over; more points win. You know all there is to know.",
    },
  },
  solitaire: {
    pair: {
      task: "A tile is free when nothing lies on it and its left or right side is open. Take any two free tiles that match.",
      hint: "That is help, and help costs points. Take a pair.",
      done: "Off they go. The pair counts its value times the pairs that lay on the table.",
    },
    find: {
      task: "Find this pair and take it: {tile}.",
      hint: "That is not the one; look for {tile}.",
      done: "Good eyes.",
    },
    bonus: {
      task: "Flowers and Seasons are a family: any of them matches any other, even when they look different. Take such a pair.",
      hint: "Look for the tiles with a picture: blossoms, a swallow, a lotus, leaves, a pine.",
      done: "All eight match one another. They are the dearest tiles, too.",
    },
    dear: {
      task: "Characters count 1, Circles 2, Bamboo 3, Winds 4, Dragons 5, Flowers 6, Seasons 7, times the pairs on the table. So take dear pairs early. Which one is the dearest now?",
      hint: "Another free pair has a higher value.",
      done: "The dearest, while the table is still full.",
    },
    hint: {
      task: "When you see nothing, ask for a hint. It costs five times the pairs on the table, and you have five of them. Ask for one now.",
      hint: "A fine move, but this time ask for the hint.",
      done: "The dearest free pair is marked.",
    },
    undo: {
      task: "A pair can be put back. That costs as much as a hint, and its points go back as well. Put the last pair back.",
      hint: "Put the last pair back, with Undo.",
      done: "As if nothing had happened, except for the price.",
    },
    shuffle: {
      task: "No pair is free any more. A shuffle mixes the tiles that are left; afterwards a pair is free. Shuffle.",
      hint: "Nothing else helps here: shuffle.",
      done: "On we go.",
    },
    clear: {
      task: "Two tiles are left. Take them and the board is cleared.",
      hint: "Take the last pair.",
      done: "Cleared! Alone you play for that; against others the highest score wins.",
    },
  },
  classic: {
    discard: {
      task: "You need four sets and a pair. You have just drawn; now lay down a tile that belongs to nothing: no second one like it, no neighbour in its suit.",
      hint: "That tile could still grow into a set. Look for a lonely one.",
      done: "Good riddance.",
    },
    chow: {
      task: "The player to your left lays down {tile}. With two of your tiles it makes three in a row of one suit: a Chow. Claim it.",
      hint: "You may pass, of course; but this time claim the Chow.",
      done: "The Chow lies open now. It scores nothing, but brings you nearer.",
    },
    pong: {
      task: "Somebody lays down {tile}, and you have two. Three alike are a Pong, and you may claim it from anybody.",
      hint: "This time claim the Pong.",
      done: "A Pong. Those between have missed their turn; you lay down a tile next.",
    },
    kong: {
      task: "You hold the fourth {tile}. Four alike are a Kong: declare it and draw an extra tile from the Kong Box.",
      hint: "Before you lay anything down, declare the Kong.",
      done: "A Kong counts as one set and scores well.",
    },
    ready: {
      task: "You are close. One of these tiles is in the way: lay it down, and a single tile will be missing for Mahjong.",
      hint: "With that one gone you would need more than one tile. Try another.",
      done: "Ready! Now watch every discard.",
    },
    mahjong: {
      task: "Here it is, the tile you waited for. Say Mahjong!",
      hint: "Four sets and a pair: say Mahjong!",
      done: "Mahjong! Only the winner scores. After a real deal you see every line of the score; the scorer shows the same for a table of your own.",
    },
  },
};

const de: LessonWords = {
  battle: {
    pair: {
      task: "Alle Steine liegen offen. Die angehobenen, oben und unten in jeder Spalte, sind frei. Nimm zwei gleiche freie Steine: wähle einen, dann den zweiten.",
      hint: "Beide Steine müssen frei und genau gleich sein.",
      done: "Gut genommen. Das Paar zählt seine Zahl, einmal.",
    },
    find: {
      task: "Finde dieses Paar und nimm es: {tile}. Die Steine daneben sind gleichgültig, nur die darüber und darunter in derselben Spalte zählen.",
      hint: "Auch ein Paar, aber such {tile}.",
      done: "Das ist es. Was darunter lag, ist jetzt frei, für euch beide.",
    },
    dear: {
      task: "Hohe Paare sind besser: zwei Neunen bringen neun Punkte, zwei Einsen nur einen. Nimm das Paar, das am meisten bringt.",
      hint: "Ein ordentliches Paar, aber ein anderes bringt mehr.",
      done: "Das wertvollste auf dem Tisch.",
    },
    which: {
      task: "Drei gleiche Steine sind frei: {tile}. Welche zwei du nimmst, ist deine Wahl. Lass der anderen Seite das kleinste Paar übrig.",
      hint: "Schau, was die Steine darunter der anderen Seite gäben, und wähle zwei andere.",
      done: "Genau so: Der dritte deckt etwas zu, das besser zugedeckt bleibt.",
    },
    mind: {
      task: "Denk jetzt einen Zug weiter. Das wertvollste Paar würde der anderen Seite etwas Teures freilegen. Nimm das Paar, das am meisten bringt, wenn du die Antwort mitrechnest.",
      hint: "Deine Punkte minus die beste Antwort: Ein anderes Paar ist besser.",
      done: "So gewinnt man Battle: nicht mit Gier, sondern mit dem, was man übrig lässt.",
    },
    last: {
      task: "Ein Paar lässt sich noch nehmen. Nimm es: Das Spiel ist aus, wenn keine zwei freien Steine gleich sind. Was liegen bleibt, zählt für niemanden.",
      hint: "Nimm das letzte Paar.",
      done: "Das Spiel ist aus; mehr Punkte gewinnen. Mehr musst du nicht wissen.",
    },
  },
  solitaire: {
    pair: {
      task: "Ein Stein ist frei, wenn nichts auf ihm liegt und seine linke oder rechte Seite offen ist. Nimm zwei passende freie Steine.",
      hint: "Das ist Hilfe, und Hilfe kostet Punkte. Nimm ein Paar.",
      done: "Weg sind sie. Ein Paar zählt seinen Wert mal die Paare, die auf dem Tisch lagen.",
    },
    find: { task: "Finde dieses Paar und nimm es: {tile}.", hint: "Das ist es nicht; such {tile}.", done: "Gute Augen." },
    bonus: {
      task: "Blumen und Jahreszeiten sind eine Familie: Jeder dieser Steine passt zu jedem anderen, auch wenn sie verschieden aussehen. Nimm so ein Paar.",
      hint: "Such die Steine mit einem Bild: Blüten, Schwalbe, Lotos, Blätter, Kiefer.",
      done: "Alle acht passen zueinander. Sie sind auch die wertvollsten.",
    },
    dear: {
      task: "Zahlen zählen 1, Kreise 2, Bambus 3, Winde 4, Drachen 5, Blumen 6, Jahreszeiten 7, mal die Paare auf dem Tisch. Nimm Teures also früh. Welches Paar ist jetzt am wertvollsten?",
      hint: "Ein anderes freies Paar ist mehr wert.",
      done: "Das wertvollste, solange der Tisch noch voll ist.",
    },
    hint: {
      task: "Wenn du nichts siehst, bitte um einen Tipp. Er kostet fünfmal die Paare auf dem Tisch, und du hast fünf davon. Bitte jetzt um einen.",
      hint: "Ein guter Zug, aber bitte diesmal um den Tipp.",
      done: "Das wertvollste freie Paar ist markiert.",
    },
    undo: {
      task: "Ein Paar lässt sich zurücklegen. Das kostet so viel wie ein Tipp, und seine Punkte gehen auch zurück. Leg das letzte Paar zurück.",
      hint: "Leg das letzte Paar zurück.",
      done: "Als wäre nichts gewesen, bis auf den Preis.",
    },
    shuffle: {
      task: "Kein Paar ist mehr frei. Mischen verteilt die übrigen Steine neu; danach ist ein Paar frei. Misch.",
      hint: "Hier hilft nur Mischen.",
      done: "Weiter geht es.",
    },
    clear: {
      task: "Zwei Steine sind übrig. Nimm sie, und das Brett ist leer.",
      hint: "Nimm das letzte Paar.",
      done: "Geschafft! Allein spielst du darum; gegen andere gewinnen die meisten Punkte.",
    },
  },
  classic: {
    discard: {
      task: "Du brauchst vier Sätze und ein Paar. Du hast gerade gezogen; leg jetzt einen Stein ab, der zu nichts gehört: kein zweiter gleicher, kein Nachbar in seiner Farbe.",
      hint: "Aus diesem Stein kann noch ein Satz werden. Such einen einsamen.",
      done: "Den vermisst niemand.",
    },
    chow: {
      task: "Links von dir wird {tile} abgelegt. Mit zwei deiner Steine sind das drei in einer Reihe: ein Chow. Nimm ihn.",
      hint: "Du darfst natürlich passen; aber nimm diesmal den Chow.",
      done: "Der Chow liegt jetzt offen. Er zählt nichts, bringt dich aber näher.",
    },
    pong: {
      task: "Jemand legt {tile} ab, und du hast zwei. Drei gleiche sind ein Pong, und den darfst du von allen nehmen.",
      hint: "Nimm diesmal den Pong.",
      done: "Ein Pong. Wer dazwischen saß, setzt aus; du legst nun einen Stein ab.",
    },
    kong: {
      task: "Du hast den vierten Stein: {tile}. Vier gleiche sind ein Kong: Sag ihn an und zieh einen Stein aus der Kong-Box.",
      hint: "Bevor du etwas ablegst, sag den Kong an.",
      done: "Ein Kong gilt als ein Satz und zählt gut.",
    },
    ready: {
      task: "Du bist nahe dran. Einer dieser Steine stört: Leg ihn ab, und es fehlt nur noch ein Stein zum Mahjong.",
      hint: "Ohne diesen fehlte dir mehr als ein Stein. Versuch einen anderen.",
      done: "Fertig! Achte jetzt auf jeden abgelegten Stein.",
    },
    mahjong: {
      task: "Da ist er, der Stein, auf den du gewartet hast. Sag Mahjong!",
      hint: "Vier Sätze und ein Paar: Sag Mahjong!",
      done: "Mahjong! Nur wer gewinnt, bekommt Punkte. Nach einem echten Spiel siehst du jede Zeile der Wertung; der Punkterechner zeigt sie auch für deinen eigenen Tisch.",
    },
  },
};

const nl: LessonWords = {
  battle: {
    pair: {
      task: "Alle stenen liggen open. De opgetilde, boven en onder in elke kolom, zijn vrij. Neem twee gelijke vrije stenen: kies er een, dan de andere.",
      hint: "Beide stenen moeten vrij zijn en precies gelijk.",
      done: "Goed genomen. Het paar telt zijn getal, één keer.",
    },
    find: {
      task: "Zoek dit paar en neem het: {tile}. De stenen ernaast doen er niet toe, alleen die erboven en eronder in dezelfde kolom.",
      hint: "Ook een paar, maar zoek {tile}.",
      done: "Dat is het. Wat eronder lag is nu vrij, voor jullie allebei.",
    },
    dear: {
      task: "Hoge paren zijn beter: twee negens geven negen punten, twee enen maar één. Neem het paar dat het meest oplevert.",
      hint: "Een net paar, maar een ander levert meer op.",
      done: "Het duurste op tafel.",
    },
    which: {
      task: "Drie gelijke stenen zijn vrij: {tile}. Welke twee je neemt, kies je zelf. Laat de ander het kleinste paar over.",
      hint: "Kijk wat de stenen eronder de ander geven, en kies twee andere.",
      done: "Precies: de derde dekt iets af dat beter afgedekt blijft.",
    },
    mind: {
      task: "Denk nu één zet vooruit. Het duurste paar zou voor de ander iets duurs vrijmaken. Neem het paar dat het meest oplevert als je het antwoord meetelt.",
      hint: "Jouw punten min het beste antwoord: een ander paar is beter.",
      done: "Zo win je Battle: niet door hebzucht, maar door wat je overlaat.",
    },
    last: {
      task: "Er is nog één paar te nemen. Neem het: het spel is uit als geen twee vrije stenen gelijk zijn. Wat blijft liggen telt voor niemand.",
      hint: "Neem het laatste paar.",
      done: "Het spel is uit; de meeste punten winnen. Meer hoef je niet te weten.",
    },
  },
  solitaire: {
    pair: {
      task: "Een steen is vrij als er niets op ligt en zijn linker- of rechterkant open is. Neem twee passende vrije stenen.",
      hint: "Dat is hulp, en hulp kost punten. Neem een paar.",
      done: "Weg zijn ze. Een paar telt zijn waarde maal de paren die op tafel lagen.",
    },
    find: { task: "Zoek dit paar en neem het: {tile}.", hint: "Dat is het niet; zoek {tile}.", done: "Goede ogen." },
    bonus: {
      task: "Bloemen en Seizoenen zijn één familie: elk van deze stenen past bij elke andere, ook al zien ze er anders uit. Neem zo'n paar.",
      hint: "Zoek de stenen met een plaatje: bloesem, zwaluw, lotus, bladeren, den.",
      done: "Alle acht passen bij elkaar. Het zijn ook de duurste.",
    },
    dear: {
      task: "Karakters tellen 1, Cirkels 2, Bamboe 3, Winden 4, Draken 5, Bloemen 6, Seizoenen 7, maal de paren op tafel. Neem dure paren dus vroeg. Welk paar is nu het duurst?",
      hint: "Een ander vrij paar is meer waard.",
      done: "Het duurste, zolang de tafel nog vol is.",
    },
    hint: {
      task: "Zie je niets, vraag dan een hint. Die kost vijf keer de paren op tafel, en je hebt er vijf. Vraag er nu een.",
      hint: "Een mooie zet, maar vraag deze keer de hint.",
      done: "Het duurste vrije paar is gemerkt.",
    },
    undo: {
      task: "Een paar kan terug. Dat kost evenveel als een hint, en de punten gaan ook terug. Leg het laatste paar terug.",
      hint: "Leg het laatste paar terug.",
      done: "Alsof er niets gebeurd is, op de prijs na.",
    },
    shuffle: {
      task: "Er is geen paar meer vrij. Schudden mengt de stenen die over zijn; daarna is er een paar vrij. Schud.",
      hint: "Hier helpt alleen schudden.",
      done: "We gaan verder.",
    },
    clear: {
      task: "Er zijn twee stenen over. Neem ze en het bord is leeg.",
      hint: "Neem het laatste paar.",
      done: "Leeg! Alleen speel je daarvoor; tegen anderen winnen de meeste punten.",
    },
  },
  classic: {
    discard: {
      task: "Je hebt vier sets en een paar nodig. Je hebt net getrokken; leg nu een steen af die nergens bij hoort: geen tweede gelijke, geen buur in zijn kleur.",
      hint: "Die steen kan nog een set worden. Zoek een eenzame.",
      done: "Die mist niemand.",
    },
    chow: {
      task: "Links van je wordt {tile} afgelegd. Met twee van jouw stenen zijn dat drie op een rij: een Chow. Claim hem.",
      hint: "Je mag natuurlijk passen; maar claim deze keer de Chow.",
      done: "De Chow ligt nu open. Hij telt niets, maar brengt je dichterbij.",
    },
    pong: {
      task: "Iemand legt {tile} af, en jij hebt er twee. Drie gelijke zijn een Pong, en die mag je van iedereen claimen.",
      hint: "Claim deze keer de Pong.",
      done: "Een Pong. Wie ertussen zat slaat een beurt over; jij legt nu een steen af.",
    },
    kong: {
      task: "Je hebt de vierde steen: {tile}. Vier gelijke zijn een Kong: meld hem en trek een extra steen uit de Kong-box.",
      hint: "Meld de Kong voordat je iets aflegt.",
      done: "Een Kong geldt als één set en telt goed.",
    },
    ready: {
      task: "Je bent er bijna. Een van deze stenen zit in de weg: leg hem af, en er ontbreekt nog één steen voor Mahjong.",
      hint: "Zonder die steen zou er meer dan één ontbreken. Probeer een andere.",
      done: "Klaar! Let nu op elke afgelegde steen.",
    },
    mahjong: {
      task: "Daar is hij, de steen waarop je wachtte. Zeg Mahjong!",
      hint: "Vier sets en een paar: zeg Mahjong!",
      done: "Mahjong! Alleen de winnaar krijgt punten. Na een echt spel zie je elke regel van de telling; de puntenteller toont ze ook voor je eigen tafel.",
    },
  },
};

export const LESSONS: Record<Lang, LessonWords> = { en, de, nl };
