// jconradi/baccarat-engine (npm: baccarat-engine), answering questions of the conformance kit:
//
//     minibac kit run -- node bench/kit_engine.js FOLDER
//
// Nothing of it is in this repository. Its shoe is drawn from the end; its shuffle is not needed.
'use strict';
const Module = require('module');
const path = require('path');
const load = Module._load;
Module._load = (name, ...more) => (name === 'shuffle-array' ? () => undefined : load(name, ...more));
const folder = path.resolve(process.argv[2], 'src');
const Game = require(path.join(folder, 'gameEngine/baccaratGameEngine.js'));
const Card = require(path.join(folder, 'card.js'));

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

require('readline').createInterface({input: process.stdin}).on('line', (line) => {
  const question = JSON.parse(line);
  const hello = {engine: 'baccarat-engine', answers: ['coup']};
  const answer = question.ask === 'hello' ? hello : coup(question.cards);
  process.stdout.write(JSON.stringify({id: question.id, ...answer}) + '\n');
});
