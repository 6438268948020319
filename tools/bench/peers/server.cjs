/* A boardgame.io server whose only game keeps a state of ours: `node server.cjs PORT STATE.json [DATABASE]`.

   DATABASE is the options of its Postgres adapter as JSON; without it matches are kept in memory. */

const { readFileSync } = require("node:fs");
const { Server, Origins } = require("boardgame.io/dist/cjs/server.js");

const [port, stateFile, database] = process.argv.slice(2);
const state = JSON.parse(readFileSync(stateFile, "utf8"));

const game = {
  name: "state",
  setup: () => ({ count: 0, state }),
  moves: {
    play: ({ G }, number) => {
      G.count += 1;
      G.state.number = number;
    },
  },
  turn: { minMoves: 1, maxMoves: 1 },
};

const db = database && new (require("bgio-postgres").PostgresStore)({ ...JSON.parse(database), logging: false });
const server = Server({ games: [game], origins: [Origins.LOCALHOST], ...(db ? { db } : {}) });
server.run({ port: Number(port), callback: () => console.log("ready") });
