// jconradi/baccarat-engine (npm: baccarat-engine), answering questions of the conformance kit:
//
//     minibac kit run -- node bench/kit_engine.js FOLDER
//
// Nothing of it is in this repository. Its shoe is drawn from the end; its shuffle is not needed. Its roads need lodash,
// from where node finds it; without it only drawing is answered.
'use strict';
const Module = require('module');
const path = require('path');
const load = Module._load;
Module._load = (name, ...more) => (name === 'shuffle-array' ? () => undefined : load(name, ...more));
const folder = path.resolve(process.argv[2], 'src');
const Game = require(path.join(folder, 'gameEngine/baccaratGameEngine.js'));
const Card = require(path.join(folder, 'card.js'));
let Roads = null;
try {
  Roads = require(path.join(folder, 'roadmaps/roadmapGenerator.js'));
} catch (error) {
  if (error.code !== 'MODULE_NOT_FOUND') throw error;
}

function coup(cards) {
  const game = new Game();
  const faces = new Map();
  game.shoe.cards = cards.map((face) => {
    const card = new Card(face[1], face[0] === 'T' ? '10' : face[0]);
    faces.set(card, face);
    return card;
  }).reverse();
  const hand = game.dealGame();
  const result = game.resultsEngine.calculateGameResult(hand);
  return {
    player: hand.playerCards.map((card) => faces.get(card)),
    banker: hand.bankerCards.map((card) => faces.get(card)),
    player_total: game.resultsEngine.calculateHandValue(hand.playerCards),
    banker_total: game.resultsEngine.calculateHandValue(hand.bankerCards),
    winner: result.outcome,
    player_pair: ['player', 'both'].includes(result.pair),
    banker_pair: ['banker', 'both'].includes(result.pair),
  };
}

// It draws a road that tries down again; of derived roads it tells the marks and not where they lie.
const OUTCOMES = {B: 'banker', P: 'player', T: 'tie'};
const LETTERS = {banker: 'B', player: 'P', tie: 'T'};
function roads(question) {
  if (question.tail !== 'down') return {cannot: `no tail ${question.tail}`};
  const results = [...question.coups].map((letter) => ({outcome: OUTCOMES[letter], natural: 'none', pair: 'none'}));
  const generator = new Roads();
  const size = {columns: results.length + 1, rows: question.rows};
  const big = generator.bigRoad(results, {...size, scroll: false});
  const cell = (entry) => [entry.column, entry.row, LETTERS[entry.result.outcome] || null, (entry.ties || []).length];
  const beads = generator.beadPlate(results, size);
  const marks = (road) => road.map((mark) => mark[0].toUpperCase()).join('');
  return {
    bead_plate: beads.map(cell),
    big_road: big.map(cell),
    big_eye_boy: marks(generator.bigEyeRoad(big)),
    small_road: marks(generator.smallRoad(big)),
    cockroach_pig: marks(generator.cockroachPig(big)),
  };
}

require('readline').createInterface({input: process.stdin}).on('line', (line) => {
  const question = JSON.parse(line);
  const hello = {engine: 'baccarat-engine', answers: Roads ? ['coup', 'roads'] : ['coup'], leaves_out: ['ask']};
  const answer = question.ask === 'hello' ? hello : question.ask === 'roads' ? roads(question) : coup(question.cards);
  process.stdout.write(JSON.stringify({id: question.id, ...answer}) + '\n');
});
